import { describe, expect, it } from 'vitest'
import { createLiveCandles } from './liveCandles.ts'
import { createStats24h } from './stats24h.ts'
import {
  candle,
  createEnvelopes,
  DAY_MS,
  historyOf,
  HOUR_MS,
  MIDNIGHT_MS,
  MINUTE_MS,
  NO_HISTORY,
  split,
  SYMBOL,
  tickers,
  trade,
} from './testing/scriptedEvents.ts'

const T = MIDNIGHT_MS + 10 * HOUR_MS

function begin(history = NO_HISTORY) {
  const live = createLiveCandles(history)
  const next = createEnvelopes()
  const stats = createStats24h(live)
  return {
    live,
    read: () => stats(SYMBOL),
    fold: (atMs: number, ...events: Parameters<typeof next> extends [number, ...infer E] ? E : never) =>
      live.fold(next(atMs, ...events)),
  }
}

describe('24 h statistics', () => {
  it('are absent while there never was a mark', () => {
    expect(begin().read()).toBeUndefined()
  })

  it('[7.18] of a young market count from its first mark', () => {
    const { fold, read } = begin()
    fold(T, tickers(1_000))
    fold(T + 5_000, tickers(1_100), trade(1, 3, 300))
    fold(T + 61_000, tickers(900), trade(2, 4, 400))
    expect(read()).toEqual({
      symbol: SYMBOL,
      open: 1_000,
      close: 900,
      high: 1_100,
      low: 900,
      volume: 7,
      quoteVolume: 700,
      priceChange: -100,
      priceChangePercent4: -100_000,
      openTimeMs: T + MINUTE_MS - DAY_MS,
      closeTimeMs: T + 61_000,
    })
  })

  it('are told in the shares of today after a split', () => {
    const { fold, read } = begin(
      historyOf(T, { '1m': [candle(T - HOUR_MS, [800, 2_000, 400, 801], [9, 90, 3])] }),
    )
    fold(T, tickers(1_000))
    fold(T + 5_000, tickers(1_100), trade(1, 3, 300))
    fold(T + 61_000, tickers(1_200, 'HALT'))
    expect(read()).toMatchObject({ open: 1_000, high: 1_100, volume: 3 })
    fold(T + 62_000, split(4, 1))
    expect(read()).toMatchObject({ open: 250, high: 275, low: 250, close: 275, volume: 12, quoteVolume: 300 })
    fold(T + 120_000, tickers(240))
    fold(T + 121_000, trade(2, 5, 12))
    expect(read()).toMatchObject({ open: 250, close: 240, high: 275, low: 240, volume: 17, quoteVolume: 312 })
  })

  it('[3.5] compare with the mark 24 h ago and forget what lies before', () => {
    const { fold, read } = begin()
    fold(T, tickers(5_000), trade(1, 100, 10_000))
    fold(T + MINUTE_MS, tickers(1_000), trade(2, 1, 100))
    fold(T + 2 * MINUTE_MS, tickers(1_003), trade(3, 2, 200))
    fold(T + DAY_MS + MINUTE_MS + 30_000, tickers(1_500))
    expect(read()).toMatchObject({
      open: 1_000,
      high: 1_500,
      low: 1_000,
      close: 1_500,
      volume: 3,
      quoteVolume: 300,
      priceChange: 500,
      priceChangePercent4: 500_000,
      openTimeMs: T + MINUTE_MS,
    })
    fold(T + DAY_MS + 2 * MINUTE_MS, tickers(1_500))
    expect(read()).toMatchObject({ open: 1_003, low: 1_003, volume: 2, priceChange: 497 })
  })

  it('round the percentage toward zero', () => {
    const { fold, read } = begin()
    fold(T, tickers(3))
    fold(T + 1_000, tickers(2))
    expect(read()!.priceChangePercent4).toBe(-333_333)
  })

  it('take the last mark before a HALT that lies at the begin of the window', () => {
    const { fold, read } = begin()
    fold(T, tickers(700))
    fold(T + 30_000, tickers(700, 'HALT'))
    fold(T + 3 * HOUR_MS, tickers(900))
    fold(T + DAY_MS + HOUR_MS, tickers(950))
    expect(read()).toMatchObject({ open: 700, low: 900, high: 950, close: 950 })
  })

  it('stand still in a HALT of more than a day', () => {
    const { fold, read } = begin()
    fold(T, tickers(700), trade(1, 5, 500))
    fold(T + 1_000, tickers(700, 'HALT'))
    fold(T + 2 * DAY_MS)
    expect(read()).toMatchObject({
      open: 700,
      high: 700,
      low: 700,
      close: 700,
      volume: 0,
      quoteVolume: 0,
      priceChange: 0,
    })
  })

  it('reach back into the history once it is fetched', () => {
    const minutes = Array.from({ length: 2 * 1_440 }, (_, index) =>
      candle(T - (2 * 1_440 - index) * MINUTE_MS, [index, index + 5, index - 5, index], [1, 10, 1]),
    )
    const { live, fold, read } = begin(historyOf(T, { '1m': minutes }))
    fold(T + 1, tickers(9_000))
    expect(read()).toMatchObject({ open: 2_879, volume: 0 })
    live.market(SYMBOL)!.reachBack('1m')
    expect(read()).toMatchObject({
      open: 1_440,
      high: 9_000,
      low: 1_435,
      close: 9_000,
      volume: 1_440,
      quoteVolume: 14_400,
    })
    fold(T + MINUTE_MS, tickers(9_000))
    expect(read()).toMatchObject({ open: 1_441, low: 1_436, volume: 1_439 })
  })
})
