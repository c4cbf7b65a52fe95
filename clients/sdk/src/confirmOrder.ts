/**
 * What became of an accepted order ([4.4]), and what became of one whose answer was lost.
 *
 * The private feed usually says first; polling covers its absence: every 1.5 s, first after 1.5 s, given up
 * after 10 s. An order without a word after 30 s is a TimeoutError (901), which is not a failure: it may still
 * be executed.
 */
import {
  CLOCK_AHEAD_MAX_MS,
  CONFIRMATION_TIMEOUT_MS,
  ORDER_POLL_DELAY_MS,
  ORDER_POLL_EXPIRY_MS,
  ORDER_POLL_MS,
  REFUSAL,
} from '@vest/protocol'
import type { LpOrderRow, OrderEvent, OrderRow, OrderStatus, OrderType, TransferRow } from '@vest/protocol'
import type { SentCalls } from './calls/index.ts'
import { wait } from './clientClock.ts'
import { ApiError, TimeoutError, TransportError, type UnknownOutcomeError } from './errors.ts'
import type { Http } from './http.ts'
import type { lp } from './lp.ts'
import { sameId, type orders } from './orders.ts'
import type { transfers } from './transfers.ts'

/** Order events as the private feed brings them; returns how to stop listening. */
export type OrderEventSource = (listener: (event: OrderEvent) => void) => () => void

export interface ConfirmOptions {
  /** What to wait for: a market order's fill, or any other order's place in the book. */
  readonly expect: OrderType
  /** For example `(listener) => feed.onOrder(listener)`. */
  readonly events?: OrderEventSource | undefined
  readonly signal?: AbortSignal | undefined
}

/** The order as confirmed: a full row from polling, or the fields that an event has. */
export type ConfirmedOrder = OrderRow | OrderEvent

/** `executed`: the row; `refused`: it was not executed and, its window being over, never will be. */
export type LostOrderOutcome =
  { readonly kind: 'executed'; readonly order: OrderRow } | { readonly kind: 'refused' }
export type LostTransferOutcome =
  { readonly kind: 'executed'; readonly transfer: TransferRow } | { readonly kind: 'refused' }

export type LostLpOrderOutcome =
  { readonly kind: 'executed'; readonly order: LpOrderRow } | { readonly kind: 'refused' }

export interface ConfirmationCalls {
  readonly http: Http
  readonly orders: SentCalls['orders']
  readonly findOrderByNonce: ReturnType<typeof orders>['findOrderByNonce']
  readonly findTransferByNonce: ReturnType<typeof transfers>['findTransferByNonce']
  readonly findLpOrderByNonce: ReturnType<typeof lp>['findLpOrderByNonce']
}

export const confirmation = (calls: ConfirmationCalls) => ({
  /**
   * Waits until the order has the expected status ([4.4]). Throws ApiError with the order's own code when it
   * was REJECTED or cancelled by the exchange, ApiError 900 when the exchange answers for another order,
   * TimeoutError (901) after 30 s.
   */
  confirmOrder: (id: string, options: ConfirmOptions): Promise<ConfirmedOrder> =>
    confirmOrder(calls, id, options),

  /**
   * Resolves a lost `placeOrder` by its nonce: every 1.5 s for 30 s. "Not found" is definite only once the
   * exchange could no longer accept the message. Throws TimeoutError (901) when the exchange stays silent.
   */
  resolveLostOrder: async (error: UnknownOutcomeError, signal?: AbortSignal): Promise<LostOrderOutcome> => {
    const order = await resolveLost(
      calls.http,
      error,
      () => calls.findOrderByNonce(error.write.nonce, error.write.signer),
      signal,
    )
    return order === undefined ? { kind: 'refused' } : { kind: 'executed', order }
  },

  /** The same for a lost `withdraw`. */
  resolveLostWithdraw: async (
    error: UnknownOutcomeError,
    signal?: AbortSignal,
  ): Promise<LostTransferOutcome> => {
    const transfer = await resolveLost(
      calls.http,
      error,
      () => calls.findTransferByNonce(error.write.nonce, error.write.signer),
      signal,
    )
    return transfer === undefined ? { kind: 'refused' } : { kind: 'executed', transfer }
  },

  /** The same for a lost `placeLpOrder`. */
  resolveLostLpOrder: async (
    error: UnknownOutcomeError,
    signal?: AbortSignal,
  ): Promise<LostLpOrderOutcome> => {
    const order = await resolveLost(
      calls.http,
      error,
      () => calls.findLpOrderByNonce(error.write.nonce, error.write.signer),
      signal,
    )
    return order === undefined ? { kind: 'refused' } : { kind: 'executed', order }
  },
})

