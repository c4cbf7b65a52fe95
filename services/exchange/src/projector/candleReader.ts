/**
 * Candles of any interval, as a chart asks for them: the newest from memory, older ones from the store, those
 * from before live prices from the history. The three never contradict each other; where two hold the same
 * interval the later source holds the whole of it.
 */
import { timeMs, type TimeMs } from '@vest/protocol'
import type { BaseInterval, Candle, CandleHistory, Clock, ReadModelStore, StoredSplit } from '@vest/runtime'
import { closeTimeMs, intervalStartMs } from '../klineTime.ts'
import type { CandleQuery } from '../projectorPort.ts'
import { BASE_MS, foldCandles, FOLDING } from './candleIntervals.ts'
import type { CandleSeries } from './candleSeries.ts'
import type { LiveCandles } from './liveCandles.ts'
import { candleOfToday, pastCandleOfToday } from './splitCandles.ts'

const DAY_MS = 86_400_000

export interface CandleReaderOptions {
  readonly live: LiveCandles
  readonly store: Pick<ReadModelStore, 'candles'>
  readonly history: CandleHistory
  readonly clock: Clock
}

/** Base candles with openTime in [fromMs, toMs], the newest `count` of them. */
interface BaseWindow {
  /** Under which they are kept. */
  readonly symbol: string
  readonly base: BaseInterval
  readonly fromMs: number
  readonly toMs: number
  readonly count: number
}

export function createCandleReader({ live, store, history, clock }: CandleReaderOptions) {
  return async (query: CandleQuery): Promise<readonly Candle[]> => {
    const { symbol, interval, limit } = query
    const { base, count } = FOLDING[interval]
    // Nothing opens later than this; a bound in the far future must not reach the calendar.
    const latestMs = Math.max(clock.nowMs(), live.timeMs ?? 0) + DAY_MS
    const startMs = query.startTimeMs ?? 0
    const endMs = Math.min(query.endTimeMs ?? latestMs, latestMs)
    if (startMs > endMs) return []
    // From the begin of the first interval to the end of the last, so that every candle is whole.
    const window = {
      symbol: live.market(symbol)?.symbol ?? symbol,
      base,
      fromMs: Math.max(0, intervalStartMs(interval, startMs)),
      toMs: closeTimeMs(interval, intervalStartMs(interval, endMs)),
      count: limit * count,
    }
    return foldCandles(await baseCandles(window), interval).slice(-limit)
  }

  /** If fewer than `count` exist all of them are found; an interval cut by `count` is older than `limit` whole ones. */
  async function baseCandles(window: BaseWindow): Promise<Candle[]> {
    const series = live.market(window.symbol)?.series[window.base]
    const recent = series ? recentCandles(series, window) : []
    let found = recent
    const beforeMemoryMs = series && series.length > 0 ? series.openTimeAt(0) - 1 : Number.MAX_SAFE_INTEGER
    const missing = {
      ...window,
      toMs: Math.min(window.toMs, beforeMemoryMs),
      count: window.count - found.length,
    }
    if (missing.count > 0 && missing.toMs >= missing.fromMs)
      found = [...(await storedCandles(missing)), ...found]
    if (found.length < window.count) {
      const beforeFoundMs = Math.min(found[0]?.openTimeMs ?? Number.MAX_SAFE_INTEGER, history.endTimeMs) - 1
      const count = window.count - found.length
      found = [...pastCandles({ ...window, toMs: Math.min(window.toMs, beforeFoundMs), count }), ...found]
    }
    return found
  }

  function splitsOf(symbol: string): readonly StoredSplit[] {
    return live.market(symbol)?.splits ?? []
  }

  async function storedCandles(window: BaseWindow): Promise<readonly Candle[]> {
    const { symbol, base, fromMs, toMs, count } = window
    const page = { startTimeMs: timeMs(fromMs), endTimeMs: timeMs(toMs), limit: count }
    const candles = await store.candles(symbol, base, page)
    const splits = splitsOf(symbol)
    return splits.length === 0 ? candles : candles.map((candle) => candleOfToday(candle, base, splits))
  }

  function pastCandles(window: BaseWindow): readonly Candle[] {
    const splits = splitsOf(window.symbol)
    const candles = untoldPast(window)
    return splits.length === 0 ? candles : candles.map((candle) => pastCandleOfToday(candle, splits))
  }

  /** The history is computed as it is asked for: first the stretch that suffices without gaps, then the rest. */
  function untoldPast({ symbol, base, fromMs, toMs, count }: BaseWindow): readonly Candle[] {
    if (toMs < fromMs) return []
    const sufficientMs = Math.max(fromMs, intervalStartMs(base, toMs) - (count - 1) * BASE_MS[base])
    const near = history.candles(symbol, base, sufficientMs as TimeMs, toMs as TimeMs)
    if (near.length >= count || sufficientMs === fromMs || near.length === 0) return near
    const far = history.candles(symbol, base, fromMs as TimeMs, (sufficientMs - 1) as TimeMs)
    return [...far, ...near].slice(-count)
  }
}

function recentCandles(series: CandleSeries, { fromMs, toMs, count }: BaseWindow): Candle[] {
  const end = series.indexFrom(toMs + 1)
  const start = Math.max(series.indexFrom(fromMs), end - count)
  const candles: Candle[] = []
  for (let index = start; index < end; index += 1) candles.push(series.at(index))
  return candles
}
