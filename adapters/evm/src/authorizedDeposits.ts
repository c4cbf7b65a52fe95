/**
 * Gasless deposits: the trader signs an EIP-3009 authorization in favour of the vault, a relayer pays for the
 * transaction. Everything that would make it fail is looked at before anything is sent; sent twice, it is
 * refused by the token itself, and the watcher knows both by the same id.
 */
import { canonicalSignature, TRANSFER_MIN_USD6, type Address, type Hex, type Id } from '@vest/protocol'
import type { AuthorizationUse, AuthorizedDeposit, AuthorizedDepositRefusal } from '@vest/runtime'
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
  encodeEventTopics,
  numberToHex,
  recoverTypedDataAddress,
  type Chain,
  type Log,
  type PublicClient,
  type Transport,
} from 'viem'
import { toTokenUnits } from './tokenAmount.ts'
import { readVaultLogs, type WatchedVault } from './vaultLogs.ts'

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
  findUse(deposit: AuthorizedDeposit): Promise<AuthorizationUse | undefined>
}

export function authorizedDeposits(options: {
  readonly client: PublicClient<Transport, Chain>
  readonly watched: WatchedVault
  /** Undefined where the token knows no authorizations. */
  readonly domain: TokenDomain | undefined
  readonly relayer: TransactionSender | undefined
  readonly startBlock: bigint
  readonly rangeBlocks: bigint
  readonly idOf: (account: Address, nonce: Hex) => Id
  readonly nowMs: () => number
}): AuthorizedDeposits {
  const { client, watched, domain, relayer, nowMs } = options
  const underWay = new Map<string, Promise<AuthorizedDepositAnswer>>()

  /** Before anything is promised the call is also tried: money that is not there is best said at once. */
  async function check(deposit: AuthorizedDeposit): Promise<AuthorizedDepositRefusal | undefined> {
    const refusal = await judge(deposit)
    if (refusal !== undefined) return refusal
    try {
      await client.simulateContract({ ...callOf(deposit), account: relayer?.account.address })
      return undefined
    } catch (error) {
      if (isRevert(error)) return 'reverted'
      throw error
    }
  }

  async function judge(deposit: AuthorizedDeposit): Promise<AuthorizedDepositRefusal | undefined> {
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
    }).catch(() => undefined) // r may name no point of the curve: it has no signer
    return signer?.toLowerCase() === deposit.account.toLowerCase()
  }

  const isUsed = (deposit: AuthorizedDeposit): Promise<boolean> =>
    client.readContract({
      address: watched.token,
      abi: fiatTokenAbi,
      functionName: 'authorizationState',
      args: [deposit.account, deposit.nonce],
    })

  const callOf = (deposit: AuthorizedDeposit) =>
    ({
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
    }) as const

  async function submit(deposit: AuthorizedDeposit): Promise<AuthorizedDepositAnswer> {
    const refusal = await judge(deposit)
    if (refusal !== undefined) return { refusal }
    if (relayer === undefined) throw new Error(`chain ${watched.chainId} has no relayer`)
    try {
      const receipt = await relayer.call(callOf(deposit))
      return { txHash: receipt.transactionHash }
    } catch (error) {
      if (!isRevert(error)) throw error
      // Another sender may have submitted it in between; then the money is here all the same.
      return { refusal: (await isUsed(deposit)) ? 'nonce-used' : 'reverted' }
    }
  }

  async function findUse(deposit: AuthorizedDeposit): Promise<AuthorizationUse | undefined> {
    if (!(await isUsed(deposit))) return undefined
    const log = await findUseLog(deposit)
    // The node that answered this question knows less than the one before; it is asked again.
    if (log === undefined)
      throw new Error(`no log of authorization ${deposit.nonce} on chain ${watched.chainId}`)
    const [receipt, block] = await Promise.all([
      client.getTransactionReceipt({ hash: log.transactionHash }),
      client.getBlock({ blockHash: log.blockHash }),
    ])
    const id = options.idOf(deposit.account, deposit.nonce)
    const { deposits } = readVaultLogs(watched, receipt.logs as unknown as Log[])
    return {
      txHash: log.transactionHash,
      blockTimeMs: Number(block.timestamp) * 1_000,
      isDeposit: deposits.some((one) => one.id === id && one.amountUsd6 === deposit.valueUsd6),
    }
  }

  /** Searched from the head backwards: it was unused when it was accepted, so it lies in the first range as a rule. */
  async function findUseLog({
    account,
    nonce,
  }: AuthorizedDeposit): Promise<{ readonly transactionHash: Hex; readonly blockHash: Hex } | undefined> {
    for (
      let to = await client.getBlockNumber({ cacheTime: 0 });
      to >= options.startBlock;
      to -= options.rangeBlocks
    ) {
      const first = to - options.rangeBlocks + 1n
      const [log] = await client.request({
        method: 'eth_getLogs',
        params: [
          {
            address: watched.token,
            topics: topicsOfUse(account, nonce),
            fromBlock: numberToHex(first > options.startBlock ? first : options.startBlock),
            toBlock: numberToHex(to),
          },
        ],
      })
      if (log && log.transactionHash !== null && log.blockHash !== null)
        return { transactionHash: log.transactionHash, blockHash: log.blockHash }
    }
    return undefined
  }

  return {
    check,
    findUse,
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

/** Used or cancelled: the token takes each nonce of an account once, for either. */
function topicsOfUse(account: Address, nonce: Hex): [Hex[], Hex, Hex] {
  const args = { authorizer: account, nonce }
  const topicsOf = (eventName: 'AuthorizationUsed' | 'AuthorizationCanceled') =>
    encodeEventTopics({ abi: fiatTokenAbi, eventName, args }) as [Hex, Hex, Hex]
  const [used, who, which] = topicsOf('AuthorizationUsed')
  return [[used, topicsOf('AuthorizationCanceled')[0]], who, which]
}

/** The contract said no, in the simulation or in the block; anything else is trouble with the line. */
export const isRevert = (error: unknown): boolean =>
  error instanceof TransactionRevertedError ||
  (error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null)
