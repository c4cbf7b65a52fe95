import { describe, expect, it } from 'vitest'
import { bestPrice, BookSide, insertOrder, removeOrder } from './priceLevels.ts'
import { addOrderRow, createOrderRows } from './orders.ts'
import { FILLED_SIZE, LIMIT_PRICE, SIZE } from './orderLayout.ts'

describe('levels that were requested before', () => {
  const rows = createOrderRows([], [])
  const orderOf = (price: number, size: number): number => {
    const order = addOrderRow(rows)
    rows.numbers[order + LIMIT_PRICE] = price
    rows.numbers[order + SIZE] = size
    rows.numbers[order + FILLED_SIZE] = 0
    return order
  }
  const shown = (side: BookSide): number[][] => side.levels.map(({ price, size }) => [price, size])

  it('are joined while they have orders, and created again after they were empty', () => {
    const bids = new BookSide(true, rows)
    const first = orderOf(100, 5)
    insertOrder(bids, first)
    insertOrder(bids, orderOf(100, 7))
    expect(shown(bids)).toEqual([[100, 12]])
    const other = new BookSide(false, rows)
    const alone = orderOf(100, 5)
    insertOrder(other, alone)
    removeOrder(other, alone)
    expect(bestPrice(other)).toBe(0)
    insertOrder(other, orderOf(100, 3))
    expect(shown(other)).toEqual([[100, 3]])
  })

  it('are distinct from those of prices with equal last bits', () => {
    const asks = new BookSide(false, rows)
    for (const price of [100, 1_124, 100, 100 + 2 ** 32, 1_124]) insertOrder(asks, orderOf(price, 1))
    expect(shown(asks)).toEqual([
      [100 + 2 ** 32, 1],
      [1_124, 2],
      [100, 2],
    ])
  })
})
