import { lots, ticks } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { askRun, bidRun, highestAsk, highestBid, lowestAsk, lowestBid } from './ladderRun.ts'
import { type Ladder, poolAskPrice, poolBidPrice } from './poolLadder.ts'

/** Cells of ten lots; the price is so fine that every cell has a different one. */
const ladder = (limit: number): Ladder => ({
  index: ticks(10_000_000),
  limit: lots(limit),
  cell: lots(10),
  halfSpreadPpm: 100,
  skewMaxPpm: 8_000,
  skewToReducePpm: undefined,
  inventoryMax: limit,
  inventoryMin: -limit,
})
const INVENTORIES = Array.from({ length: 241 }, (_, at) => at - 120)

describe('the number of lots quoted at one price', () => {
  it('is the rest of the cell, and unlimited beyond the limit', () => {
    expect([75, 51, 50, 40, 5, 0, -29, -30, -35, -90].map((at) => askRun(ladder(40), at))).toEqual([
      35,
      11,
      10,
      10,
      5,
      10,
      1,
      Infinity,
      Infinity,
      Infinity,
    ])
    expect([-75, -51, -50, -40, -5, 0, 29, 30, 35, 90].map((at) => bidRun(ladder(40), at))).toEqual([
      35,
      11,
      10,
      10,
      5,
      10,
      1,
      Infinity,
      Infinity,
      Infinity,
    ])
  })

  // A limit of whole cells, and one within a cell.
  it.each([40, 45])('to the lot at which the price changes, with a limit of %d', (limit) => {
    const one = ladder(limit)
    for (const at of INVENTORIES) {
      const [asks, bids] = [askRun(one, at), bidRun(one, at)]
      const [ask, bid] = [poolAskPrice(one, at), poolBidPrice(one, at)]
      expect(poolAskPrice(one, at - Math.min(asks, 500) + 1)).toBe(ask)
      expect(poolBidPrice(one, at + Math.min(bids, 500) - 1)).toBe(bid)
      if (asks !== Infinity) expect(poolAskPrice(one, at - asks)).toBeGreaterThan(ask)
      if (bids !== Infinity) expect(poolBidPrice(one, at + bids)).toBeLessThan(bid)
    }
  })
})

describe('the prices between which a ladder quotes', () => {
  it.each([40, 45])('are reached, and none lies beyond, with a limit of %d', (limit) => {
    const one = ladder(limit)
    const asks = INVENTORIES.map((at) => poolAskPrice(one, at))
    const bids = INVENTORIES.map((at) => poolBidPrice(one, at))
    expect([lowestAsk(one), highestAsk(one)]).toEqual([Math.min(...asks), Math.max(...asks)])
    expect([lowestBid(one), highestBid(one)]).toEqual([Math.min(...bids), Math.max(...bids)])
  })

  it('are at least a tick', () => {
    const one = { ...ladder(40), index: ticks(1) }
    expect(poolBidPrice(one, 1_000)).toBe(0)
    expect(lowestBid(one)).toBe(1)
  })
})
