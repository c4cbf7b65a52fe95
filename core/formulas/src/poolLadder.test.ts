import { ticks, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  inventoryLimitLots,
  type Ladder,
  ladderOf,
  poolAskPrice,
  poolBidPrice,
  poolLadder,
} from './poolLadder.ts'

const INPUT = {
  index: ticks(200),
  scale: 10,
  inventoryLimit: usd6(2_000_000),
  halfSpreadPpm: 100,
  skewMaxPpm: 8_000,
}

describe('the ladder of a market', () => {
  it('has as many lots as its limit allows, in forty cells of at least one lot', () => {
    expect(ladderOf(INPUT)).toEqual({
      index: 200,
      limit: 1_000,
      cell: 25,
      halfSpreadPpm: 100,
      skewMaxPpm: 8_000,
      skewToReducePpm: undefined,
      inventoryMax: 1_000,
      inventoryMin: -1_000,
    })
    expect(ladderOf({ ...INPUT, inventoryLimit: usd6(79_999) })).toMatchObject({ limit: 39, cell: 1 })
    expect(ladderOf({ ...INPUT, inventoryLimit: usd6(2_000) })).toMatchObject({ limit: 1, cell: 1 })
    for (const limit of [1_999, 0, -2_000_000])
      expect(ladderOf({ ...INPUT, inventoryLimit: usd6(limit) })).toMatchObject({
        limit: 1,
        cell: 1,
        inventoryMax: 0,
        inventoryMin: 0,
      })
    expect([3_999, 0, -4_000].map((limit) => inventoryLimitLots(usd6(limit), ticks(200), 10))).toEqual([
      1, 0, 0,
    ])
  })

  it('has less capacity off-hours, rounded down, at the same prices', () => {
    const part = ladderOf({ ...INPUT, inventoryLimit: usd6(2_002_000), roomPercent: 25 })
    expect(part).toMatchObject({ limit: 1_001, inventoryMax: 250, inventoryMin: -250 })
  })
})

describe('a ladder that reduces beyond its limit', () => {
  /** Cells of 25 lots up to 1,010: the last edge at or beyond the limit is 1,025. */
  const ladder = ladderOf({ ...INPUT, index: ticks(1_000), inventoryLimit: usd6(10_100_000) })

  it('quotes everything beyond at once, and every lot at the price of its cell', () => {
    expect([ladder.limit, ladder.cell]).toEqual([1_010, 25])
    expect(poolLadder(ladder, 5_000, 3).asks.map(([, size]) => size)).toEqual([3_975, 25, 25])
    expect(poolLadder(ladder, -5_000, 3).bids.map(([, size]) => size)).toEqual([3_975, 25, 25])
    const lotsOf = (at: number, side: 'asks' | 'bids'): number[] =>
      poolLadder(ladder, at, 500)[side].flatMap(([price, size]) => Array.from({ length: size }, () => price))
    for (const at of [-2_613, -1_026, -1_025, -1_024, -1_010, -30, 0, 7, 1_010, 1_025, 1_026, 2_613]) {
      const asks = Array.from({ length: 1_010 + at }, (_, sold) => poolAskPrice(ladder, at - sold))
      const bids = Array.from({ length: 1_010 - at }, (_, bought) => poolBidPrice(ladder, at + bought))
      expect([at, lotsOf(at, 'asks'), lotsOf(at, 'bids')]).toEqual([at, asks, bids])
    }
  })

  it('has no capacity if the limit is less than a lot, and still quotes to reduce the position', () => {
    const none = ladderOf({ ...INPUT, index: ticks(1_000_000), inventoryLimit: usd6(0) })
    expect(none).toMatchObject({ limit: 1, cell: 1, inventoryMax: 0, inventoryMin: 0 })
    expect(Object.is(none.inventoryMin, 0)).toBe(true)
    expect(poolLadder(none, 0, 5)).toEqual({ asks: [], bids: [] })
    // At full skew except for the last lot: ⌈10⁶ · (1 + 0.0001 − 0.008)⌉, then without skew.
    expect(poolLadder(none, 7, 5)).toEqual({
      asks: [
        [992_100, 6],
        [1_000_100, 1],
      ],
      bids: [],
    })
    expect(poolLadder(none, -7, 5)).toEqual({
      asks: [],
      bids: [
        [1_007_900, 6],
        [999_900, 1],
      ],
    })
  })
})

describe('its quotes', () => {
  const ladder: Ladder = { ...ladderOf(INPUT), index: ticks(1_000_000), inventoryMax: 60, inventoryMin: -60 }

  it('end with the capacity of their side', () => {
    const { asks, bids } = poolLadder(ladder, 0, 10)
    expect(asks.map(([, size]) => size)).toEqual([25, 25, 10])
    expect(bids.map(([, size]) => size)).toEqual([25, 25, 10])
    const long = poolLadder(ladder, 60, 10)
    expect([long.asks.map(([, size]) => size), long.bids]).toEqual([[10, 25, 25, 25, 25, 10], []])
    expect(poolLadder(ladder, -60, 10).asks).toEqual([])
    expect(poolLadder(ladder, 0, 2).asks).toHaveLength(2)
    expect(() => poolLadder(ladder, 0.5, 1)).toThrow('signed lots')
  })

  it('do not change beyond full skew, and no bid is below a tick', () => {
    const [at, beyond] = [1_000, 5_000]
    expect(poolAskPrice(ladder, beyond)).toBe(poolAskPrice(ladder, at + 25))
    expect(poolBidPrice(ladder, -beyond)).toBe(poolBidPrice(ladder, -at - 25))
    // The full skew of 8,000 ppm, and the half-spread of 100.
    expect([poolAskPrice(ladder, beyond), poolAskPrice(ladder, -beyond)]).toEqual([992_100, 1_008_100])
    expect([poolBidPrice(ladder, beyond), poolBidPrice(ladder, -beyond)]).toEqual([991_900, 1_007_900])
    expect(poolLadder({ ...ladder, index: ticks(1) }, 0, 3).bids).toEqual([])
    expect(poolLadder({ ...ladder, index: ticks(2) }, 0, 1).bids).toEqual([[1, 25]])
  })
})
