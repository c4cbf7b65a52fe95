import { describe, expect, it } from 'vitest'
import type { BaseInterval } from '@vest/runtime'
import type { EventEnvelope } from '@vest/engine'
import { createLiveCandles } from './liveCandles.ts'
import {
  candle,
  createEnvelopes,
  DAY_MS,
  historyOf,
  HOUR_MS,
  MIDNIGHT_MS,
  MINUTE_MS,
  NO_HISTORY,
  rename,
  split,
  SYMBOL,
  tickers,
  trade,
} from './testing/scriptedEvents.ts'

const T = MIDNIGHT_MS + 10 * HOUR_MS

function fold(envelopes: readonly EventEnvelope[], history = NO_HISTORY) {
  const live = createLiveCandles(history)
  for (const envelope of envelopes) live.fold(envelope)
  const all = (interval: BaseInterval) => {
    const series = live.market(SYMBOL)!.series[interval]
    return Array.from({ length: series.length }, (_, index) => series.at(index))
  }
  return { live, all }
}

describe('running candles', () => {
  it('[2.27] open with the first mark of the interval, close with the last, and span all between', () => {
    const next = createEnvelopes()
    const { all } = fold([
      next(T + 1, tickers(100)),
      next(T + 2_000, tickers(107)),
      next(T + 3_000, tickers(95)),
      next(T + 59_999, tickers(101)),
      next(T + 60_000, tickers(102)),
    ])
    expect(all('1m')).toEqual([candle(T, [100, 107, 95, 101]), candle(T + MINUTE_MS, [102, 102, 102, 102])])
    expect(all('1h')).toEqual([candle(T, [100, 107, 95, 102])])
    expect(all('1d')).toEqual([candle(MIDNIGHT_MS, [100, 107, 95, 102])])
  })

  it('exist in every minute of a market whose mark stands still', () => {
    const next = createEnvelopes()
    const { all } = fold([next(T, tickers(100)), next(T + 61_000), next(T + 62_000), next(T + 120_000)])
    expect(all('1m')).toEqual([0, 1, 2].map((minute) => candle(T + minute * MINUTE_MS, [100, 100, 100, 100])))
  })

  it('take a mark that changes in the first envelope of a minute as its first sample', () => {
    const next = createEnvelopes()
    const { all } = fold([next(T, tickers(100)), next(T + MINUTE_MS, tickers(90))])
    expect(all('1m')[1]).toEqual(candle(T + MINUTE_MS, [90, 90, 90, 90]))
  })

  it('do not exist for a minute that lies wholly in HALT', () => {
    const next = createEnvelopes()
    const { all } = fold([
      next(T, tickers(100)),
      next(T + 30_000, tickers(100, 'HALT')),
      next(T + 61_000),
      next(T + 121_000),
      next(T + 200_000, tickers(110)),
      next(T + 240_000),
    ])
    expect(all('1m').map(({ openTimeMs }) => (openTimeMs - T) / MINUTE_MS)).toEqual([0, 3, 4])
    expect(all('1m')[1]).toEqual(candle(T + 3 * MINUTE_MS, [110, 110, 110, 110]))
  })

  it('stop at the word of a status change alone', () => {
    const next = createEnvelopes()
    const halted = {
      kind: 'MarketStatusChanged',
      marketId: 0,
      symbol: SYMBOL,
      status: 'HALT',
      mode: 'HALT',
    } as const
    const { all } = fold([next(T, tickers(100)), next(T + 30_000, halted), next(T + 61_000)])
    expect(all('1m')).toHaveLength(1)
  })

  it('count the volume, the value and the number of trades in the interval they happened in', () => {
    const next = createEnvelopes()
    const { all } = fold([
      next(T, tickers(100)),
      next(T + 1_000, trade(1, 5, 500), trade(2, 7, 700)),
      next(T + 60_500, trade(3, 11, 1_100)),
    ])
    expect(all('1m')).toEqual([
      candle(T, [100, 100, 100, 100], [12, 1_200, 2]),
      candle(T + MINUTE_MS, [100, 100, 100, 100], [11, 1_100, 1]),
    ])
    expect(all('1d')).toEqual([candle(MIDNIGHT_MS, [100, 100, 100, 100], [23, 2_300, 3])])
  })

  it('go on from the history where their interval began before live prices did', () => {
    const next = createEnvelopes()
    const history = historyOf(T + 20 * MINUTE_MS, {
      '1h': [candle(T, [80, 120, 70, 99], [40, 4_000, 4])],
      '1d': [candle(MIDNIGHT_MS, [60, 130, 50, 99], [90, 9_000, 9])],
    })
    const { all } = fold(
      [next(T + 20 * MINUTE_MS, tickers(100)), next(T + 21 * MINUTE_MS, trade(1, 1, 100))],
      history,
    )
    expect(all('1m')[0]).toEqual(candle(T + 20 * MINUTE_MS, [100, 100, 100, 100]))
    expect(all('1h')).toEqual([candle(T, [80, 120, 70, 100], [41, 4_100, 5])])
    expect(all('1d')).toEqual([candle(MIDNIGHT_MS, [60, 130, 50, 100], [91, 9_100, 10])])
  })

  describe('between the end of the history and the first mark', () => {
    // The first mark comes after 61 minutes, 40 of them before a full hour and midnight.
    const END = MIDNIGHT_MS + DAY_MS - 40 * MINUTE_MS
    const history = historyOf(END, {
      '1m': [candle(END - MINUTE_MS, [90, 95, 85, 92], [1, 90, 1])],
      '1h': [candle(END - 20 * MINUTE_MS, [80, 95, 70, 92], [20, 1_800, 20])],
      '1d': [candle(MIDNIGHT_MS, [60, 130, 50, 92], [90, 9_000, 9])],
    })
    const first = END + 61 * MINUTE_MS + 1_000

    it('[2.27] the last price stands: every interval is there and opens where the one before closed', () => {
      const next = createEnvelopes()
      const { live, all } = fold([next(END + 1), next(first, tickers(100)), next(first + 60_000)], history)
      const minutes = all('1m')
      expect(minutes.map(({ openTimeMs }) => openTimeMs)).toEqual(
        Array.from({ length: 63 }, (_, minute) => END + minute * MINUTE_MS),
      )
      expect(minutes[60]).toEqual(candle(END + 60 * MINUTE_MS, [92, 92, 92, 92]))
      expect(minutes[61]).toEqual(candle(END + 61 * MINUTE_MS, [92, 100, 92, 100]))
      for (const [at, { open }] of minutes.entries())
        expect(open).toBe(at === 0 ? 92 : minutes[at - 1]!.close)
      expect(all('1h')).toEqual([candle(MIDNIGHT_MS + DAY_MS, [92, 100, 92, 100])])
      expect(all('1d')).toEqual([candle(MIDNIGHT_MS + DAY_MS, [92, 100, 92, 100])])
      // They are live ones: the store has them, and a restart finds them there.
      const stored = live.takeChanged().candles.filter(({ interval }) => interval === '1m')
      expect(stored.map(({ symbol: _symbol, interval: _interval, ...rest }) => rest)).toEqual(minutes)
    })

    it('a HALT has no candles, nor has a stop of more than a day', () => {
      const next = createEnvelopes()
      const halted = [next(END + 1, tickers(92, 'HALT')), next(first, tickers(100))]
      expect(fold(halted, history).all('1m')).toEqual([candle(END + 61 * MINUTE_MS, [100, 100, 100, 100])])
      const stopped = [createEnvelopes()(END + DAY_MS + MINUTE_MS, tickers(100))]
      expect(fold(stopped, history).all('1m')).toHaveLength(1)
    })
  })

  it('are handed out once per change, closed ones in their last state', () => {
    const next = createEnvelopes()
    const { live } = fold([
      next(T, tickers(100)),
      next(T + 59_000, tickers(104)),
      next(T + 60_000, tickers(103)),
    ])
    const named = (interval: BaseInterval, each: ReturnType<typeof candle>) => ({
      ...each,
      symbol: SYMBOL,
      interval,
    })
    const first = live.takeChanged()
    expect(first.candles).toEqual([
      named('1m', candle(T, [100, 104, 100, 104])),
      named('1m', candle(T + MINUTE_MS, [103, 103, 103, 103])),
      named('1h', candle(T, [100, 104, 100, 103])),
      named('1d', candle(MIDNIGHT_MS, [100, 104, 100, 103])),
    ])
    expect(first.marketStates).toEqual([{ symbol: SYMBOL, status: 'TRADING' }])
    live.fold(next(T + 61_000, tickers(103)))
    expect(live.takeChanged()).toEqual({ candles: [], marketStates: [], marketSplits: [] })
    live.fold(next(T + DAY_MS, tickers(99, 'HALT')))
    expect(live.takeChanged()).toEqual({
      candles: [],
      marketStates: [{ symbol: SYMBOL, status: 'HALT' }],
      marketSplits: [],
    })
  })

  it('[W18] after a split are told in the new shares, and stored in those of the moment at which they ended', () => {
    const next = createEnvelopes()
    const history = historyOf(T, { '1h': [candle(T - HOUR_MS, [90, 95, 85, 92], [60, 5_400, 60])] })
    const { live, all } = fold(
      [
        next(T, tickers(100), trade(1, 2, 200)),
        next(T + HOUR_MS, tickers(111, 'HALT')),
        next(T + HOUR_MS + 1, trade(2, 1, 100), split(1, 3), trade(3, 1, 300)),
      ],
      history,
    )
    live.market(SYMBOL)!.reachBack('1h')
    // An old share is a third of a new one: prices three times as high, a third as many lots, half up.
    expect(all('1h')).toEqual([
      candle(T - HOUR_MS, [270, 285, 255, 276], [20, 5_400, 60]),
      candle(T, [300, 300, 300, 300], [1, 200, 1]),
      candle(T + HOUR_MS, [300, 300, 300, 300], [1, 400, 2]),
    ])
    expect(all('1d')).toEqual([candle(MIDNIGHT_MS, [300, 300, 300, 300], [2, 600, 3])])
    const named = (interval: BaseInterval, each: ReturnType<typeof candle>) => ({
      ...each,
      symbol: SYMBOL,
      interval,
    })
    const { candles, marketSplits } = live.takeChanged()
    expect(marketSplits).toEqual([
      { symbol: SYMBOL, number: 1, timeMs: T + HOUR_MS + 1, newShares: 1, oldShares: 3 },
    ])
    expect(candles).toContainEqual(named('1h', candle(T, [100, 100, 100, 100], [2, 200, 1])))
    expect(candles).toContainEqual(named('1h', candle(T + HOUR_MS, [300, 300, 300, 300], [1, 400, 2])))
    expect(new Set(candles.map(({ interval, openTimeMs }) => `${interval} ${openTimeMs}`)).size).toBe(
      candles.length,
    )
  })

  it('go on under a new symbol, kept under the first', () => {
    const next = createEnvelopes()
    const { live, all } = fold([
      next(T, tickers(100)),
      next(T + 1_000, rename(SYMBOL, 'NEW-PERP')),
      next(T + 2_000, tickers(105, 'TRADING', 'NEW-PERP'), trade(1, 2, 210, 'NEW-PERP')),
      next(T + MINUTE_MS),
    ])
    expect(live.market('NEW-PERP')).toBe(live.market(SYMBOL))
    expect(all('1m')).toEqual([
      candle(T, [100, 105, 100, 105], [2, 210, 1]),
      candle(T + MINUTE_MS, [105, 105, 105, 105]),
    ])
    const { candles, marketStates } = live.takeChanged()
    expect(new Set(candles.map(({ symbol }) => symbol))).toEqual(new Set([SYMBOL]))
    expect(marketStates).toEqual([
      { symbol: SYMBOL, status: 'TRADING' },
      { symbol: 'NEW-PERP', status: 'TRADING', candlesOf: SYMBOL },
    ])
  })
})
