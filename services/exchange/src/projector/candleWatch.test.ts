import { describe, expect, it } from 'vitest'
import type { EngineEvent } from '@vest/engine'
import type { CandleUpdate } from '../projectorPort.ts'
import { createCandleWatch } from './candleWatch.ts'
import { createLiveCandles } from './liveCandles.ts'
import {
  candle,
  createEnvelopes,
  historyOf,
  HOUR_MS,
  MIDNIGHT_MS,
  MINUTE_MS,
  NO_HISTORY,
  SYMBOL,
  tickers,
  trade,
} from './testing/scriptedEvents.ts'

const T = MIDNIGHT_MS + 10 * HOUR_MS

function begin(history = NO_HISTORY) {
  const live = createLiveCandles(history)
  const watch = createCandleWatch(live)
  const next = createEnvelopes()
  const told: CandleUpdate[] = []
  watch.onCandle((updates) => told.push(...updates))
  const fold = (atMs: number, ...events: EngineEvent[]): CandleUpdate[] => {
    live.fold(next(atMs, ...events))
    watch.tell()
    return told.splice(0)
  }
  return { watch, fold }
}

const update = (
  interval: CandleUpdate['interval'],
  isClosed: boolean,
  each: CandleUpdate['candle'],
): CandleUpdate => ({
  symbol: SYMBOL,
  interval,
  isClosed,
  candle: each,
})

describe('watched candles', () => {
  it('are told when they change, for the watched interval alone', () => {
    const { watch, fold } = begin()
    fold(T, tickers(100))
    watch.watch([{ symbol: SYMBOL, interval: '5m' }])
    expect(fold(T + 1_000, tickers(103))).toEqual([update('5m', false, candle(T, [100, 103, 100, 103]))])
    expect(fold(T + 2_000, tickers(103))).toEqual([])
    expect(fold(T + 3_000, tickers(50, 'TRADING', 'ETH-PERP'))).toEqual([])
    expect(fold(T + 4_000, trade(1, 2, 200))).toEqual([
      update('5m', false, candle(T, [100, 103, 100, 103], [2, 200, 1])),
    ])
    watch.watch([])
    expect(fold(T + 5_000, tickers(99))).toEqual([])
  })

  it('are told a last time when their interval is over, then begins the next', () => {
    const { watch, fold } = begin()
    fold(T, tickers(100))
    watch.watch([{ symbol: SYMBOL, interval: '1m' }])
    expect(fold(T + MINUTE_MS, tickers(101))).toEqual([
      update('1m', true, candle(T, [100, 100, 100, 100])),
      update('1m', false, candle(T + MINUTE_MS, [101, 101, 101, 101])),
    ])
  })

  it('are closed on time in a HALT, and only once', () => {
    const { watch, fold } = begin()
    fold(T, tickers(100))
    watch.watch([{ symbol: SYMBOL, interval: '1m' }])
    expect(fold(T + 30_000, tickers(100, 'HALT'))).toEqual([])
    expect(fold(T + MINUTE_MS)).toEqual([update('1m', true, candle(T, [100, 100, 100, 100]))])
    expect(fold(T + 3 * MINUTE_MS)).toEqual([])
    expect(fold(T + 4 * MINUTE_MS, tickers(120))).toEqual([
      update('1m', false, candle(T + 4 * MINUTE_MS, [120, 120, 120, 120])),
    ])
  })

  it('of a longer interval are folded over all its parts', () => {
    const { watch, fold } = begin()
    fold(T, tickers(100))
    fold(T + HOUR_MS, tickers(140))
    watch.watch([{ symbol: SYMBOL, interval: '4h' }])
    expect(fold(T + HOUR_MS + 1_000, tickers(90))).toEqual([
      update('4h', false, candle(MIDNIGHT_MS + 8 * HOUR_MS, [100, 140, 90, 90])),
    ])
  })

  it('begin in the history where their interval does', () => {
    const hours = [candle(T - HOUR_MS, [70, 200, 60, 80], [1, 10, 1])]
    const { watch, fold } = begin(historyOf(T, { '1h': hours }))
    fold(T, tickers(100))
    watch.watch([
      { symbol: SYMBOL, interval: '2h' },
      { symbol: SYMBOL, interval: '6h' },
    ])
    expect(fold(T + 1_000, tickers(101))).toEqual([
      update('2h', false, candle(T, [100, 101, 100, 101])),
      update('6h', false, candle(MIDNIGHT_MS + 6 * HOUR_MS, [70, 200, 60, 101], [1, 10, 1])),
    ])
  })

  it('may be watched before the market has a mark', () => {
    const { watch, fold } = begin()
    watch.watch([{ symbol: SYMBOL, interval: '1d' }])
    expect(fold(T)).toEqual([])
    expect(fold(T + 1, tickers(5))).toEqual([update('1d', false, candle(MIDNIGHT_MS, [5, 5, 5, 5]))])
  })
})
