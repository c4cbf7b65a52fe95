import { describe, expect, it } from 'vitest'
import { ticks } from '@vest/protocol'
import { at, COIN, sized } from '../../testing/fixtures.ts'
import { candleAt, fillMarks, type OwnFill } from './fillMarks.ts'

const candle = (timeMs: number) => ({ timeMs, open: 1, high: 1, low: 1, close: 1, volume: 0 })
const CANDLES = [candle(1_000), candle(2_000), candle(3_000)]
const fill = (timeMs: number, isBuy: boolean, size: number, price: number): OwnFill => ({
  timeMs,
  isBuy,
  size: sized(COIN, size),
  price: at(COIN, price),
})

describe('marks of own fills', () => {
  it('belong to the candle in which they happened, the first moment included', () => {
    expect([999, 1_000, 1_999, 2_000, 9_000].map((timeMs) => candleAt(CANDLES, timeMs)?.timeMs)).toEqual([
      undefined,
      1_000,
      1_000,
      2_000,
      3_000,
    ])
    expect(candleAt([], 5)).toBeUndefined()
  })

  it('are one per candle and side, with the size in sum and the average price', () => {
    const fills = [
      fill(2_500, true, 1, 300),
      fill(2_100, false, 2, 310),
      fill(2_900, true, 3, 304),
      fill(1_500, false, 1, 299),
      fill(500, true, 1, 1),
    ]
    expect(fillMarks(fills, CANDLES)).toEqual([
      { timeMs: 1_000, isBuy: false, size: sized(COIN, 1), price: at(COIN, 299) },
      { timeMs: 2_000, isBuy: true, size: sized(COIN, 4), price: at(COIN, 303) },
      { timeMs: 2_000, isBuy: false, size: sized(COIN, 2), price: at(COIN, 310) },
    ])
  })

  it('the average is rounded down to a price of the market', () => {
    const [mark] = fillMarks([fill(1_000, true, 1, 0.01), fill(1_000, true, 2, 0.02)], CANDLES)
    expect(mark?.price).toBe(ticks(1))
  })
})
