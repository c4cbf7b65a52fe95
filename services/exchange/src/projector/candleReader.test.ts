import { describe, expect, it } from 'vitest'
import { KLINE_INTERVALS, timeMs, type KlineInterval } from '@vest/protocol'
import type { Candle, StoredCandle } from '@vest/runtime'
import { intervalStartMs } from '../klineTime.ts'
import { foldCandles, FOLDING } from './candleIntervals.ts'
import { createCandleReader } from './candleReader.ts'
import { createLiveCandles } from './liveCandles.ts'
import {
  at,
  candle,
  createEnvelopes,
  createMemoryStore,
  historyOf,
  HOUR_MS,
  MIDNIGHT_MS,
  MINUTE_MS,
  NO_HISTORY,
  SYMBOL,
  tickers,
} from './testing/scriptedEvents.ts'

const T = MIDNIGHT_MS + 10 * HOUR_MS

/**
 * Live prices from T on, one mark a minute for `minutes`; the store has everything that left memory. Marks count
 * from 10 000 up, so that every candle is told apart.
 */
async function world({ minutes, history = NO_HISTORY }: { minutes: number; history?: typeof NO_HISTORY }) {
  const live = createLiveCandles(history)
  const store = createMemoryStore()
  const next = createEnvelopes()
  const written: StoredCandle[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    live.fold(next(T + minute * MINUTE_MS, tickers(10_000 + minute)))
    if (minute % 500 === 0) written.push(...live.takeChanged().candles)
  }
  await store.apply({
    lastSeq: 1,
    orders: [],
    transfers: [],
    trades: [],
    fills: [],
    fundingApplied: [],
    fundingSettled: [],
    lpOrders: [],
    poolValues: [],
    points: [],
    accountValues: [],
    capitalPast: [],
    closedPositions: [],
    candles: written,
  })
  const clock = { nowMs: () => at(T + minutes * MINUTE_MS) }
  const read = createCandleReader({ live, store, history, clock })
  return {
    read: (
      interval: KlineInterval,
      limit: number,
      bounds: { startTimeMs?: number; endTimeMs?: number } = {},
    ) =>
      read({
        symbol: SYMBOL,
        interval,
        limit,
        ...(bounds.startTimeMs === undefined ? {} : { startTimeMs: timeMs(bounds.startTimeMs) }),
        ...(bounds.endTimeMs === undefined ? {} : { endTimeMs: timeMs(bounds.endTimeMs) }),
      }),
  }
}

const minuteCandles = (count: number): Candle[] =>
  Array.from({ length: count }, (_, minute) => {
    const mark = 10_000 + minute
    return candle(T + minute * MINUTE_MS, [mark, mark, mark, mark])
  })

/** The live ones after a past whose last price stood until the first mark. */
function livesAfter(past: readonly Candle[], count: number): Candle[] {
  const [first, ...rest] = minuteCandles(count)
  const lastClose = past.at(-1)!.close
  return [{ ...first!, open: lastClose, low: lastClose }, ...rest]
}

