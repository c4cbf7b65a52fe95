import { describe, expect, it } from 'vitest'
import { at, COIN, sized } from '../../testing/fixtures.ts'
import type { Book } from '../../live/index.ts'
import { depthAt, depthCurve, depthPath, priceAtX, xOf, yOf } from './depthCurve.ts'

const level = (price: number, size: number) => ({ price: at(COIN, price), size: sized(COIN, size) })
const BOOK: Book = {
  asks: [level(101, 10), level(102, 20), level(105, 30)],
  bids: [level(99, 5), level(98, 15), level(97, 20)],
}
const CURVE = depthCurve(BOOK)!
const SIZE = { width: 200, height: 100 }

describe('depth curve', () => {
  it('adds up both sides from the best level outward', () => {
    expect(CURVE.asks.map((point) => point.total)).toEqual([10, 30, 60].map((size) => sized(COIN, size)))
    expect(CURVE.bids.map((point) => point.total)).toEqual([5, 20, 40].map((size) => sized(COIN, size)))
    expect(CURVE.bids[1]?.worth).toBe(
      BigInt(at(COIN, 99)) * BigInt(sized(COIN, 5)) + BigInt(at(COIN, 98)) * BigInt(sized(COIN, 15)),
    )
    expect(CURVE.largest).toBe(sized(COIN, 60))
  })

  it('has no middle, and so no curve, while a side is empty', () => {
    expect(depthCurve({ ...BOOK, asks: [] })).toBeUndefined()
    expect(depthCurve({ ...BOOK, bids: [] })).toBeUndefined()
  })

  it('puts the middle in the middle and the same distance to both sides', () => {
    expect([95, 100, 105].map((price) => xOf(CURVE, at(COIN, price), 200))).toEqual([0, 100, 200])
    expect([0, 100, 150].map((x) => priceAtX(CURVE, x, 200))).toEqual(
      [95, 100, 102.5].map((p) => at(COIN, p)),
    )
    expect([yOf(CURVE, sized(COIN, 60), 100), yOf(CURVE, sized(COIN, 0), 100)]).toEqual([8, 100])
  })

  it('says what stands up to a price, and how far from the middle that is', () => {
    expect(depthAt(CURVE, at(COIN, 103))).toMatchObject({
      side: 'ask',
      total: sized(COIN, 30),
      distanceBps: 300,
    })
    expect(depthAt(CURVE, at(COIN, 98))).toMatchObject({
      side: 'bid',
      total: sized(COIN, 20),
      distanceBps: -200,
    })
    expect(depthAt(CURVE, at(COIN, 1))).toMatchObject({ total: sized(COIN, 40) })
    expect(depthAt(CURVE, at(COIN, 100.5))).toBeUndefined()
  })

  it('draws stairs from the foot at the best price to the edge', () => {
    expect(depthPath(CURVE, 'ask', SIZE)).toEqual({
      line: 'M120 100H120V84.7H140V54H200V8H200',
      area: 'M120 100H120V84.7H140V54H200V8H200V100Z',
    })
    expect(depthPath(CURVE, 'bid', SIZE).line.endsWith('H0')).toBe(true)
  })
})
