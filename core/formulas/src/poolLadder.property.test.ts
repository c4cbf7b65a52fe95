/** The properties that make the ladder safe, over random inputs of realistic market sizes. */
import { ticks, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Ladder,
  ladderOf,
  poolAskPrice,
  poolAskSize,
  poolBidPrice,
  poolBidSize,
  poolLadder,
} from './poolLadder.ts'

const inputs = fc.record({
  index: fc.integer({ min: 1_000, max: 2_000_000 }),
  limit: fc.integer({ min: 10_000_000, max: 10_000_000_000_000 }),
  halfSpreadPpm: fc.integer({ min: 20, max: 15_000 }),
  skewMaxPpm: fc.integer({ min: 0, max: 40_000 }),
  fill: fc.integer({ min: -1_200_000, max: 1_200_000 }),
  roomPercent: fc.constantFrom(100, 75, 50, 25),
})
const build = (input: {
  index: number
  limit: number
  halfSpreadPpm: number
  skewMaxPpm: number
  roomPercent: number
}) =>
  ladderOf({
    index: ticks(input.index),
    scale: 1,
    inventoryLimit: usd6(input.limit),
    halfSpreadPpm: input.halfSpreadPpm,
    skewMaxPpm: input.skewMaxPpm,
    roomPercent: input.roomPercent,
  })

/** Sweeps up to `size` lots; positive money = paid to the pool. */
function sweep(
  ladder: Ladder,
  inventory: number,
  isBuy: boolean,
  size: number,
): { at: number; paid: bigint; filled: number } {
  let at = inventory
  let paid = 0n
  let left = size
  while (left > 0) {
    const room = isBuy ? poolAskSize(ladder, at) : poolBidSize(ladder, at)
    const price = isBuy ? poolAskPrice(ladder, at) : poolBidPrice(ladder, at)
    if (room === 0 || price < 1) break
    const lots = Math.min(room, left)
    paid += BigInt(price) * BigInt(lots) * (isBuy ? 1n : -1n)
    at += isBuy ? -lots : lots
    left -= lots
  }
  return { at, paid, filled: size - left }
}

/** 119 lots in cells of two: more than a hundred levels on one side. */
const NARROW = {
  index: 83_334,
  limit: 10_000_000,
  halfSpreadPpm: 20,
  skewMaxPpm: 0,
  fill: 680_673,
  roomPercent: 100,
}

/**
 * An upper bound of levels: a cell is ⌊limit / 40⌋ lots, at least one, so two limits are at most 158 cells and parts.
 */
const LEVELS = 200

it('(a) asks rise, bids fall, the best ask is above the best bid, sizes add up to the capacity', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const ladder = build(input)
      const inventory = Math.trunc((ladder.limit * input.fill) / 1_000_000)
      const { asks, bids } = poolLadder(ladder, inventory, LEVELS)
      for (let i = 1; i < asks.length; i++) expect(asks[i]![0]).toBeGreaterThanOrEqual(asks[i - 1]![0])
      for (let i = 1; i < bids.length; i++) expect(bids[i]![0]).toBeLessThanOrEqual(bids[i - 1]![0])
      if (asks[0] && bids[0]) expect(asks[0][0]).toBeGreaterThan(bids[0][0])
      const room = Math.floor((ladder.limit * input.roomPercent) / 100)
      const sum = (levels: readonly (readonly [number, number])[]) =>
        levels.reduce((total, level) => total + level[1], 0)
      if (Math.abs(inventory) <= ladder.limit) {
        expect(sum(asks)).toBe(Math.max(0, room + inventory))
        expect(sum(bids)).toBe(Math.max(0, room - inventory))
      }
    }),
    { numRuns: 2_000, examples: [[NARROW]] },
  )
})

it('(b) splitting an order is exactly neutral', () => {
  fc.assert(
    fc.property(
      inputs,
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 12 }),
      (input, isBuy, pieces) => {
        const ladder = build(input)
        let at = Math.trunc((ladder.limit * input.fill) / 1_000_000)
        const sizes = pieces.map((piece) => Math.max(1, Math.floor((ladder.limit * piece) / 1_000_000)))
        const whole = sweep(
          ladder,
          at,
          isBuy,
          sizes.reduce((total, size) => total + size, 0),
        )
        let paid = 0n
        for (const size of sizes) {
          const step = sweep(ladder, at, isBuy, size)
          at = step.at
          paid += step.paid
        }
        expect([at, paid]).toEqual([whole.at, whole.paid])
      },
    ),
    { numRuns: 2_000 },
  )
})

it('(c) a round trip that ends flat loses at least twice the half-spread of its value', () => {
  fc.assert(
    fc.property(
      inputs,
      fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 300_000 })), { minLength: 1, maxLength: 10 }),
      (input, trades) => {
        const ladder = build(input)
        const start = Math.trunc(
          (ladder.limit * Math.max(-900_000, Math.min(900_000, input.fill))) / 1_000_000,
        )
        let at = start
        let paid = 0n
        let bought = 0
        for (const [isBuy, piece] of trades) {
          const step = sweep(ladder, at, isBuy, Math.max(1, Math.floor((ladder.limit * piece) / 1_000_000)))
          at = step.at
          paid += step.paid
          if (isBuy) bought += step.filled
        }
        const back = sweep(ladder, at, at >= start, Math.abs(at - start))
        if (back.at !== start) return
        paid += back.paid
        if (at > start) bought += back.filled
        const loss = (BigInt(bought) * BigInt(ladder.index) * BigInt(2 * ladder.halfSpreadPpm)) / 1_000_000n
        expect(paid).toBeGreaterThanOrEqual(loss)
      },
    ),
    { numRuns: 2_000 },
  )
})

it('(d) so does one during which spread and skew are multiplied, if the reduction uses the unmultiplied skew', () => {
  fc.assert(
    fc.property(
      inputs,
      fc.array(
        fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 1, max: 12 })),
        {
          minLength: 1,
          maxLength: 10,
        },
      ),
      (input, trades) => {
        const ladderTimes = (times: number): Ladder => {
          const { halfSpreadPpm, skewMaxPpm } = input
          const ladder = build({
            ...input,
            halfSpreadPpm: times * halfSpreadPpm,
            skewMaxPpm: times * skewMaxPpm,
          })
          return { ...ladder, skewToReducePpm: skewMaxPpm }
        }
        const calm = ladderTimes(1)
        let at = 0
        let paid = 0n
        let bought = 0
        for (const [isBuy, piece, times] of trades) {
          const size = Math.max(1, Math.floor((calm.limit * piece) / 1_000_000))
          const step = sweep(ladderTimes(times), at, isBuy, size)
          at = step.at
          paid += step.paid
          if (isBuy) bought += step.filled
        }
        for (const times of [1, 12]) {
          const back = sweep(ladderTimes(times), at, at >= 0, Math.abs(at))
          if (back.at !== 0) continue
          const turned = BigInt(bought + (at > 0 ? back.filled : 0)) * BigInt(calm.index)
          const loss = (turned * BigInt(2 * calm.halfSpreadPpm)) / 1_000_000n
          expect(paid + back.paid).toBeGreaterThanOrEqual(loss)
        }
      },
    ),
    { numRuns: 2_000 },
  )
})
