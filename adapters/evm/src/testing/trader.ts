/** A trader on a test chain: a fresh key with USDC and ether, and what such a person signs and sends. */
import { randomBytes } from 'node:crypto'
import { actionTuple, bytesToHex, usd6, type Address, type Hex, type Usd6 } from '@vest/protocol'
import type { AuthorizedDeposit, WithdrawalPayload } from '@vest/runtime'
import {
  createTransactionSender,
  fiatTokenAbi,
  receiveWithAuthorizationTypes,
  vestVaultAbi,
  type TransactionSender,
} from '@vest/contracts'
import { keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { DevnetChain } from '../../../../devnet/src/chain/index.ts'

export interface Trader {
  readonly address: Address
  readonly sender: TransactionSender
  transfer(amount: Usd6): Promise<Hex>
  depositFor(to: Address, amount: Usd6): Promise<Hex>
  authorize(value: Usd6, changes?: Partial<AuthorizedDeposit>): Promise<AuthorizedDeposit>
  requestArgs(
    size: Usd6,
    changes?: { recipient?: Address; token?: Address; chainId?: number; time?: number },
  ): Hex
  signed(requestArgs: Hex, validatorSignature: Hex): Promise<WithdrawalPayload>
  /** The trader's own contract call. */
  withdraw(payload: WithdrawalPayload): Promise<Hex>
}

let nonce = 0

export async function createTrader(chain: DevnetChain): Promise<Trader> {
  const account = privateKeyToAccount(generatePrivateKey())
  const address = account.address.toLowerCase() as Address
  const given = await chain.faucet(address)
  if (!given.ok) throw new Error(`the faucet refused: ${given.reason}`)
  const sender = createTransactionSender({
    rpcUrl: chain.rpcUrl,
    chainId: chain.chainId,
    account,
    pollMs: 20,
  })
  const token = { address: chain.usdc, abi: fiatTokenAbi } as const
  const vault = { address: chain.vault, abi: vestVaultAbi } as const
  return {
    address,
    sender,
    transfer: async (amount) =>
      (await sender.call({ ...token, functionName: 'transfer', args: [chain.vault, BigInt(amount)] }))
        .transactionHash,
    depositFor: async (to, amount) => {
      await sender.call({ ...token, functionName: 'approve', args: [chain.vault, BigInt(amount)] })
      return (
        await sender.call({ ...vault, functionName: 'deposit', args: [chain.usdc, to, BigInt(amount)] })
      ).transactionHash
    },
    authorize: async (value, changes = {}) => {
      const unsigned = {
        account: address,
        valueUsd6: value,
        validAfterS: 0,
        validBeforeS: Math.floor(Date.now() / 1_000) + 3_600,
        nonce: bytesToHex(randomBytes(32)),
        ...changes,
      }
      const signature = await account.signTypedData({
        domain: { name: 'USD Coin', version: '2', chainId: chain.chainId, verifyingContract: chain.usdc },
        types: receiveWithAuthorizationTypes,
        primaryType: 'ReceiveWithAuthorization',
        message: {
          from: unsigned.account,
          to: chain.vault,
          value: BigInt(unsigned.valueUsd6),
          validAfter: BigInt(unsigned.validAfterS),
          validBefore: BigInt(unsigned.validBeforeS),
          nonce: unsigned.nonce,
        },
      })
      return { signature, ...unsigned, ...changes }
    },
    requestArgs: (size, changes = {}) =>
      bytesToHex(
        actionTuple({
          kind: 'withdraw',
          time: Date.now(),
          nonce: (nonce += 1),
          account: address,
          recipient: address,
          token: chain.usdc,
          size,
          chainId: chain.chainId,
          ...changes,
        }),
      ),
    signed: async (requestArgs, validatorSignature) => {
      const id = keccak256(requestArgs)
      return {
        id,
        requestArgs,
        signer: address,
        signature: await account.signMessage({ message: { raw: id } }),
        signatureProof: '0x',
        validatorSignature,
      }
    },
    withdraw: async (payload) =>
      (
        await sender.call({
          ...vault,
          functionName: 'withdraw',
          args: [payload.requestArgs, payload.signer, '0x', '0x', payload.validatorSignature, false],
        })
      ).transactionHash,
  }
}

export const usdc = (amount: number): Usd6 => usd6(amount * 1_000_000)
