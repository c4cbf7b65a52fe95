/**
 * The way out: the signatures of the validators, and the keeper's call. Nothing is signed that is not read as a request
 * for this vault and this token and encoded anew to the same bytes; each validator does that once more for itself.
 */
import {
  actionTuple,
  assert,
  bytesToHex,
  CHAIN_SOLANA,
  hexToBytes,
  TRANSFER_MIN_USD6,
  usd6,
  WITHDRAW_DEADLINE_MS,
  type Address,
  type Hex,
  type Id,
  type SignedWithdraw,
} from '@vest/protocol'
import type { SolanaBurn, SolanaRelease, WithdrawalPayload } from '@vest/runtime'
import { TransactionRevertedError, vestVaultAbi, type TransactionSender } from '@vest/contracts'
import {
  BaseError,
  concat,
  ContractFunctionRevertedError,
  decodeAbiParameters,
  keccak256,
  type Chain,
  type PublicClient,
  type Transport,
} from 'viem'
import { isRevert } from './authorizedDeposits.ts'
import { collectSignatures, type VaultQuorum, type WithdrawalSigner } from './validators/index.ts'
import type { WatchedVault } from './vaultLogs.ts'

/** The bytes are not a withdrawal that this vault may pay. Nothing was signed. */
export class UnsignableWithdrawalError extends Error {
  override readonly name = 'UnsignableWithdrawalError'
}

/** The vault refused; `reason` is the name of its error, e.g. HourlyCapExceeded. */
export class WithdrawalRefusedError extends Error {
  override readonly name = 'WithdrawalRefusedError'
  readonly reason: string
  /** The same payload may pass later. */
  readonly isTransient: boolean
  constructor(reason: string) {
    super(`the vault refused the withdrawal: ${reason}`)
    this.reason = reason
    this.isTransient = TRANSIENT_REASONS.has(reason)
  }
}

/** What changes without the request: an hour passes, the vault is unpaused, money comes to this chain, validators are replaced. */
const REVERTED_IN_BLOCK = 'RevertedInBlock'
const TRANSIENT_REASONS: ReadonlySet<string> = new Set([
  'HourlyCapExceeded',
  'InvalidValidatorSignature',
  'PausedVault',
  'Pausable: paused',
  'ERC20: transfer amount exceeds balance',
  // It had passed its trial: something came in between, and the next trial says what.
  REVERTED_IN_BLOCK,
])

/** Each costs some three thousand of gas, and a call has as much as a block or two: ten thousand withdrawals may be over at once. */
const IDS_OF_CALL = 1_000

const requestTypes = <Recipient extends 'address' | 'bytes32'>(recipient: Recipient) =>
  [
    { type: 'uint256' },
    { type: 'uint256' },
    { type: 'bool' },
    { type: 'address' },
    { type: recipient },
    { type: 'address' },
    { type: 'uint256' },
    { type: 'uint256' },
  ] as const
