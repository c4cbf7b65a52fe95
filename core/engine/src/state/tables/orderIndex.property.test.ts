import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Id } from '@vest/protocol'
import { ADDRESS_WORDS, ID_WORDS, readHex, writeHex } from '../memory/words.ts'
import { type Order, orderAt } from './order.ts'
import { addOrderRow, createOrderRows, type OrderRows } from './orders.ts'
import { ID } from './orderLayout.ts'
import { createOrderIndex, findOrder, indexedOrders, indexOrder, unindexOrder } from './orderIndex.ts'

const idOf = (n: number, high = 0): Id =>
  `0x${high.toString(16).padStart(8, '0')}${n.toString(16).padStart(56, '0')}`

function orderOf(rows: OrderRows, id: Id): Order {
  const at = addOrderRow(rows)
  writeHex(id, rows.int32s, 2 * at + ID, ID_WORDS)
  return orderAt(rows, at)
}

describe('order index', () => {
  it('holds exactly the orders that a map holds, after any additions and removals', () => {
    fc.assert(
      fc.property(
        // Few numbers, so that ids repeat and chains form; the high word makes different ids with one
        // fingerprint.
        fc.array(fc.tuple(fc.nat(400), fc.nat(2), fc.boolean()), { maxLength: 3_000 }),
        fc.integer(),
        (steps, secret) => {
          const rows = createOrderRows([], [])
          const index = createOrderIndex(secret, rows)
          const held = new Map<Id, Order>()
          for (const [n, high, isAdding] of steps) {
            const id = idOf(n, high)
            const known = held.get(id)
            expect(findOrder(index, id)).toBe(known)
            if (isAdding && known === undefined) {
              const order = orderOf(rows, id)
              indexOrder(index, order.at)
              held.set(id, order)
            } else if (!isAdding && known !== undefined) {
              unindexOrder(index, known.at)
              held.delete(id)
            }
          }
          expect(new Set(indexedOrders(index))).toEqual(new Set(held.values()))
          for (const [id, order] of held) expect(findOrder(index, id)).toBe(order)
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    [0, 5_000],
    // Within the initial capacity, and beyond it.
    [3_000, 5_000],
    [9_000, 40_000],
  ])('with capacity for %i grows to %i without losing an order', (ordersAtFirst, count) => {
    const rows = createOrderRows([], [])
    const index = createOrderIndex(7, rows, ordersAtFirst)
    const rooms = new Set([index.slots.buffer, index.nextRoom.buffer])
    const orders = Array.from({ length: count }, (_, n) => {
      if (n < ordersAtFirst) expect(rooms.has(index.slots.buffer)).toBe(true)
      const order = orderOf(rows, idOf(n))
      order.rank = n
      indexOrder(index, order.at)
      return order
    })
    for (const [n, order] of orders.entries()) {
      expect(findOrder(index, idOf(n))).toBe(order)
      expect(order.id).toBe(idOf(n))
      expect(order.rank).toBe(n)
    }
    for (const order of orders) unindexOrder(index, order.at)
    expect(indexedOrders(index)).toEqual([])
    expect(index.slots.every((half, n) => n % 2 === 0 || half === 0)).toBe(true)
  })
})

describe('words', () => {
  it('equal the text, whatever its case, and are right-aligned', () => {
    const words = new Int32Array(ID_WORDS + 2)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.boolean(), (bytes, isUpper) => {
        const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
        writeHex(`0x${isUpper ? digits.toUpperCase() : digits}`, words, 1, ID_WORDS)
        expect(readHex(words, 1, ID_WORDS)).toBe(`0x${digits}`)
        writeHex(`0x${digits.slice(-40)}`, words, 1, ADDRESS_WORDS)
        expect(readHex(words, 1, ADDRESS_WORDS)).toBe(`0x${digits.slice(-40)}`)
      }),
    )
    writeHex('0x1a', words, 0, ID_WORDS)
    expect(readHex(words, 0, ID_WORDS)).toBe(`0x${'1a'.padStart(64, '0')}`)
  })
})
