/** Which base resolution an interval is folded from, and how candles are put together. */
import { ticks, lots, usd6, type KlineInterval } from '@vest/protocol'
import type { BaseInterval, Candle } from '@vest/runtime'
import { intervalStartMs } from '../klineTime.ts'

export const BASE_INTERVALS: readonly BaseInterval[] = ['1m', '1h', '1d']
export const BASE_MS: Readonly<Record<BaseInterval, number>> = {
  '1m': 60_000,
  '1h': 3_600_000,
  '1d': 86_400_000,
}

interface Folding {
  /** The largest base that divides the interval. */
  readonly base: BaseInterval
  /** At most so many base candles make one candle. */
  readonly count: number
}
export const FOLDING: Readonly<Record<KlineInterval, Folding>> = {
  '1m': { base: '1m', count: 1 },
  '3m': { base: '1m', count: 3 },
  '5m': { base: '1m', count: 5 },
  '15m': { base: '1m', count: 15 },
  '30m': { base: '1m', count: 30 },
  '1h': { base: '1h', count: 1 },
  '2h': { base: '1h', count: 2 },
  '4h': { base: '1h', count: 4 },
  '6h': { base: '1h', count: 6 },
  '8h': { base: '1h', count: 8 },
  '12h': { base: '1h', count: 12 },
  '1d': { base: '1d', count: 1 },
  '3d': { base: '1d', count: 3 },
  '1w': { base: '1d', count: 7 },
  '1M': { base: '1d', count: 31 },
}

/** One candle over two stretches of the same interval, the earlier one first. */
export const joinCandles = (earlier: Candle, later: Candle): Candle => ({
  openTimeMs: earlier.openTimeMs,
  open: earlier.open,
  high: ticks(Math.max(earlier.high, later.high)),
  low: ticks(Math.min(earlier.low, later.low)),
  close: later.close,
  volume: lots(earlier.volume + later.volume),
  quoteVolume: usd6(earlier.quoteVolume + later.quoteVolume),
  trades: earlier.trades + later.trades,
})

/** Base candles, oldest first, as candles of `interval`, each opening where its interval does. */
export function foldCandles(base: readonly Candle[], interval: KlineInterval): Candle[] {
  const folded: Candle[] = []
  for (const candle of base) {
    const openTimeMs = intervalStartMs(interval, candle.openTimeMs) as Candle['openTimeMs']
    const last = folded.at(-1)
    if (last?.openTimeMs === openTimeMs) folded[folded.length - 1] = joinCandles(last, candle)
    else folded.push(candle.openTimeMs === openTimeMs ? candle : { ...candle, openTimeMs })
  }
  return folded
}
