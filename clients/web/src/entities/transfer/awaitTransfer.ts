/**
 * Waits until a transfer has got as far as expected ([4.7]): asked at once, again at every event, and every two
 * seconds in case no event comes. Silence ends in TimeoutError (901), which says that nothing is known, not that
 * it failed.
 */
import { TRANSFER_POLL_MS, type TransferRow } from '@vest/protocol'
import { ApiError, TimeoutError, TransportError, type ClientClock } from '@vest/sdk'

export interface AwaitTransferOptions {
  /** Reads the transfer; undefined while the exchange does not know it. */
  readonly find: () => Promise<TransferRow | undefined>
  readonly isReached: (transfer: TransferRow) => boolean
  /** Calls back whenever any transfer has changed; answers how to stop. */
  readonly onChange: (listener: () => void) => () => void
  readonly timeoutMs: number
  readonly clock: Pick<ClientClock, 'setTimeout' | 'clearTimeout'>
  /** The view is gone; the promise then never settles. */
  readonly signal?: AbortSignal
}

/** Throws ApiError with the transfer's own code when it was REJECTED, TimeoutError after `timeoutMs`. */
export function awaitTransfer(options: AwaitTransferOptions): Promise<TransferRow> {
  const { find, isReached, onChange, timeoutMs, clock, signal } = options
  return new Promise((resolve, reject) => {
    let isDone = false
    let isAsking = false
    let hasChanged = false
    let pollTimer: unknown
    const finish = (settle: () => void): void => {
      if (isDone) return
      isDone = true
      stop()
      clock.clearTimeout(limit)
      clock.clearTimeout(pollTimer)
      settle()
    }
    const ask = async (): Promise<void> => {
      clock.clearTimeout(pollTimer)
      if (isAsking) {
        hasChanged = true
        return
      }
      isAsking = true
      hasChanged = false
      try {
        const transfer = await find()
        if (transfer?.status === 'REJECTED')
          finish(() => reject(new ApiError(transfer.code ?? 0, { httpStatus: 200 })))
        else if (transfer !== undefined && isReached(transfer)) finish(() => resolve(transfer))
      } catch (error) {
        // A read that brought no answer is no verdict on the transfer; the next one may bring it.
        if (!(error instanceof TransportError || error instanceof TimeoutError)) finish(() => reject(error))
      } finally {
        isAsking = false
      }
      if (isDone) return
      if (hasChanged) void ask()
      else pollTimer = clock.setTimeout(() => void ask(), TRANSFER_POLL_MS)
    }
    const stop = onChange(() => void ask())
    const limit = clock.setTimeout(() => finish(() => reject(new TimeoutError())), timeoutMs)
    signal?.addEventListener('abort', () => finish(() => undefined), { once: true })
    void ask()
  })
}
