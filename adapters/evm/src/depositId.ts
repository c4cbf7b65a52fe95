/** Names of deposits: functions of where the money moved, so that two watchers can only ever agree. */
import { abiEncode, bytesToHex, type Address, type Hex, type Id } from '@vest/protocol'
import { keccak256 } from 'viem'

/** keccak256(abi.encode(uint256 chainId, bytes32 txHash, uint256 logIndex)). */
export const depositId = (chainId: number, txHash: Hex, logIndex: number): Id =>
  keccak256(
    bytesToHex(
      abiEncode([
        { type: 'uint256', value: chainId },
        { type: 'bytes32', value: txHash },
        { type: 'uint256', value: logIndex },
      ]),
    ),
  )

/** keccak256(abi.encode(uint256 chainId, address token, address account, bytes32 nonce)). */
export const authorizedDepositId = (chainId: number, token: Address, account: Address, nonce: Hex): Id =>
  keccak256(
    bytesToHex(
      abiEncode([
        { type: 'uint256', value: chainId },
        { type: 'address', value: token },
        { type: 'address', value: account },
        { type: 'bytes32', value: nonce },
      ]),
    ),
  )
