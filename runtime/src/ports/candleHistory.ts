/**
 * Candles from before the first live mark. On devnet they are computed from the seed on demand; a production
 * deployment has none, or those of a vendor. Only live candles are stored.
 */
import type { Lots, Ticks, TimeMs, Usd6 } from '@vest/protocol'

export interface Candle {
  readonly openTimeMs: TimeMs
  readonly open: Ticks
  readonly high: Ticks
  readonly low: Ticks
  readonly close: Ticks
  readonly volume: Lots
  readonly quoteVolume: Usd6
  readonly trades: number
}

/** The three stored resolutions; every other interval is folded from the largest that divides it. */
export type BaseInterval = '1m' | '1h' | '1d'

export interface CandleHistory {
  /** Ends (exclusive) where live candles begin; the last close joins the first live mark. */
  readonly endTimeMs: TimeMs
  /** Candles with openTime in [from, to], oldest first; none outside 1m: a week, 1h: a quarter, 1d: two years. */
  candles(symbol: string, interval: BaseInterval, fromMs: TimeMs, toMs: TimeMs): readonly Candle[]
}
