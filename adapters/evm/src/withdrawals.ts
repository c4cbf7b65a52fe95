/**
 * The way out: the signatures of the validators, and the keeper's call. Nothing is signed that is not read as a request
 * for this vault and this token and encoded anew to the same bytes; each validator does that once more for itself.
 */
import {
  actionTuple,
  assert,
  bytesToHex,
  hexToBytes,
  TRANSFER_MIN_USD6,
  WITHDRAW_DEADLINE_MS,
  type Address,
  type Hex,
  type Id,
  type SignedWithdraw,
} from '@vest/protocol'
import type { WithdrawalPayload } from '@vest/runtime'
import { TransactionRevertedError, vestVaultAbi, type TransactionSender } from '@vest/contracts'
import {
  BaseError,
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

/** What changes without the request: an hour goes by, somebody unpauses, money is brought to this chain, others validate. */
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

const REQUEST_TYPES = [
  { type: 'uint256' },
  { type: 'uint256' },
  { type: 'bool' },
  { type: 'address' },
  { type: 'address' },
  { type: 'address' },
  { type: 'uint256' },
  { type: 'uint256' },
] as const
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`

/** The request in `requestArgs`, if and only if they are its one encoding and this vault may pay it. */
export function readRequest(watched: WatchedVault, requestArgs: Hex): SignedWithdraw {
  const refuse = (why: string): never => {
    throw new UnsignableWithdrawalError(`not a withdrawal of this vault: ${why}`)
  }
  if (!/^0x[0-9a-f]{512}$/.test(requestArgs)) return refuse('not eight words')
  const words = decode(requestArgs) ?? refuse('not a request')
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
  if (request.chainId !== watched.chainId) refuse(`chain ${request.chainId}`)
  if (request.token !== watched.token) refuse(`token ${request.token}`)
  if (request.account === ZERO_ADDRESS || request.recipient === ZERO_ADDRESS) refuse('the zero address')
  if (request.recipient === watched.vault || request.recipient === watched.token)
    refuse('paid to a contract of its own')
  if (request.size < TRANSFER_MIN_USD6) refuse('less than one USDC')
  if (bytesToHex(actionTuple(request)) !== requestArgs) refuse('another encoding')
  return request
}

function decode(requestArgs: Hex) {
  try {
    return decodeAbiParameters(REQUEST_TYPES, requestArgs)
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
  sign(requestArgs: Hex): Promise<{ readonly id: Id; readonly validatorSignature: Hex }>
  execute(payload: WithdrawalPayload): Promise<{ readonly txHash: Hex }>
  /** By the head block, or by the one of this number. */
  completed(ids: readonly Id[], blockNumber?: bigint): Promise<readonly boolean[]>
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

  async function sign(requestArgs: Hex) {
    if (validators.length === 0) throw new Error(`chain ${watched.chainId} has no validators here`)
    const args = requestArgs.toLowerCase() as Hex
    const request = readRequest(watched, args)
    if (request.time + WITHDRAW_DEADLINE_MS <= options.nowMs())
      throw new UnsignableWithdrawalError('its deadline has passed')
    const id = keccak256(hexToBytes(args))
    const wanted = { chainId: watched.chainId, id, requestArgs: args }
    const quorum = await readQuorum(client, watched.vault)
    return { id, validatorSignature: await collectSignatures(validators, quorum, watched.vault, wanted) }
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

  /** The transaction that executed `id`, searched from the head backwards. */
  async function completionOf(id: Id): Promise<Hex | undefined> {
    for (
      let to = await client.getBlockNumber({ cacheTime: 0 });
      to >= options.startBlock;
      to -= options.rangeBlocks
    ) {
      const first = to - options.rangeBlocks + 1n
      const logs = await client.getLogs({
        address: watched.vault,
        event: completedEvent,
        args: { id },
        fromBlock: first > options.startBlock ? first : options.startBlock,
        toBlock: to,
      })
      if (logs[0]) return logs[0].transactionHash
    }
    return undefined
  }

  async function execute(payload: WithdrawalPayload): Promise<{ readonly txHash: Hex }> {
    if (keeper === undefined) throw new Error(`chain ${watched.chainId} has no keeper`)
    try {
      const receipt = await keeper.call({
        address: watched.vault,
        abi: vestVaultAbi,
        functionName: 'withdraw',
        args: [
          payload.requestArgs,
          payload.signer,
          payload.signature,
          payload.signatureProof,
          payload.validatorSignature,
          false,
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
    const txHash = await completionOf(id)
    assert(txHash !== undefined, `withdrawal ${id} is completed without a log`)
    return txHash
  }

  return { sign, execute, completed }
}

const completedEvent = vestVaultAbi.find(
  (item): item is Extract<(typeof vestVaultAbi)[number], { type: 'event'; name: 'Completed' }> =>
    item.type === 'event' && item.name === 'Completed',
)!

export function revertReason(error: unknown): string {
  if (!(error instanceof BaseError)) return 'Reverted'
  const revert = error.walk((cause) => cause instanceof ContractFunctionRevertedError)
  if (!(revert instanceof ContractFunctionRevertedError)) return 'Reverted'
  // The token's own refusals come as Error(string) and are named by their text.
  return revert.data && revert.data.errorName !== 'Error'
    ? revert.data.errorName
    : (revert.reason ?? 'Reverted')
}
