/** Deposits of Solana in the words of any chain: their names follow from the transaction alone, so that two watchers can only ever agree. */
import { base58 } from '@scure/base'
import {
  abiEncode,
  assert,
  bytesToHex,
  CHAIN_SOLANA,
  hexToBytes,
  solanaAccount,
  solanaPublicKey,
  usd6,
  type Address,
  type Hex,
  type Id,
  type Keccak256,
} from '@vest/protocol'
import type { DepositLog } from '@vest/runtime'
import { accountOf, type VaultMove } from './vaultMove.ts'

export const txHashOf = (signature: string): Hex => bytesToHex(base58.decode(signature))
export const signatureOf = (txHash: Hex): string => base58.encode(hexToBytes(txHash))

/** A transaction that lands in another slot is another confirmation of the same deposit. */
export const slotHash = (slot: number): Hex => `0x${slot.toString(16).padStart(64, '0')}`

/** keccak256(abi.encode(uint256 0, bytes32 keccak256(signature), uint256 0)): a transaction brings one sum. */
export const solanaDepositId = (signature: string, keccak: Keccak256): Id =>
  bytesToHex(
    keccak(
      abiEncode([
        { type: 'uint256', value: CHAIN_SOLANA },
        { type: 'bytes32', value: bytesToHex(keccak(base58.decode(signature))) },
        { type: 'uint256', value: 0 },
      ]),
    ),
  )

export interface LogFacts {
  /** USDC as accounts hold it: the token of the default chain. */
  readonly token: Address
  readonly keccak: Keccak256
}

/** `place` tells the transactions of one slot apart, in their order. */
export function depositLogOf(
  signature: string,
  { slot, amount, from, memos }: VaultMove,
  { token, keccak }: LogFacts,
  place = 0,
): DepositLog {
  const to = accountOf(memos)
  const owner = solanaPublicKey(from)
  assert(owner !== undefined, `the node names a payer that is none: ${from}`)
  assert(amount <= BigInt(Number.MAX_SAFE_INTEGER), `a deposit of ${amount} is no sum of money`)
  return {
    id: solanaDepositId(signature, keccak),
    chainId: CHAIN_SOLANA,
    txHash: txHashOf(signature),
    logIndex: place,
    blockHash: slotHash(slot),
    blockNumber: BigInt(slot),
    from: solanaAccount(owner, keccak),
    ...(to === undefined ? {} : { to }),
    token,
    amountUsd6: usd6(Number(amount)),
  }
}
