/**
 * From the receipt of a deposit from Solana to its credit: the exchange is told of the transaction, which only spares the
 * wait for its own watcher, and the transfer with that hash is followed until it is FILLED ([4.7], [9.7]). What is not heard
 * of in time is unknown, never failed.
 */
import {
  DEPOSIT_PROGRESS_SOLANA_MS,
  DEPOSIT_TIMEOUT_SOLANA_MS,
  REFUSAL,
  type IdResponse,
  type TransferRow,
} from '@vest/protocol'
import { ApiError, type ClientClock } from '@vest/sdk'
import { awaitTransfer } from '../../entities/transfer/awaitTransfer.ts'

export type SolanaCredit =
  | { readonly kind: 'moving' }
  | { readonly kind: 'credited' }
  | { readonly kind: 'refused'; readonly code: number }
  | { readonly kind: 'unknown' }

export interface SolanaCreditOptions {
  readonly signature: string
  /** Tells the exchange of the transaction. */
  readonly claim: (signature: string) => Promise<IdResponse>
  readonly readDeposits: () => Promise<readonly TransferRow[]>
  readonly onTransfer: (listener: () => void) => () => void
  readonly clock: Pick<ClientClock, 'setTimeout' | 'clearTimeout'>
  readonly onCredit: (credit: SolanaCredit) => void
  /** It takes longer than it is said to. */
  readonly onLong: () => void
}

/** Runs to its end; never throws, the last state says how it ended. */
export async function followSolanaCredit(options: SolanaCreditOptions): Promise<void> {
  const { signature, clock, onCredit } = options
  onCredit({ kind: 'moving' })
  const long = clock.setTimeout(options.onLong, DEPOSIT_PROGRESS_SOLANA_MS)
  const stop = new AbortController()
  const refused = options.claim(signature).then(
    () => undefined,
    // Taken already is credited already; without an answer the watcher finds it by itself.
    (error: unknown) =>
      error instanceof ApiError && error.code === REFUSAL.INVALID_TRANSACTION ? error : undefined,
  )
  const credited = awaitTransfer({
    find: async () => (await options.readDeposits()).find(({ txHash }) => txHash === signature),
    isReached: ({ status }) => status === 'FILLED',
    onChange: options.onTransfer,
    timeoutMs: DEPOSIT_TIMEOUT_SOLANA_MS,
    clock,
    signal: stop.signal,
  })
  try {
    await Promise.race([
      credited,
      refused.then((error) => (error === undefined ? credited : Promise.reject(error))),
    ])
    onCredit({ kind: 'credited' })
  } catch (error) {
    onCredit(error instanceof ApiError ? { kind: 'refused', code: error.code } : { kind: 'unknown' })
  } finally {
    stop.abort()
    clock.clearTimeout(long)
  }
}
