import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle } from '../candles.ts'
import { DRAWING_KINDS, isLevel, type Shape } from './drawing.ts'
import { magnetPrice } from './magnet.ts'
import { measureBetween } from './measure.ts'
import { linesOf } from './shapeLines.ts'
import {
  handlePoint,
  handlesOf,
  MOUSE,
  partAt,
  shifted,
  takenAt,
  TOUCH,
  withHandleAt,
  type PlacedShape,
} from './shapeMoves.ts'

const MINUTE = 60_000
const SIZE = { width: 600, height: 300 }
const candle = (n: number): Candle => ({
  timeMs: n * MINUTE,
  open: 100,
  high: 110,
  low: 90,
  close: 104,
  volume: 1,
})
const bars = { candles: Array.from({ length: 50 }, (_, n) => candle(n)), intervalMs: MINUTE }
const at = (x: number, y: number) => ({ x, y })

const shape = (kind: Shape['kind'], id: string = kind): Shape => ({
  id,
  kind,
  colour: 'chalk',
  anchors: [
    { timeMs: 10 * MINUTE, price: 100 },
    { timeMs: 20 * MINUTE, price: 120 },
  ].slice(0, isLevel({ kind }) ? 1 : 2),
})
const placed = (kind: Shape['kind'], id: string, a = at(100, 200), b = at(200, 100)): PlacedShape => {
  const points = isLevel({ kind }) ? [a] : [a, b]
  return { shape: shape(kind, id), points, lines: linesOf(kind, points, SIZE) }
}

describe('what a pointer takes of a shape', () => {
  it('its line within reach, which is wider for a finger', () => {
    const trend = placed('trend', 'a')
    expect(partAt(trend, at(150, 150), MOUSE, false)).toBe('body')
    expect(partAt(trend, at(150, 160), MOUSE, false)).toBeUndefined()
    expect(partAt(trend, at(150, 160), TOUCH, false)).toBe('body')
  })

  it('a handle before the line, and only of what is selected', () => {
    const trend = placed('trend', 'a')
    expect(partAt(trend, at(101, 199), MOUSE, false)).toBe('body')
    expect(partAt(trend, at(101, 199), MOUSE, true)).toEqual({ time: 0, price: 0 })
    expect(partAt(trend, at(205, 96), MOUSE, true)).toEqual({ time: 1, price: 1 })
  })

  it('every corner of a rectangle, and its inside while it is selected', () => {
    const box = placed('rectangle', 'a')
    const corners = handlesOf(box.shape).map((one) => handlePoint(box.points, one))
    expect(corners).toEqual([at(100, 200), at(200, 100), at(100, 100), at(200, 200)])
    expect(partAt(box, at(150, 150), MOUSE, false)).toBeUndefined()
    expect(partAt(box, at(150, 150), MOUSE, true)).toBe('body')
  })

  it('an alert is its line alone', () => expect(handlesOf({ kind: 'alert' })).toEqual([]))

  it('of many the selected one, then the one that was drawn last', () => {
    const all = [placed('trend', 'first'), placed('trend', 'last')]
    expect(takenAt(all, at(150, 150), MOUSE, undefined)?.shape.id).toBe('last')
    expect(takenAt(all, at(150, 150), MOUSE, 'first')?.shape.id).toBe('first')
    expect(takenAt(all, at(300, 20), MOUSE, 'first')).toBeUndefined()
  })
})

describe('moving', () => {
  it('a handle takes the time of its anchor and the price of its anchor, a corner one of each', () => {
    const to = { timeMs: 7, price: 5 }
    const [first, second] = shape('rectangle').anchors
    expect(withHandleAt(shape('trend'), { time: 1, price: 1 }, to).anchors).toEqual([first, to])
    expect(withHandleAt(shape('rectangle'), { time: 0, price: 1 }, to).anchors).toEqual([
      { timeMs: 7, price: 100 },
      { timeMs: second!.timeMs, price: 5 },
    ])
  })

  it('a body goes by bars and price as a whole, what is level by its price alone', () => {
    const by = { bars: 3, price: -2 }
    expect(shifted(shape('trend'), 'body', by, bars).anchors).toEqual([
      { timeMs: 13 * MINUTE, price: 98 },
      { timeMs: 23 * MINUTE, price: 118 },
    ])
    expect(shifted(shape('horizontal'), 'body', by, bars).anchors).toEqual([
      { timeMs: 10 * MINUTE, price: 98 },
    ])
    expect(shifted(shape('trend'), { time: 0, price: 0 }, by, bars).anchors).toEqual([
      { timeMs: 13 * MINUTE, price: 98 },
      { timeMs: 20 * MINUTE, price: 120 },
    ])
  })

  it('there and back again it is where it was, before the first candle and after the last one too', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DRAWING_KINDS),
        fc.integer({ min: -200, max: 200 }),
        fc.integer({ min: -50, max: 50 }),
        (kind, count, price) => {
          const there = shifted(shape(kind), 'body', { bars: count, price }, bars)
          expect(shifted(there, 'body', { bars: -count, price: -price }, bars)).toEqual(shape(kind))
        },
      ),
    )
  })
})

describe('the magnet', () => {
  it('goes to the nearest of open, high, low and close', () =>
    expect([95.1, 94.9, 101.9, 102.1, 500, -3].map((price) => magnetPrice(price, candle(0)))).toEqual([
      100, 90, 100, 104, 110, 90,
    ]))

  it('without a candle the price stays what it was', () => expect(magnetPrice(95.1, undefined)).toBe(95.1))

  it('answers one of the four, and none of them is nearer', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 200, noNaN: true }), (price) => {
        const { open, high, low, close } = candle(0)
        const got = magnetPrice(price, candle(0))
        expect([open, high, low, close]).toContain(got)
        for (const one of [open, high, low, close])
          expect(Math.abs(got - price)).toBeLessThanOrEqual(Math.abs(one - price))
      }),
    )
  })
})

describe('a measure', () => {
  it('says price, percent of the first, bars and time, with their signs', () => {
    const [first, second] = shape('measure').anchors
    expect(measureBetween(first!, second!, bars)).toEqual({
      change: 20,
      percent2: 2_000,
      bars: 10,
      durationMs: 10 * MINUTE,
    })
    expect(measureBetween(second!, first!, bars)).toEqual({
      change: -20,
      percent2: -1_667,
      bars: -10,
      durationMs: -10 * MINUTE,
    })
  })

  it('of nothing has no percent', () =>
    expect(measureBetween({ timeMs: 0, price: 0 }, { timeMs: 0, price: 5 }, bars).percent2).toBeUndefined())
})
