import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Id } from '@vest/protocol'
import { addOrderRow, createOrderRows, type Order } from './order.ts'
import { textPrint } from './textPrint.ts'
import {
  addPrint,
  createOrderIndex,
  createPrintSet,
  findOrder,
  hasPrint,
  indexedOrders,
  indexOrder,
  sortedPrints,
  unindexOrder,
} from './orderIndex.ts'

const idOf = (n: number, high = 0): Id =>
  `0x${high.toString(16).padStart(8, '0')}${n.toString(16).padStart(56, '0')}`

describe('order index', () => {
  it('holds exactly the orders that a map of them holds, through any adding and removing', () => {
    fc.assert(
      fc.property(
        // Few numbers, so that ids come back and chains form; the high word makes different ids of one print.
        fc.array(fc.tuple(fc.nat(400), fc.nat(2), fc.boolean()), { maxLength: 3_000 }),
        fc.integer(),
        (steps, secret) => {
          const rows = createOrderRows([], [])
          const index = createOrderIndex(secret)
          const held = new Map<Id, Order>()
          for (const [n, high, isAdding] of steps) {
            const id = idOf(n, high)
            const known = held.get(id)
            expect(findOrder(index, id, textPrint(id))).toBe(known)
            if (isAdding && known === undefined) {
              const order = addOrderRow(rows)
              order.id = id
              order.print = textPrint(id)
              indexOrder(index, order)
              held.set(id, order)
            } else if (!isAdding && known !== undefined) {
              unindexOrder(index, known)
              held.delete(id)
            }
          }
          expect(new Set(indexedOrders(index))).toEqual(new Set(held.values()))
          for (const [id, order] of held) expect(findOrder(index, id, textPrint(id))).toBe(order)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('grows without losing an order', () => {
    const rows = createOrderRows([], [])
    const index = createOrderIndex(7)
    const orders = Array.from({ length: 5_000 }, (_, n) => {
      const order = addOrderRow(rows)
      order.id = idOf(n)
      order.print = textPrint(order.id)
      order.size = n as Order['size']
      indexOrder(index, order)
      return order
    })
    for (const [n, order] of orders.entries()) {
      expect(findOrder(index, order.id, order.print)).toBe(order)
      expect(order.size).toBe(n)
    }
  })
})

describe('prints', () => {
  it('a set of them is a set', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 53 - 1 }), { maxLength: 2_000 }), (prints) => {
        const set = createPrintSet(3)
        const seen = new Set<number>()
        for (const print of prints) {
          expect(addPrint(set, print)).toBe(!seen.has(print))
          seen.add(print)
        }
        for (const print of prints) expect(hasPrint(set, print)).toBe(true)
        expect(hasPrint(set, 2 ** 53)).toBe(false)
        expect(sortedPrints(set)).toEqual([...seen].sort((a, b) => a - b))
      }),
      { numRuns: 50 },
    )
  })

  it('tell the last thirteen digits, and never 0', () => {
    expect(textPrint(idOf(0))).toBe(1)
    expect(textPrint(idOf(41))).toBe(42)
    expect(textPrint(`0x${'f'.repeat(64)}`)).toBe(2 ** 52)
    expect(textPrint(idOf(5, 1))).toBe(textPrint(idOf(5, 2)))
  })
})
