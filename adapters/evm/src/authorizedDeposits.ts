/**
 * Gasless deposits: the trader signs an EIP-3009 authorization in favour of the vault, a relayer pays for the
 * transaction. Everything that would make it fail is looked at before anything is sent; sent twice, it is
 * refused by the token itself, and the watcher knows both by the same id.
 */
import { canonicalSignature, TRANSFER_MIN_USD6, type Address, type Hex, type Id } from '@vest/protocol'
import type { AuthorizedDeposit, AuthorizedDepositRefusal } from '@vest/runtime'
import {
  fiatTokenAbi,
  receiveWithAuthorizationTypes,
  vestVaultAbi,
  TransactionRevertedError,
  type TransactionSender,
} from '@vest/contracts'
import {
  BaseError,
  ContractFunctionRevertedError,
  recoverTypedDataAddress,
  type Chain,
  type PublicClient,
  type Transport,
} from 'viem'
import { toTokenUnits } from './tokenAmount.ts'
import type { WatchedVault } from './vaultLogs.ts'

/** An authorization that ends sooner may be worthless by the time it is in a block. */
export const AUTHORIZATION_LEFT_MIN_S = 120

export interface TokenDomain {
  readonly name: string
  readonly version: string
}
export type AuthorizedDepositAnswer =
  { readonly txHash: Hex } | { readonly refusal: AuthorizedDepositRefusal }

export interface AuthorizedDeposits {
  check(deposit: AuthorizedDeposit): Promise<AuthorizedDepositRefusal | undefined>
  submit(deposit: AuthorizedDeposit): Promise<AuthorizedDepositAnswer>
}

export function authorizedDeposits(options: {
  readonly client: PublicClient<Transport, Chain>
  readonly watched: WatchedVault
  /** Undefined where the token knows no authorizations. */
  readonly domain: TokenDomain | undefined
  readonly relayer: TransactionSender | undefined
  readonly idOf: (account: Address, nonce: Hex) => Id
  readonly nowMs: () => number
}): AuthorizedDeposits {
  const { client, watched, domain, relayer, nowMs } = options
  const underWay = new Map<string, Promise<AuthorizedDepositAnswer>>()

  async function check(deposit: AuthorizedDeposit): Promise<AuthorizedDepositRefusal | undefined> {
    if (domain === undefined || deposit.valueUsd6 < TRANSFER_MIN_USD6) return 'reverted'
    const nowS = nowMs() / 1_000
    if (deposit.validBeforeS <= nowS + AUTHORIZATION_LEFT_MIN_S || deposit.validAfterS >= nowS)
      return 'expired'
    if (!(await isSignedByAccount(deposit, domain))) return 'bad-signature'
    return (await isUsed(deposit)) ? 'nonce-used' : undefined
  }

  async function isSignedByAccount(deposit: AuthorizedDeposit, tokenDomain: TokenDomain): Promise<boolean> {
    const signature = canonicalSignature(deposit.signature)
    if (signature === undefined) return false
    const signer = await recoverTypedDataAddress({
      domain: { ...tokenDomain, chainId: watched.chainId, verifyingContract: watched.token },
      types: receiveWithAuthorizationTypes,
      primaryType: 'ReceiveWithAuthorization',
      message: {
        from: deposit.account,
        to: watched.vault,
        value: toTokenUnits(deposit.valueUsd6, watched.decimals),
        validAfter: BigInt(deposit.validAfterS),
        validBefore: BigInt(deposit.validBeforeS),
        nonce: deposit.nonce,
      },
      signature: signature.hex,
    }).catch(() => undefined) // r may name no point of the curve: signed by nobody
    return signer?.toLowerCase() === deposit.account.toLowerCase()
  }

  const isUsed = (deposit: AuthorizedDeposit): Promise<boolean> =>
    client.readContract({
      address: watched.token,
      abi: fiatTokenAbi,
      functionName: 'authorizationState',
      args: [deposit.account, deposit.nonce],
    })

  async function submit(deposit: AuthorizedDeposit): Promise<AuthorizedDepositAnswer> {
    const refusal = await check(deposit)
    if (refusal !== undefined) return { refusal }
    if (relayer === undefined) throw new Error(`chain ${watched.chainId} has no relayer`)
    try {
      const receipt = await relayer.call({
        address: watched.vault,
        abi: vestVaultAbi,
        functionName: 'depositWithAuthorization',
        args: [
          watched.token,
          deposit.account,
          toTokenUnits(deposit.valueUsd6, watched.decimals),
          BigInt(deposit.validAfterS),
          BigInt(deposit.validBeforeS),
          deposit.nonce,
          canonicalSignature(deposit.signature)!.hex,
        ],
      })
      return { txHash: receipt.transactionHash }
    } catch (error) {
      if (!isRevert(error)) throw error
      // Somebody else may have submitted it in between; then the money is here all the same.
      return { refusal: (await isUsed(deposit)) ? 'nonce-used' : 'reverted' }
    }
  }

  return {
    check,
    submit: (deposit) => {
      const key = `${options.idOf(deposit.account, deposit.nonce)}:${deposit.valueUsd6}:${deposit.signature}`
      const running = underWay.get(key)
      if (running) return running
      const mine = submit(deposit).finally(() => underWay.delete(key))
      underWay.set(key, mine)
      return mine
    },
  }
}

/** The contract said no, in the simulation or in the block; anything else is trouble with the line. */
export const isRevert = (error: unknown): boolean =>
  error instanceof TransactionRevertedError ||
  (error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null)
