/** What a trader should know of a market before an order, beyond what the button says. Pure. */
import type { Ticker } from '../../live/index.ts'

export type MarketNoticeKind =
  /** Shut by the calendar; opens again. */
  | 'closed'
  /** Stands still without a plan, or waits for prices that agree. */
  | 'halted'
  | 'cancelOnly'
  | 'reduceOnly'
  | 'postOnly'
  /** Closes soon: the price may jump until it opens again. */
  | 'closesSoon'
  /** Trades, but thinner than in its regular session. */
  | 'offHours'

/** From so long before the close on it is worth a sentence. */
export const CLOSES_SOON_MS = 30 * 60_000

/** The weightiest that holds; undefined where there is nothing to say. */
export function marketNoticeOf(ticker: Ticker | undefined, nowMs: number): MarketNoticeKind | undefined {
  if (ticker === undefined) return undefined
  const { status, mode, session, nextSession } = ticker
  if (session === 'CLOSED') return 'closed'
  if (status === 'HALT') return 'halted'
  if (mode === 'CANCEL_ONLY') return 'cancelOnly'
  if (mode === 'REDUCE_ONLY') return 'reduceOnly'
  if (mode === 'POST_ONLY') return 'postOnly'
  if (nextSession?.session === 'CLOSED' && nextSession.timeMs - nowMs <= CLOSES_SOON_MS) return 'closesSoon'
  return session === 'EXTENDED' || session === 'OVERNIGHT' ? 'offHours' : undefined
}
