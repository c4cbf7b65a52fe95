/**
 * A withdrawal as far as the exchange takes it alone: signed, sent, accepted (NEW), approved (VERIFIED). What
 * follows is the owner's own call of the vault, in `WithdrawalApprovedDialog`; or the keeper's, where the owner has no
 * wallet that could pay for it, and then it is seen to the end (FILLED). A lost answer is asked for by
 * nonce; it is never called a failure before the exchange says so.
 */
import {
  CHAIN_SOLANA,
  WITHDRAW_TIMEOUT_MS,
  WITHDRAW_TIMEOUT_SOLANA_MS,
  type FrameFailure,
  type TransferRow,
} from '@vest/protocol'
import {
  ApiError,
  TimeoutError,
  TransportError,
  UnknownOutcomeError,
  ValidationError,
  type ClientClock,
  type VestClient,
  type WithdrawIntent,
} from '@vest/sdk'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { awaitTransfer } from '../../entities/transfer/awaitTransfer.ts'
import { isUserRejection } from '../../entities/wallet/eip1193.ts'

export type WithdrawStage = 'sign' | 'request' | 'approval' | 'approved' | 'paid'

export type WithdrawEnd =
  | { readonly kind: 'declined' }
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'failed'; readonly message: string }
  /** The embedded wallet did not sign. */
  | { readonly kind: 'frame'; readonly failure: FrameFailure }
  /** Nothing was heard: it may have been accepted. */
  | { readonly kind: 'unknown' }
  /** Approval comes later than this view wants to wait, or at a known time. */
  | { readonly kind: 'later'; readonly eligibleTimeMs: number | undefined }

export interface WithdrawState {
  readonly stage: WithdrawStage
  readonly id: string | undefined
  readonly end: WithdrawEnd | undefined
}

export interface WithdrawOptions {
  /** Signs by the session key, or by the wallet where the recipient is another address. */
  readonly client: Pick<VestClient, 'withdraw' | 'transfers' | 'resolveLostWithdraw'>
  readonly intent: WithdrawIntent
  readonly onTransfer: (listener: () => void) => () => void
  readonly clock: Pick<ClientClock, 'setTimeout' | 'clearTimeout'>
  readonly onState: (state: WithdrawState) => void
}

/** Runs to approval or to whatever ends it before; never throws, the last state says how it ended. */
export async function runWithdraw({
  client,
  intent,
  onTransfer,
  clock,
  onState,
}: WithdrawOptions): Promise<WithdrawState> {
  let state: WithdrawState = { stage: 'sign', id: undefined, end: undefined }
  const become = (next: Partial<WithdrawState>): WithdrawState => {
    state = { ...state, ...next }
    onState(state)
    return state
  }
  const wait = (
    id: string,
    isReached: (transfer: TransferRow) => boolean,
    timeoutMs = WITHDRAW_TIMEOUT_MS,
  ): Promise<TransferRow> =>
    awaitTransfer({
      find: async () =>
        (await client.transfers({ id })).find((row) => row.id.toLowerCase() === id.toLowerCase()),
      isReached,
      onChange: onTransfer,
      timeoutMs,
      clock,
    })
  become({})
  try {
    const id = await request(client, intent, () => become({ stage: 'request' }))
    if (id === undefined) return become({ end: { kind: 'refused', code: 0 } })
    become({ stage: 'request', id })
    const isToSolana = intent.chainId === CHAIN_SOLANA
    const accepted = await wait(id, () => true, isToSolana ? WITHDRAW_TIMEOUT_SOLANA_MS : WITHDRAW_TIMEOUT_MS)
    become({ stage: 'approval' })
    if (accepted.eligibleTime !== null && accepted.status === 'NEW')
      return become({ end: { kind: 'later', eligibleTimeMs: accepted.eligibleTime } })
    await wait(id, ({ status }) => status === 'VERIFIED' || status === 'FILLED')
    become({ stage: 'approved' })
    if (!intent.execute) return state
    await wait(id, ({ status }) => status === 'FILLED')
    return become({ stage: 'paid' })
  } catch (error) {
    return become({ end: endOf(error, state) })
  }
}

/** The id of the accepted request; undefined when a lost one turned out never to have been executed. */
async function request(
  client: WithdrawOptions['client'],
  intent: WithdrawIntent,
  onLost: () => void,
): Promise<string | undefined> {
  try {
    return (await client.withdraw(intent)).id
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error
    onLost()
    const outcome = await client.resolveLostWithdraw(error)
    return outcome.kind === 'executed' ? outcome.transfer.id : undefined
  }
}

function endOf(error: unknown, { stage, id }: WithdrawState): WithdrawEnd {
  if (error instanceof ApiError) return { kind: 'refused', code: error.code }
  if (error instanceof TimeoutError)
    return stage === 'approval' || stage === 'approved'
      ? { kind: 'later', eligibleTimeMs: undefined }
      : { kind: 'unknown' }
  if (error instanceof FrameError) return { kind: 'frame', failure: error.failure }
  if (isUserRejection(error)) return { kind: 'declined' }
  if (error instanceof TransportError)
    return id === undefined && !error.sent ? { kind: 'unreachable' } : { kind: 'unknown' }
  if (error instanceof ValidationError || error instanceof Error)
    return { kind: 'failed', message: error.message }
  return { kind: 'failed', message: '' }
}
