import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  bestLevel,
  bestPrice,
  BookSide,
  insertOrder,
  insertOrderByRank,
  LEVEL_SIZE,
  levelPrice,
  reduceLevel,
  removeOrder,
  worseLevel,
} from './priceLevels.ts'
import { addOrderRow, createOrderRows } from './orders.ts'
import { FILLED_SIZE, LIMIT_PRICE, NONE, OLDER, RANK, SIZE } from './orderLayout.ts'

/** Neighbouring prices, their neighbours, prices with equal last bits, and prices above 32 bits. */
const price = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.integer({ min: 5_000, max: 40_000 }),
  fc.integer({ min: 0, max: 5 }).map((n) => 7 + n * 16_384),
  fc.integer({ min: 0, max: 40 }).map((n) => 2 ** 32 + 20 - n),
)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('add' as const), price, size: fc.integer({ min: 1, max: 9 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('remove' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reduce' as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('back' as const), which: fc.nat(), isAlone: fc.boolean() }),
  },
)

it('a side lists its orders by price, the better first, then by acceptance number, after any changes', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { maxLength: 400, size: 'max' }), (isBid, steps) => {
      const rows = createOrderRows([], [])
      const side = new BookSide(isBid, rows)
      const resting: { at: number; price: number; rank: number; left: number }[] = []
      let rank = 0
      for (const made of steps) {
        if (made.kind === 'add') {
          const at = addOrderRow(rows)
          rank += 1
          rows.numbers[at + LIMIT_PRICE] = made.price
          rows.numbers[at + SIZE] = made.size
          rows.numbers[at + FILLED_SIZE] = 0
          rows.numbers[at + RANK] = rank
          insertOrder(side, at)
          resting.push({ at, price: made.price, rank, left: made.size })
          continue
        }
        const order = resting[made.which % (resting.length || 1)]
        if (order === undefined) continue
        if (made.kind === 'reduce') {
          if (order.left < 2) continue
          reduceLevel(side, order.at, 1)
          rows.numbers[order.at + FILLED_SIZE]! += 1
          order.left -= 1
          continue
        }
        const before = rows.int32s[2 * order.at + OLDER]!
        removeOrder(side, order.at)
        if (made.kind !== 'back') {
          resting.splice(resting.indexOf(order), 1)
          continue
        }
        // The order before it may have been removed as well.
        const neighbour = resting.find(({ at }) => at === before)
        if (neighbour !== undefined && made.isAlone) {
          removeOrder(side, before)
          resting.splice(resting.indexOf(neighbour), 1)
        }
        insertOrderByRank(side, order.at, before)
      }
      const sign = isBid ? -1 : 1
      const wanted = resting.toSorted((a, b) => sign * (a.price - b.price) || a.rank - b.rank)
      const prices = [...new Set(wanted.map((order) => order.price))]
      const walked: number[][] = []
      for (let at = bestLevel(side); at !== NONE && walked.length <= prices.length; at = worseLevel(side, at))
        walked.push([levelPrice(side, at), side.numbers[at + LEVEL_SIZE]!])
      const leftAt = (at: number): number =>
        wanted.filter((order) => order.price === at).reduce((sum, { left }) => sum + left, 0)
      expect(walked).toEqual(prices.map((at) => [at, leftAt(at)]))
      expect(bestPrice(side)).toBe(prices[0] ?? 0)
      const queued: number[] = []
      for (const level of side.levels.toReversed())
        for (let order = level.oldest; order !== undefined; order = order.younger) queued.push(order.at)
      expect(queued).toEqual(wanted.map(({ at }) => at))
    }),
    { numRuns: 300 },
  )
})
