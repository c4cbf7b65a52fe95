/**
 * Between time and the bars of the chart. A bar is a float: 2.5 is half-way from the third candle to the fourth, -1
 * is one interval before the first. Where candles are missing the bars stand closer than the time does, as the
 * picture shows them.
 */
import { candleIndexAt, type Candle } from '../candles.ts'

export interface Bars {
  readonly candles: readonly Candle[]
  readonly intervalMs: number
}

/** The bar of a time; without candles there is none. */
export function barAt({ candles, intervalMs }: Bars, timeMs: number): number | undefined {
  if (candles.length === 0) return undefined
  const index = candleIndexAt(candles, timeMs)
  if (index < 0) return (timeMs - candles[0]!.timeMs) / intervalMs
  const from = candles[index]!.timeMs
  const to = candles[index + 1]?.timeMs ?? from + intervalMs
  return index + (timeMs - from) / (to - from)
}

/** The time of a bar, to the millisecond. */
export function timeAt({ candles, intervalMs }: Bars, bar: number): number | undefined {
  if (candles.length === 0) return undefined
  const index = Math.max(0, Math.min(Math.floor(bar), candles.length - 1))
  const from = candles[index]!.timeMs
  // Before the first candle and after the last one all bars are as long as the interval.
  const to = bar < 0 ? undefined : candles[index + 1]?.timeMs
  return Math.round(from + (bar - index) * ((to ?? from + intervalMs) - from))
}

/** The candle that stands at a bar, if there is one. */
export const candleOfBar = ({ candles }: Bars, bar: number): Candle | undefined => candles[Math.round(bar)]
