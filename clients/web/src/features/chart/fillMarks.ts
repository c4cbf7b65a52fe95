/** Own fills as marks at their candles: of one candle, one mark for what was bought and one for what was sold. */
import { lots, ticks, type Lots, type Ticks } from '@vest/protocol'
import { candleIndexAt, type Candle } from './candles.ts'

export interface OwnFill {
  readonly isBuy: boolean
  readonly price: Ticks
  readonly size: Lots
  readonly timeMs: number
}

export interface FillMark {
  /** Open time of the candle. */
  readonly timeMs: number
  readonly isBuy: boolean
  readonly size: Lots
  /** Average by size, rounded down. */
  readonly price: Ticks
}

/** Ascending, as the chart library wants them; a fill before the first candle has no place yet. */
export function fillMarks(fills: readonly OwnFill[], candles: readonly Candle[]): readonly FillMark[] {
  const sums = new Map<string, { timeMs: number; isBuy: boolean; size: number; value: bigint }>()
  for (const fill of fills) {
    const candle = candleAt(candles, fill.timeMs)
    if (candle === undefined) continue
    const key = `${candle.timeMs} ${fill.isBuy}`
    const sum = sums.get(key) ?? { timeMs: candle.timeMs, isBuy: fill.isBuy, size: 0, value: 0n }
    sum.size += fill.size
    sum.value += BigInt(fill.price) * BigInt(fill.size)
    sums.set(key, sum)
  }
  return [...sums.values()]
    .map(({ timeMs, isBuy, size, value }) => ({
      timeMs,
      isBuy,
      size: lots(size),
      price: ticks(Number(value / BigInt(size))),
    }))
    .sort((a, b) => a.timeMs - b.timeMs || Number(b.isBuy) - Number(a.isBuy))
}

/** The last candle that had begun. */
export const candleAt = (candles: readonly Candle[], timeMs: number): Candle | undefined =>
  candles[candleIndexAt(candles, timeMs)]
