/** What lies between two points of the chart: in price, in percent of the first, in bars and in time. */
import { barAt, type Bars } from './barTime.ts'
import type { Anchor } from './drawing.ts'

export interface Measured {
  readonly change: number
  /** Percent with 2 decimals; undefined where the first price is none to measure by. */
  readonly percent2: number | undefined
  readonly bars: number
  readonly durationMs: number
}

export function measureBetween(first: Anchor, second: Anchor, bars: Bars): Measured {
  const change = second.price - first.price
  return {
    change,
    percent2: first.price > 0 ? Math.round((change / first.price) * 10_000) : undefined,
    bars: Math.round((barAt(bars, second.timeMs) ?? 0) - (barAt(bars, first.timeMs) ?? 0)),
    durationMs: second.timeMs - first.timeMs,
  }
}