describe('candles of an interval', () => {
  it('[2.27] come oldest first, the newest of the window, the running one included', async () => {
    const { read } = await world({ minutes: 100 })
    expect(await read('1m', 3)).toEqual(minuteCandles(100).slice(-3))
    expect(await read('15m', 1_000)).toEqual(foldCandles(minuteCandles(100), '15m'))
  })

  it('come from memory and store without a seam', async () => {
    const { read } = await world({ minutes: 4_000 })
    const all = minuteCandles(4_000)
    expect(await read('1m', 3_900)).toEqual(all.slice(-3_900))
    expect(await read('30m', 1_000)).toEqual(foldCandles(all, '30m'))
    expect(await read('1h', 1_000)).toEqual(foldCandles(all, '1h'))
    expect(await read('4h', 1_000)).toEqual(foldCandles(all, '4h'))
  })

  it('are returned if they touch the window, whole', async () => {
    const { read } = await world({ minutes: 300 })
    const hours = foldCandles(minuteCandles(300), '1h')
    const inFirst = T + 59 * MINUTE_MS
    const inThird = T + 2 * HOUR_MS + MINUTE_MS
    expect(await read('1h', 9, { startTimeMs: inFirst, endTimeMs: inThird })).toEqual(hours.slice(0, 3))
    expect(await read('1h', 2, { startTimeMs: inFirst, endTimeMs: inThird })).toEqual(hours.slice(1, 3))
    expect(await read('1h', 9, { startTimeMs: T + HOUR_MS, endTimeMs: T + HOUR_MS })).toEqual([hours[1]])
    expect(await read('1h', 9, { startTimeMs: inThird, endTimeMs: inFirst })).toEqual([])
  })

  it('do not mind bounds at the end of all numbers', async () => {
    const { read } = await world({ minutes: 3 })
    for (const interval of KLINE_INTERVALS) {
      const candles = await read(interval, 9, { startTimeMs: 0, endTimeMs: Number.MAX_SAFE_INTEGER })
      expect(candles).toEqual(foldCandles(minuteCandles(3), interval))
      expect(await read(interval, 9, { startTimeMs: Number.MAX_SAFE_INTEGER })).toEqual([])
    }
  })

  it('of an unknown market are none', async () => {
    const store = createMemoryStore()
    const read = createCandleReader({
      live: createLiveCandles(NO_HISTORY),
      store,
      history: NO_HISTORY,
      clock: { nowMs: () => at(T) },
    })
    expect(await read({ symbol: 'NO-PERP', interval: '1m', limit: 9 })).toEqual([])
  })

  describe('that reach back before live prices', () => {
    // Live prices begin 20 minutes into an hour; the history ends there with its running hour and day.
    const BEGIN = T - 40 * MINUTE_MS
    const past = Array.from({ length: 600 }, (_, index) =>
      candle(T - (600 - index) * MINUTE_MS, [index, index, index, index], [1, 1, 1]),
    )
    const history = historyOf(T, { '1m': past, '1h': foldCandles(past, '1h'), '1d': foldCandles(past, '1d') })

    it('join the history to the live ones', async () => {
      const { read } = await world({ minutes: 50, history })
      const all = [...past, ...livesAfter(past, 50)]
      expect(await read('1m', 1_000)).toEqual(all)
      expect(await read('5m', 5, { endTimeMs: T + MINUTE_MS })).toEqual(
        foldCandles(all, '5m')
          .filter(({ openTimeMs }) => openTimeMs <= T)
          .slice(-5),
      )
      expect(await read('1m', 7, { startTimeMs: BEGIN, endTimeMs: T - 1 })).toEqual(past.slice(-7))
    })

    it('tell an interval that began before as one candle', async () => {
      const cut = past.slice(0, -15)
      const begin = T - 15 * MINUTE_MS
      const shorter = historyOf(begin, {
        '1m': cut,
        '1h': foldCandles(cut, '1h'),
        '1d': foldCandles(cut, '1d'),
      })
      const live = createLiveCandles(shorter)
      live.fold(createEnvelopes()(begin + 1, tickers(9_999)))
      const read = createCandleReader({
        live,
        store: createMemoryStore(),
        history: shorter,
        clock: { nowMs: () => at(begin) },
      })
      const hour = (await read({ symbol: SYMBOL, interval: '1h', limit: 1 }))[0]!
      const began = foldCandles(cut, '1h').at(-1)!
      expect(hour).toEqual({ ...began, high: 9_999, close: 9_999 })
    })

    it('are never more than asked for, nor cut, where minutes are rare', async () => {
      const rare = past.filter((_, index) => index % 5 === 2 || index % 5 === 3)
      const { read } = await world({ minutes: 1, history: historyOf(T, { '1m': rare }) })
      const all = foldCandles([...rare, ...minuteCandles(1)], '5m')
      expect(await read('5m', 4)).toEqual(all.slice(-4))
      expect(await read('5m', 100)).toEqual(all.slice(-100))
    })

    it('find as many as are asked for across a gap in the history', async () => {
      const gap = [...past.slice(0, 200), ...past.slice(500)]
      const { read } = await world({ minutes: 10, history: historyOf(T, { '1m': gap }) })
      expect(await read('1m', 250)).toEqual([...gap, ...livesAfter(gap, 10)].slice(-250))
    })
  })

  it('know the begin of every interval they are folded to', () => {
    for (const interval of KLINE_INTERVALS)
      for (const each of foldCandles(minuteCandles(200), interval))
        expect([interval, each.openTimeMs]).toEqual([interval, intervalStartMs(interval, each.openTimeMs)])
    expect(Object.keys(FOLDING)).toEqual([...KLINE_INTERVALS])
  })
})