const REQUEST_TYPES = { evm: requestTypes('address'), solana: requestTypes('bytes32') } as const
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`
const ZERO_KEY = `0x${'0'.repeat(64)}`

/** The request in `requestArgs`, if and only if they are its one encoding and this vault may pay it, here or to Solana. */
export function readRequest(
  watched: WatchedVault,
  requestArgs: Hex,
  to: 'evm' | 'solana' = 'evm',
): SignedWithdraw {
  const refuse = (why: string): never => {
    throw new UnsignableWithdrawalError(`not a withdrawal of this vault: ${why}`)
  }
  if (!/^0x[0-9a-f]{512}$/.test(requestArgs)) return refuse('not eight words')
  const words = decode(requestArgs, to) ?? refuse('not a request')
  const [time, nonce, isDeposit, account, recipient, token, size, chainId] = words
  if (isDeposit) refuse('it is a deposit')
  for (const value of [time, nonce, size, chainId])
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) refuse('a number beyond its range')
  const request: SignedWithdraw = {
    kind: 'withdraw',
    time: Number(time),
    nonce: Number(nonce),
    account: account.toLowerCase(),
    recipient: recipient.toLowerCase(),
    token: token.toLowerCase(),
    size: Number(size),
    chainId: Number(chainId),
  }
  if (request.chainId !== (to === 'solana' ? CHAIN_SOLANA : watched.chainId))
    refuse(`chain ${request.chainId}`)
  if (request.token !== watched.token) refuse(`token ${request.token}`)
  if (request.account === ZERO_ADDRESS || [ZERO_ADDRESS, ZERO_KEY].includes(request.recipient))
    refuse('the zero address')
  if (request.recipient === watched.vault || request.recipient === watched.token)
    refuse('paid to a contract of its own')
  if (request.size < TRANSFER_MIN_USD6) refuse('less than one USDC')
  if (bytesToHex(actionTuple(request)) !== requestArgs) refuse('another encoding')
  return request
}

function decode(requestArgs: Hex, to: 'evm' | 'solana') {
  try {
    return to === 'evm'
      ? decodeAbiParameters(REQUEST_TYPES.evm, requestArgs)
      : decodeAbiParameters(REQUEST_TYPES.solana, requestArgs)
  } catch {
    // A dirty word: no encoder makes it, and the caller turns it into a refusal.
    return undefined
  }
}

/** Asked each time: it changes by proposal, and what former validators sign is of no use. */
export async function readQuorum(
  client: Pick<PublicClient<Transport, Chain>, 'readContract'>,
  address: Address,
): Promise<VaultQuorum> {
  const vault = { address, abi: vestVaultAbi } as const
  const [validators, quorum] = await Promise.all([
    client.readContract({ ...vault, functionName: 'validators' }),
    client.readContract({ ...vault, functionName: 'quorum' }),
  ])
  return { validators, quorum: Number(quorum) }
}

export interface Withdrawals {
  sign(
    requestArgs: Hex,
    solana?: SolanaRelease,
  ): Promise<{ readonly id: Id; readonly validatorSignature: Hex }>
  execute(payload: WithdrawalPayload): Promise<{ readonly txHash: Hex }>
  /** By the head block, or by the one of this number. */
  completed(ids: readonly Id[], blockNumber?: bigint): Promise<readonly boolean[]>
  /** The burn of a withdrawal to Solana up to this block. */
  solanaBurn(id: Id, upTo: bigint): Promise<SolanaBurn | undefined>
}

export function withdrawals(options: {
  readonly client: PublicClient<Transport, Chain>
  readonly watched: WatchedVault
  readonly validators: readonly WithdrawalSigner[]
  readonly keeper: TransactionSender | undefined
  readonly startBlock: bigint
  readonly rangeBlocks: bigint
  readonly nowMs: () => number
}): Withdrawals {
  const { client, watched, validators, keeper } = options

  async function sign(requestArgs: Hex, solana?: SolanaRelease) {
    if (validators.length === 0) throw new Error(`chain ${watched.chainId} has no validators here`)
    const args = requestArgs.toLowerCase() as Hex
    const request = readRequest(watched, args, solana === undefined ? 'evm' : 'solana')
    if (request.time + WITHDRAW_DEADLINE_MS <= options.nowMs())
      throw new UnsignableWithdrawalError('its deadline has passed')
    const id = keccak256(hexToBytes(args))
    const wanted = { chainId: watched.chainId, id, requestArgs: args, ...(solana && { solana }) }
    const quorum = await readQuorum(client, watched.vault)
    const signatures = await collectSignatures(validators, quorum, watched.vault, wanted)
    return {
      id,
      validatorSignature: solana === undefined ? signatures : concat([solana.mintRecipient, signatures]),
    }
  }

  async function completed(ids: readonly Id[], blockNumber?: bigint): Promise<readonly boolean[]> {
    const answers: boolean[] = []
    for (let from = 0; from < ids.length; from += IDS_OF_CALL) {
      const done = await client.readContract({
        address: watched.vault,
        abi: vestVaultAbi,
        functionName: 'getCompletedTransactions',
        args: [ids.slice(from, from + IDS_OF_CALL)],
        ...(blockNumber === undefined ? {} : { blockNumber }),
      })
      for (const isCompleted of done) answers.push(isCompleted)
    }
    return answers
  }

  /** The log by which the vault executed `id`, searched from the block backwards. */
  async function completionOf(id: Id, upTo: bigint, event: CompletionEvent) {
    for (let to = upTo; to >= options.startBlock; to -= options.rangeBlocks) {
      const first = to - options.rangeBlocks + 1n
      const logs = await client.getLogs({
        address: watched.vault,
        event,
        args: { id },
        fromBlock: first > options.startBlock ? first : options.startBlock,
        toBlock: to,
      })
      if (logs[0]) return logs[0]
    }
    return undefined
  }

  async function solanaBurn(id: Id, upTo: bigint): Promise<SolanaBurn | undefined> {
    const log = await completionOf(id, upTo, SENT_TO_SOLANA)
    if (log === undefined) return undefined
    const { timestamp } = await client.getBlock({ blockNumber: log.blockNumber })
    return {
      txHash: log.transactionHash,
      feeUsd6: usd6(Number(log.args.fee)),
      timeMs: Number(timestamp) * 1_000,
    }
  }

  async function execute(payload: WithdrawalPayload): Promise<{ readonly txHash: Hex }> {
    if (keeper === undefined) throw new Error(`chain ${watched.chainId} has no keeper`)
    try {
      const receipt = await keeper.call({
        address: watched.vault,
        abi: vestVaultAbi,
        functionName: payload.solana === undefined ? 'withdraw' : 'withdrawSolana',
        args: [
          payload.requestArgs,
          payload.signer,
          payload.signature,
          payload.signatureProof,
          payload.validatorSignature,
          payload.solana?.isVouched ?? false,
        ],
      })
      return { txHash: receipt.transactionHash }
    } catch (error) {
      if (!isRevert(error)) throw error
      // Executed before, by us or by the trader.
      if ((await completed([payload.id]))[0]) return { txHash: await completionHash(payload.id) }
      throw new WithdrawalRefusedError(
        error instanceof TransactionRevertedError ? REVERTED_IN_BLOCK : revertReason(error),
      )
    }
  }

  async function completionHash(id: Id): Promise<Hex> {
    const head = await client.getBlockNumber({ cacheTime: 0 })
    const log = (await completionOf(id, head, COMPLETED)) ?? (await completionOf(id, head, SENT_TO_SOLANA))
    assert(log !== undefined, `withdrawal ${id} is completed without a log`)
    return log.transactionHash
  }

  return { sign, execute, completed, solanaBurn }
}

type CompletionEvent = Extract<
  (typeof vestVaultAbi)[number],
  { type: 'event'; name: 'Completed' | 'SentToSolana' }
>
const completionEvent = (name: CompletionEvent['name']): CompletionEvent =>
  vestVaultAbi.find((item): item is CompletionEvent => item.type === 'event' && item.name === name)!
const COMPLETED = completionEvent('Completed')
const SENT_TO_SOLANA = completionEvent('SentToSolana')

export function revertReason(error: unknown): string {
  if (!(error instanceof BaseError)) return 'Reverted'
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!(revert instanceof ContractFunctionRevertedError)) return 'Reverted'
  // The token's own refusals come as Error(string) and are named by their text.
  return revert.data && revert.data.errorName !== 'Error'
    ? revert.data.errorName
    : (revert.reason ?? 'Reverted')
}
