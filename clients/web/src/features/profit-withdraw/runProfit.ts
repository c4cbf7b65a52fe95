/**
 * A profit withdrawal as it goes: signed in the wallet, then settled by the exchange at once ([9.7]). Never throws: the
 * last state says how it ended.
 */
import type { TransferRow, Usd6 } from '@vest/protocol'
import { ApiError, TimeoutError, TransportError, type ClientClock, type VestClient } from '@vest/sdk'
import { FrameError } from '../../entities/embedded/frameClient.ts'
import { awaitTransfer } from '../../entities/transfer/awaitTransfer.ts'

export const PROFIT_TIMEOUT_MS = 30_000

export type ProfitEnd =
  /** Pressed away in the wallet. */
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Nothing was heard: it may have been paid. */
  | { readonly kind: 'unknown' }

export interface ProfitState {
  readonly stage: 'sign' | 'settle' | 'paid'
  readonly end: ProfitEnd | undefined
}

export interface ProfitOptions {
  readonly size: Usd6
  readonly withdraw: (size: Usd6) => Promise<{ readonly id: string }>
  readonly client: Pick<VestClient, 'transfers'>
  readonly onTransfer: (listener: () => void) => () => void
  readonly clock: Pick<ClientClock, 'setTimeout' | 'clearTimeout'>
  readonly onState: (state: ProfitState) => void
}

export async function runProfit({
  size,
  withdraw,
  client,
  onTransfer,
  clock,
  onState,
}: ProfitOptions): Promise<ProfitState> {
  let state: ProfitState = { stage: 'sign', end: undefined }
  const become = (next: Partial<ProfitState>): ProfitState => {
    state = { ...state, ...next }
    onState(state)
    return state
  }
  try {
    become({})
    const { id } = await withdraw(size)
    become({ stage: 'settle' })
    await awaitTransfer({
      find: async () =>
        (await client.transfers({ id })).find(
          (row: TransferRow) => row.id.toLowerCase() === id.toLowerCase(),
        ),
      isReached: ({ status }) => status === 'FILLED',
      onChange: onTransfer,
      timeoutMs: PROFIT_TIMEOUT_MS,
      clock,
    })
    return become({ stage: 'paid' })
  } catch (error) {
    return become({ end: endOf(error, state) })
  }
}

function endOf(error: unknown, { stage }: ProfitState): ProfitEnd {
  if (error instanceof FrameError && error.failure === 'userExited') return { kind: 'declined' }
  if (error instanceof ApiError || error instanceof FrameError) return { kind: 'failed', error }
  const isSent = stage === 'settle' || !(error instanceof TransportError) || error.sent
  const isSilence = error instanceof TimeoutError || error instanceof TransportError
  return isSilence && isSent ? { kind: 'unknown' } : { kind: 'failed', error }
}
