/**
 * Candles across share splits. What was traded before one is told in the shares of today, so that neither a chart nor
 * the figures of a day show a fall by which no trader has lost.
 *
 *     price' = price · old / new, half up, one tick at least      volume' = volume · new / old, half up
 *     the quote volume stays what it is
 *
 * The store keeps a candle in the shares of the moment at which it ended: a split changes nothing that is written, and
 * a reader applies those that came later, in their order.
 */
import { scaledBack, splitPrice, type Split } from '@vest/formulas'
import { lots } from '@vest/protocol'
import type { BaseInterval, Candle, StoredSplit } from '@vest/runtime'
import { BASE_MS } from './candleIntervals.ts'

/** The candle in the shares that there are after the split. */
export function splitCandle(candle: Candle, split: Split): Candle {
  return {
    ...candle,
    open: splitPrice(candle.open, split),
    high: splitPrice(candle.high, split),
    low: splitPrice(candle.low, split),
    close: splitPrice(candle.close, split),
    volume: lots(scaledBack(candle.volume, { newShares: split.oldShares, oldShares: split.newShares })),
  }
}

/** When the interval of a candle ends: from then on a split changes how it is told, before that it runs on. */
export const candleEndMs = (interval: BaseInterval, openTimeMs: number): number =>
  openTimeMs + BASE_MS[interval]

/** A candle of the store in the shares of today; `splits` are all of its market, oldest first. */
export function candleOfToday(
  candle: Candle,
  interval: BaseInterval,
  splits: readonly StoredSplit[],
): Candle {
  const endMs = candleEndMs(interval, candle.openTimeMs)
  return splits.reduce((told, split) => (split.timeMs >= endMs ? splitCandle(told, split) : told), candle)
}

/** A candle from before live prices, which no split has touched yet. */
export const pastCandleOfToday = (candle: Candle, splits: readonly StoredSplit[]): Candle =>
  splits.reduce(splitCandle, candle)
