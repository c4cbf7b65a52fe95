import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '../candles.ts'
import { barAt, candleOfBar, timeAt } from './barTime.ts'

const MINUTE = 60_000
const candle = (timeMs: number): Candle => ({ timeMs, open: 1, high: 2, low: 0.5, close: 1.5, volume: 1 })
/** Minutes 0, 1, 2, then a gap to 10. */
const bars = { candles: [0, 1, 2, 10].map((minute) => candle(minute * MINUTE)), intervalMs: MINUTE }

describe('bars and times', () => {
  it('a candle is a whole bar, and a time within it a part of the way to the next', () => {
    expect([0, MINUTE, 1.5 * MINUTE, 10 * MINUTE].map((time) => barAt(bars, time))).toEqual([0, 1, 1.5, 3])
    expect([0, 1, 1.5, 3].map((bar) => timeAt(bars, bar))).toEqual([0, MINUTE, 1.5 * MINUTE, 10 * MINUTE])
  })

  it('a gap without candles is one bar wide, as it is drawn', () => {
    expect(barAt(bars, 6 * MINUTE)).toBe(2.5)
    expect(timeAt(bars, 2.25)).toBe(4 * MINUTE)
  })

  it('before the first candle and after the last one a bar is an interval', () => {
    expect([barAt(bars, -2 * MINUTE), barAt(bars, 12.5 * MINUTE)]).toEqual([-2, 5.5])
    expect([timeAt(bars, -2), timeAt(bars, 5.5)]).toEqual([-2 * MINUTE, 12.5 * MINUTE])
  })

  it('without candles there is neither', () => {
    const none = { candles: [], intervalMs: MINUTE }
    expect([barAt(none, 5), timeAt(none, 5), candleOfBar(none, 0)]).toEqual([undefined, undefined, undefined])
  })

  it('lead back to where they came from, and never cross', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(gaps, fc.integer({ min: -100, max: 3_000 }), fc.nat(5_000), (steps, minute, later) => {
        let at = 0
        const candles = [candle(0), ...steps.map((step) => candle((at += step * MINUTE)))]
        const some = { candles, intervalMs: MINUTE }
        const time = minute * MINUTE + 17_000
        const bar = barAt(some, time)!
        expect(Math.abs(timeAt(some, bar)! - time)).toBeLessThanOrEqual(1)
        expect(barAt(some, time + later)!).toBeGreaterThanOrEqual(bar)
      }),
    )
  })
})
