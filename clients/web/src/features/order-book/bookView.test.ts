import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOOK_ROW_PX, lots, ticks } from '@vest/protocol'
import { at, COIN, restingOrder, sized } from '../../testing/fixtures.ts'
import type { Book, BookLevel } from '../../live/index.ts'
import { bookView, groupLevels, rowsPerSide } from './bookView.ts'

const level = (price: number, size: number): BookLevel => ({
  price: at(COIN, price),
  size: sized(COIN, size),
})
const BOOK: Book = {
  asks: [level(312.51, 10), level(312.54, 20), level(312.62, 30)],
  bids: [level(312.48, 5), level(312.41, 15), level(312.36, 20)],
}
const view = (change: Partial<Parameters<typeof bookView>[0]> = {}) =>
  bookView({ book: BOOK, step: 1, rows: 8, ownOrders: [], totals: 'cumulative', ...change })

describe('book view', () => {
  it('adds up totals from the best level and scales the staircase to the larger side', () => {
    const { asks, bids } = view()
    expect(asks.map((row) => row.total)).toEqual([10, 30, 60].map((size) => sized(COIN, size)))
    expect(bids.map((row) => row.total)).toEqual([5, 20, 40].map((size) => sized(COIN, size)))
    expect(asks.map((row) => row.width)).toEqual([11, 33, 66])
    expect(bids[2]?.width).toBe(44)
  })

  it('measures each level by itself where that is asked', () => {
    const { asks, bids } = view({ totals: 'level' })
    expect(asks.map((row) => row.width)).toEqual([22, 44, 66])
    expect(bids.map((row) => row.width)).toEqual([11, 33, 44])
    expect(asks[2]?.total).toBe(sized(COIN, 60))
  })

  it('shows the spread of the ungrouped book in price and percent', () => {
    const grouped = view({ step: 100 })
    expect([grouped.spread, grouped.spreadPercent3]).toEqual([3, 9])
    expect(view({ book: { asks: [], bids: BOOK.bids } }).spread).toBeUndefined()
  })

  it('groups bids down and asks up: no group promises a better price than it holds', () => {
    expect(view({ step: 10 }).asks.map((row) => [row.price, row.size])).toEqual([
      [at(COIN, 312.6), sized(COIN, 30)],
      [at(COIN, 312.7), sized(COIN, 30)],
    ])
    expect(view({ step: 10 }).bids.map((row) => [row.price, row.size])).toEqual([
      [at(COIN, 312.4), sized(COIN, 20)],
      [at(COIN, 312.3), sized(COIN, 20)],
    ])
  })

  it('never loses or invents size by grouping', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(1, 2, 5, 10, 50, 100),
        fc.constantFrom('bid' as const, 'ask' as const),
        (prices, step, side) => {
          const levels = prices
            .sort((a, b) => (side === 'bid' ? b - a : a - b))
            .map((price, index) => ({ price: ticks(price), size: lots(index + 1) }))
          const grouped = groupLevels(levels, step, side)
          const sum = (rows: readonly BookLevel[]): number => rows.reduce((total, row) => total + row.size, 0)
          expect(sum(grouped)).toBe(sum(levels))
          expect(new Set(grouped.map((row) => row.price)).size).toBe(grouped.length)
          for (const row of grouped) expect(row.price % step).toBe(0)
        },
      ),
    )
  })

  it('marks the rows that hold own resting orders', () => {
    const own = restingOrder(1, {
      limitPrice: at(COIN, 312.41),
      size: sized(COIN, 3),
      filledSize: sized(COIN, 1),
    })
    expect(view({ ownOrders: [own] }).bids.map((row) => row.own)).toEqual([
      undefined,
      sized(COIN, 2),
      undefined,
    ])
    expect(view({ ownOrders: [own], step: 10 }).bids[0]?.own).toBe(sized(COIN, 2))
    expect(view({ ownOrders: [{ ...own, isBuy: false }] }).bids.every((row) => row.own === undefined)).toBe(
      true,
    )
  })

  it('[9.10] fits rows of 23 px: 8 per side in the panel of 1440 by 900', () => {
    expect([
      rowsPerSide(452, BOOK_ROW_PX),
      rowsPerSide(590, BOOK_ROW_PX),
      rowsPerSide(40, BOOK_ROW_PX),
    ]).toEqual([8, 11, 1])
  })
})