async function confirmOrder(
  calls: ConfirmationCalls,
  id: string,
  options: ConfirmOptions,
): Promise<ConfirmedOrder> {
  const { clock } = calls.http
  const done = new AbortController()
  const abandon = (): void => done.abort(options.signal?.reason)
  options.signal?.addEventListener('abort', abandon, { once: true })
  if (options.signal?.aborted) abandon()
  let stopListening: (() => void) | undefined
  let timer: unknown
  try {
    return await new Promise<ConfirmedOrder>((resolve, reject) => {
      done.signal.addEventListener('abort', () => reject(done.signal.reason), { once: true })
      if (done.signal.aborted) return reject(done.signal.reason)
      const judge = (order: ConfirmedOrder): void => {
        const verdict = verdictOf(order, options.expect)
        if (verdict === 'reached') resolve(order)
        else if (verdict === 'refused') reject(new ApiError(order.code ?? 0, { httpStatus: 200 }))
      }
      timer = clock.setTimeout(() => reject(new TimeoutError()), CONFIRMATION_TIMEOUT_MS)
      stopListening = options.events?.((event) => {
        if (sameId(event.id, id)) judge(event)
      })
      pollOrder(calls, id, done.signal, judge).catch(reject)
    })
  } finally {
    options.signal?.removeEventListener('abort', abandon)
    clock.clearTimeout(timer)
    stopListening?.()
    done.abort()
  }
}

async function pollOrder(
  calls: ConfirmationCalls,
  id: string,
  signal: AbortSignal,
  judge: (order: OrderRow) => void,
): Promise<void> {
  const { clock } = calls.http
  const startMs = clock.now()
  let delayMs = ORDER_POLL_DELAY_MS
  while (clock.now() - startMs + delayMs <= ORDER_POLL_EXPIRY_MS) {
    try {
      await wait(clock, delayMs, signal)
      const rows = await calls.orders({ id })
      if (signal.aborted) return
      const row = rows.find((candidate) => sameId(candidate.id, id))
      if (row === undefined && rows.length > 0) throw new ApiError(REFUSAL.ORDER_ID_MISMATCH)
      if (row !== undefined) judge(row)
    } catch (error) {
      if (signal.aborted) return
      // A read that brought no answer is no verdict; the next poll, the feed or the time limit decides.
      if (!isUnanswered(error)) throw error
    }
    delayMs = ORDER_POLL_MS
  }
}

type Verdict = 'reached' | 'refused' | 'open'

/** A market order waits for FILLED; any other for its place in the book, which any later status proves too. */
function verdictOf(
  order: {
    readonly status: OrderStatus
    readonly code?: number | null | undefined
    readonly filledSize?: string | undefined
  },
  expect: OrderType,
): Verdict {
  switch (order.status) {
    case 'REJECTED':
      return 'refused'
    case 'FILLED':
      return 'reached'
    case 'CANCELLED':
      // Of an immediate-or-cancel order the rest is cancelled with a code, and what filled stands.
      if (expect !== 'MARKET' && /[1-9]/.test(order.filledSize ?? '')) return 'reached'
      // A limit order that its owner cancelled had been accepted; one that the exchange cancelled has a code.
      return expect === 'MARKET' || typeof order.code === 'number' ? 'refused' : 'reached'
    case 'NEW':
    case 'PARTIALLY_FILLED':
      return expect === 'MARKET' ? 'open' : 'reached'
  }
}

async function resolveLost<Row>(
  http: Http,
  error: UnknownOutcomeError,
  find: () => Promise<Row | undefined>,
  signal: AbortSignal | undefined,
): Promise<Row | undefined> {
  const { clock, time } = http
  const { timeMs, recvWindowMs } = error.write
  // Past this moment of the exchange's time the message is refused with 1132 wherever it still travels; the
  // slack covers the error of our idea of that time. For what is being written the exchange waits before it says no.
  const deadMs = timeMs + recvWindowMs + CLOCK_AHEAD_MAX_MS + ORDER_POLL_MS
  const startMs = clock.now()
  const limitMs = Math.max(CONFIRMATION_TIMEOUT_MS, deadMs - time.now() + 2 * ORDER_POLL_MS)
  for (;;) {
    const askedMs = time.now()
    try {
      const row = await find()
      if (row !== undefined) return row
      if (askedMs > deadMs) return undefined
    } catch (failure) {
      if (!isUnanswered(failure)) throw failure
    }
    if (clock.now() - startMs + ORDER_POLL_MS > limitMs) throw new TimeoutError({ cause: error })
    await wait(clock, ORDER_POLL_MS, signal)
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof TransportError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && (error.code === REFUSAL.TOO_MANY_REQUESTS || error.httpStatus >= 500))
