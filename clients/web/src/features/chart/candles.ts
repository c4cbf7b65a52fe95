/**
 * Candles for drawing: the wire's texts as floats, which is all a picture needs. REST and socket order their
 * tuples differently; both end here.
 */
import type { KlineMessage, KlineRow, KlineInterval } from '@vest/protocol'

export interface Candle {
  readonly timeMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  /** Base units. */
  readonly volume: number
}

export const CHART_INTERVALS = [
  '1m',
  '5m',
  '15m',
  '1h',
  '4h',
  '1d',
  '1w',
] as const satisfies readonly KlineInterval[]
export type ChartInterval = (typeof CHART_INTERVALS)[number]

const MINUTE_MS = 60_000
/** From one candle to the next. */
export const INTERVAL_MS: Readonly<Record<ChartInterval, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '4h': 240 * MINUTE_MS,
  '1d': 1_440 * MINUTE_MS,
  '1w': 10_080 * MINUTE_MS,
}

export const isChartInterval = (value: string): value is ChartInterval =>
  (CHART_INTERVALS as readonly string[]).includes(value)

/** 1d reads as 1D in the toolbar: a capital keeps days and minutes apart. */
export const intervalLabel = (interval: ChartInterval): string => interval.replace('d', 'D').replace('w', 'W')

export const candleOfRow = ([timeMs, open, high, low, close, volume]: KlineRow): Candle => ({
  timeMs,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
})

export const candleOfMessage = ([timeMs, open, high, low, close, , volume]: KlineMessage): Candle => ({
  timeMs,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
})

/** Older and newer candles as one ascending list, each open time once; the newer list wins. */
export function mergeCandles(held: readonly Candle[], arrived: readonly Candle[]): readonly Candle[] {
  const byTime = new Map(held.map((candle) => [candle.timeMs, candle]))
  for (const candle of arrived) byTime.set(candle.timeMs, candle)
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs)
}

/**
 * A page that was read, beside what is held. A candle never opens otherwise than it has opened; where one does, the
 * shares have been split, and all that is held is told in those of before.
 */
export function joinPage(held: readonly Candle[], page: readonly Candle[]): readonly Candle[] {
  const opens = new Map(held.map(({ timeMs, open }) => [timeMs, open]))
  const isRetold = page.some(({ timeMs, open }) => (opens.get(timeMs) ?? open) !== open)
  return isRetold ? page : mergeCandles(held, page)
}

/** Place of the last candle that had begun; -1 before the first. */
export function candleIndexAt(candles: readonly Pick<Candle, 'timeMs'>[], timeMs: number): number {
  let low = 0
  let high = candles.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (candles[middle]!.timeMs <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}
