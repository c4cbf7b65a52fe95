import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { KLINE_INTERVALS } from '@vest/protocol'
import { intervalStartMs } from '../klineTime.ts'
import { BASE_MS, foldCandles, FOLDING } from './candleIntervals.ts'
import { candle, DAY_MS, HOUR_MS, MIDNIGHT_MS, MINUTE_MS } from './testing/scriptedEvents.ts'

describe('folding candles', () => {
  it('keeps the first open and the last close, the extremes, and adds up volumes', () => {
    const base = [
      candle(MIDNIGHT_MS, [10, 14, 9, 12], [1, 100, 2]),
      candle(MIDNIGHT_MS + MINUTE_MS, [13, 20, 11, 11], [3, 300, 4]),
      candle(MIDNIGHT_MS + 4 * MINUTE_MS, [12, 12, 5, 6], [5, 500, 6]),
      candle(MIDNIGHT_MS + 5 * MINUTE_MS, [7, 7, 7, 7]),
    ]
    expect(foldCandles(base, '5m')).toEqual([
      candle(MIDNIGHT_MS, [10, 20, 5, 6], [9, 900, 12]),
      candle(MIDNIGHT_MS + 5 * MINUTE_MS, [7, 7, 7, 7]),
    ])
  })

  it('opens a candle where its interval begins, also when its first minutes are missing', () => {
    expect(foldCandles([candle(MIDNIGHT_MS + 17 * MINUTE_MS, [1, 1, 1, 1])], '15m')).toEqual([
      candle(MIDNIGHT_MS + 15 * MINUTE_MS, [1, 1, 1, 1]),
    ])
  })

  it('begins weeks on Monday, months on the first, and three days from the epoch on', () => {
    const days = Array.from({ length: 40 }, (_, day) => candle(MIDNIGHT_MS + day * DAY_MS, [1, 1, 1, 1]))
    const opens = (interval: '1w' | '1M' | '3d') =>
      foldCandles(days, interval).map(({ openTimeMs }) => new Date(openTimeMs).toISOString().slice(0, 10))
    expect(opens('1w').slice(0, 3)).toEqual(['2026-04-13', '2026-04-20', '2026-04-27'])
    expect(opens('1M')).toEqual(['2026-04-01', '2026-05-01'])
    expect(opens('3d').every((day) => (Date.parse(day) / DAY_MS) % 3 === 0)).toBe(true)
  })

  it('folds every interval from the largest base that divides it, and knows how many it takes at most', () => {
    for (const interval of KLINE_INTERVALS) {
      const { base, count } = FOLDING[interval]
      const larger = base === '1m' ? HOUR_MS : base === '1h' ? DAY_MS : Infinity
      // The months of a leap year and a common one are the longest intervals there are.
      for (let day = 0; day < 400; day += 1) {
        const startMs = intervalStartMs(interval, MIDNIGHT_MS + day * DAY_MS)
        const next = intervalStartMs(interval, startMs + 32 * DAY_MS)
        const lengthMs = interval === '1M' ? next - startMs : firstChange(interval, startMs) - startMs
        expect(lengthMs / BASE_MS[base]).toBeLessThanOrEqual(count)
        expect(startMs % BASE_MS[base]).toBe(0)
        expect(lengthMs % larger).not.toBe(0)
      }
    }
  })

  it('is the same whichever way an hour is put together', () => {
    const minute = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }), fc.nat(9))
    fc.assert(
      fc.property(fc.array(minute, { minLength: 1, maxLength: 180 }), (rows) => {
        const minutes = rows.map(([open, close, volume], index) =>
          candle(
            MIDNIGHT_MS + index * MINUTE_MS,
            [open, Math.max(open, close), Math.min(open, close), close],
            [volume, 10 * volume, 1],
          ),
        )
        expect(foldCandles(foldCandles(minutes, '5m'), '1h')).toEqual(foldCandles(minutes, '1h'))
        expect(foldCandles(foldCandles(minutes, '30m'), '2h')).toEqual(foldCandles(minutes, '2h'))
      }),
    )
  })
})

/** The begin of the next interval, for intervals of fixed length. */
function firstChange(interval: (typeof KLINE_INTERVALS)[number], startMs: number): number {
  let step = MINUTE_MS
  while (intervalStartMs(interval, startMs + step) === startMs) step += step < HOUR_MS ? MINUTE_MS : HOUR_MS
  return intervalStartMs(interval, startMs + step)
}
