/**
 * The running candles of one market: three base series that every sample of the mark and every trade goes
 * into, and the note of what the store has not seen yet.
 *
 * A sample opens the interval it is the first of. Where the interval had begun before live prices did, its
 * candle goes on from the history's, so that one candle tells the whole interval. The history ends before the
 * first mark comes; until then its last price stands, so the series has no hole and no jump where they meet.
 */
import type { Lots, MarketStatus, Ticks, TimeMs, Usd6 } from '@vest/protocol'
import { splitPrice, type Split } from '@vest/formulas'
import type { BaseInterval, Candle, CandleHistory, StoredCandle, StoredSplit } from '@vest/runtime'
import { intervalStartMs } from '../klineTime.ts'
import { BASE_INTERVALS, BASE_MS } from './candleIntervals.ts'
import { candleOf, createCandleSeries, sampled, type CandleSeries } from './candleSeries.ts'
import { candleEndMs, candleOfToday, pastCandleOfToday, splitCandle } from './splitCandles.ts'

/** A first mark that comes later ends no slow start but a stop, in which no price stood. */
const JOINED_MS_MAX = BASE_MS['1d']

/** Those that begin and end within what is joined, and the running one. */
const joinedAtMost = (interval: BaseInterval): number => JOINED_MS_MAX / BASE_MS[interval] + 2

/**
 * 1m: the 24 h of the statistics and a little more; 1d: the longest interval folded from them. Each holds at least what
 * a late first mark joins to the history at once, for a candle must not leave memory before the store has it.
 */
export const SERIES_CAPACITY: Readonly<Record<BaseInterval, number>> = {
  '1m': Math.max(1_500, joinedAtMost('1m')),
  '1h': joinedAtMost('1h'),
  '1d': 40,
}

/** How far the history reaches back before the first live candle. */
const pastMs = (interval: BaseInterval): number => (SERIES_CAPACITY[interval] - 1) * BASE_MS[interval]

export interface MarketCandles {
  /** The first that it had: its candles are kept and its history is known under that one. */
  readonly symbol: string
  readonly series: Readonly<Record<BaseInterval, CandleSeries>>
  /** Grows with every change that a candle shows. */
  readonly version: number
  readonly mark: Ticks | undefined
  /** The minutes before the first live one were fetched from the history, as far as there is room. */
  readonly hasPast: boolean
  /** A candle has left memory that the store has not seen: until it has, it cannot be read. */
  readonly isBeyondMemory: boolean
  readonly status: MarketStatus
  /** Share splits of the market, oldest first. */
  readonly splits: readonly StoredSplit[]
  setStatus(status: MarketStatus): void
  /** A mark that holds at `atMs`; times never decrease. */
  sample(mark: Ticks, atMs: TimeMs): void
  trade(trade: { readonly price: Ticks; readonly size: Lots; readonly value: Usd6 }, atMs: TimeMs): void
  /** From here on everything is told in other shares: what is past as well, and what runs goes on in them. */
  split(split: Split, atMs: TimeMs): void
  /** Candles that changed since the last call, each as it is now, or as it was when it ended. */
  takeChanged(): StoredCandle[]
  restoreSplits(splits: readonly StoredSplit[]): void
  /** Puts what the store holds in place, after the splits and before the first sample; the running candles are its last ones. */
  restore(interval: BaseInterval, candles: readonly Candle[]): void
  /** Fills the room before the oldest candle from the history; does so once. */
  reachBack(interval: BaseInterval): void
}

export function createMarketCandles(symbol: string, history: CandleHistory): MarketCandles {
  const series = {
    '1m': createCandleSeries(SERIES_CAPACITY['1m']),
    '1h': createCandleSeries(SERIES_CAPACITY['1h']),
    '1d': createCandleSeries(SERIES_CAPACITY['1d']),
  }
  const isChanged: Record<BaseInterval, boolean> = { '1m': false, '1h': false, '1d': false }
  const hasReachedBack: Record<BaseInterval, boolean> = { '1m': false, '1h': false, '1d': false }
  /** The oldest candle that the store has not seen. */
  const unseenFromMs: Record<BaseInterval, number | undefined> = {
    '1m': undefined,
    '1h': undefined,
    '1d': undefined,
  }
  let isBeyondMemory = false
  let closed: StoredCandle[] = []
  const splits: StoredSplit[] = []
  let mark: Ticks | undefined
  let version = 0
  let status: MarketStatus = 'TRADING'
  /** Between history and first mark: then there is no price that stood all the time; nor is there after a split. */
  let wasHalted = false

  const lastAsStored = (interval: BaseInterval): StoredCandle => ({
    ...series[interval].last()!,
    symbol,
    interval,
  })

  const pastCandles = (interval: BaseInterval, fromMs: number, toMs: number): readonly Candle[] => {
    const candles = history.candles(symbol, interval, fromMs as TimeMs, toMs as TimeMs)
    return splits.length === 0 ? candles : candles.map((candle) => pastCandleOfToday(candle, splits))
  }
  function openCandle(interval: BaseInterval, openTimeMs: number, first: Ticks): void {
    if (isChanged[interval]) closed.push(lastAsStored(interval))
    const begun =
      openTimeMs < history.endTimeMs ? pastCandles(interval, openTimeMs, openTimeMs).at(-1) : undefined
    series[interval].push(begun ? sampled(begun, first) : candleOf(openTimeMs, first))
    if ((unseenFromMs[interval] ?? Infinity) < series[interval].openTimeAt(0)) isBeyondMemory = true
  }
  /** The last candle is another now. */
  function noteChange(interval: BaseInterval): void {
    isChanged[interval] = true
    unseenFromMs[interval] ??= series[interval].lastOpenTime()!
  }
  /** The intervals between the end of the history and the first mark, at the price that stood in them. */
  function joinHistory(atMs: TimeMs): void {
    const lastClose = pastCandles('1m', history.endTimeMs - BASE_MS['1m'], history.endTimeMs - 1).at(
      -1,
    )?.close
    if (lastClose === undefined || wasHalted || splits.length > 0 || atMs - history.endTimeMs > JOINED_MS_MAX)
      return
    for (const interval of BASE_INTERVALS) {
      const stepMs = BASE_MS[interval]
      const fromMs = intervalStartMs(interval, history.endTimeMs + stepMs - 1)
      for (let openTimeMs = fromMs; openTimeMs <= atMs; openTimeMs += stepMs) {
        openCandle(interval, openTimeMs, lastClose)
        noteChange(interval)
      }
    }
  }
  /** The running candle of each base is that of `atMs` afterwards. */
  function sample(next: Ticks, atMs: TimeMs): void {
    const isFirst = mark === undefined
    if (isFirst) joinHistory(atMs)
    const isSame = next === mark
    mark = next
    for (const interval of BASE_INTERVALS) {
      const openTimeMs = intervalStartMs(interval, atMs)
      const lastOpenMs = series[interval].lastOpenTime()
      if (lastOpenMs === undefined || lastOpenMs < openTimeMs) openCandle(interval, openTimeMs, next)
      else if (isSame) continue
      else series[interval].sampleLast(next)
      noteChange(interval)
      version += 1
      // What was fetched before the first mark reaches as far back as it would have afterwards.
      if (isFirst && hasReachedBack[interval]) series[interval].dropBefore(openTimeMs - pastMs(interval))
    }
  }

  return {
    symbol,
    series,
    get status() {
      return status
    },
    setStatus(next) {
      status = next
      wasHalted ||= next === 'HALT'
    },
    splits,
    get version() {
      return version
    },
    get isBeyondMemory() {
      return isBeyondMemory
    },
    get mark() {
      return mark
    },
    get hasPast() {
      return hasReachedBack['1m']
    },
    sample,
    trade({ price, size, value }, atMs) {
      // The mark in force opens the interval of a trade that comes before any sample of it.
      sample(mark ?? price, atMs)
      for (const interval of BASE_INTERVALS) {
        series[interval].tradeLast(size, value)
        noteChange(interval)
      }
      version += 1
    },
    split({ newShares, oldShares }, atMs) {
      const split = { symbol, number: splits.length + 1, timeMs: atMs, newShares, oldShares }
      for (const interval of BASE_INTERVALS) {
        const last = series[interval].last()
        const isOver = last !== undefined && candleEndMs(interval, last.openTimeMs) <= atMs
        // What has ended is stored as it ended; what runs is stored in the new shares from now on.
        if (isOver && isChanged[interval]) closed.push(lastAsStored(interval))
        if (isOver) isChanged[interval] = false
        series[interval].retell((candle) => splitCandle(candle, split))
        if (last !== undefined && !isOver) noteChange(interval)
      }
      if (mark !== undefined) mark = splitPrice(mark, split)
      splits.push(split)
      version += 1
    },
    takeChanged() {
      const changed = closed
      closed = []
      isBeyondMemory = false
      for (const interval of BASE_INTERVALS) {
        unseenFromMs[interval] = undefined
        if (!isChanged[interval]) continue
        isChanged[interval] = false
        changed.push(lastAsStored(interval))
      }
      return changed
    },
    restoreSplits(stored) {
      for (const split of stored) splits.push(split)
    },
    restore(interval, candles) {
      for (const candle of candles) series[interval].push(candleOfToday(candle, interval, splits))
      mark = series[interval].last()?.close ?? mark
    },
    reachBack(interval) {
      if (hasReachedBack[interval]) return
      hasReachedBack[interval] = true
      const { length } = series[interval]
      const oldestMs = length === 0 ? history.endTimeMs : series[interval].openTimeAt(0)
      if (length === SERIES_CAPACITY[interval]) return
      // The same span however many live candles there are by now; those for which there is no room stay away.
      const fromMs = intervalStartMs(interval, oldestMs) - pastMs(interval)
      series[interval].prepend(pastCandles(interval, fromMs, oldestMs - 1))
    },
  }
}
