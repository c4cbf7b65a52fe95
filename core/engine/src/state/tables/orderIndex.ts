/**
 * The live orders by id: an open hash table in which adding, finding and removing allocate nothing. No result
 * depends on the order of the table.
 */
import { type Id, assert } from '@vest/protocol'
import { rowOffset } from '../memory/rows.ts'
import { ID_WORDS, slotOf, writeHex } from '../memory/words.ts'
import { type Order, orderAt } from './order.ts'
import type { OrderRows } from './orders.ts'
import { ID } from './orderLayout.ts'

const SLOTS_MIN = 4_096

export class OrderIndex {
  count = 0
  /** Slots less one; a power of two less one. */
  mask = SLOTS_MIN - 1
  /** Two halves per slot: the last word of the order's id, and the reference of its row + 1, 0 = empty. */
  declare slots: Int32Array
  /** Memory of the next, larger table: it and the memory of `slots` alternate as the table grows. */
  declare nextRoom: Int32Array
  declare readonly secret: number
  declare readonly rows: OrderRows
  /** Words of the id that is looked for. */
  readonly asked = new Int32Array(ID_WORDS)

  constructor(secret: number, rows: OrderRows, ordersAtFirst: number) {
    let slots = SLOTS_MIN
    while (slots < 2 * ordersAtFirst) slots *= 2
    this.slots = new Int32Array(2 * slots).subarray(0, 2 * SLOTS_MIN)
    this.nextRoom = slots === SLOTS_MIN ? NO_ROOM : new Int32Array(2 * slots)
    this.secret = secret
    this.rows = rows
  }
}

const NO_ROOM = new Int32Array(0)
const LOW = ID_WORDS - 1

/** `ordersAtFirst` orders fit without growth; yet the table in use is small while the orders are few. */
export const createOrderIndex = (secret: number, rows: OrderRows, ordersAtFirst = 0): OrderIndex =>
  new OrderIndex(secret, rows, ordersAtFirst)

/** Reference of the order whose id is in `words` from `at`; -1 = it is not live. */
export function findOrderAt(index: OrderIndex, words: Int32Array, at: number): number {
  const { slots, rows } = index
  const mask = rowOffset(index.mask)
  at = rowOffset(at)
  const low = words[at + LOW]!
  for (let slot = slotOf(low, index.secret, mask); slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask) {
    if (slots[2 * slot] !== low) continue
    const order = rowOffset(slots[2 * slot + 1]! - 1)
    const { int32s } = rows
    const held = 2 * order + ID
    if (
      int32s[held + 6] === words[at + 6] &&
      int32s[held + 5] === words[at + 5] &&
      int32s[held + 4] === words[at + 4] &&
      int32s[held + 3] === words[at + 3] &&
      int32s[held + 2] === words[at + 2] &&
      int32s[held + 1] === words[at + 1] &&
      int32s[held] === words[at]
    )
      return order
  }
  return -1
}

export function findOrder(index: OrderIndex, id: Id): Order | undefined {
  const { asked } = index
  writeHex(id, asked, 0, ID_WORDS)
  const at = findOrderAt(index, asked, 0)
  return at < 0 ? undefined : orderAt(index.rows, at)
}

/** Grows the table for `count` more orders. */
export function widenIndex(index: OrderIndex, count: number): void {
  while (2 * (index.count + count) > index.mask) grow(index)
}

/** Adds an order whose id is not in the table. */
export function indexOrder(index: OrderIndex, order: number): void {
  if (2 * index.count > index.mask) grow(index)
  index.count += 1
  order = rowOffset(order)
  put(index, index.rows.int32s[2 * order + ID + LOW]!, order + 1)
}

/** Removes an order that is in the table and closes the gap, so that no search passes deleted slots. */
export function unindexOrder(index: OrderIndex, order: number): void {
  const { slots, secret, rows } = index
  const mask = rowOffset(index.mask)
  order = rowOffset(order)
  let gap = slotOf(rows.int32s[2 * order + ID + LOW]!, secret, mask)
  while (slots[2 * gap + 1] !== order + 1) {
    if (slots[2 * gap + 1] === 0) assert(false, 'a live order is known by its id')
    gap = (gap + 1) & mask
  }
  for (let slot = (gap + 1) & mask; slots[2 * slot + 1] !== 0; slot = (slot + 1) & mask) {
    const home = slotOf(slots[2 * slot]!, secret, mask)
    // Only an entry whose home is not between the gap and its slot may move into the gap.
    if (((slot - home) & mask) < ((slot - gap) & mask)) continue
    slots[2 * gap] = slots[2 * slot]!
    slots[2 * gap + 1] = slots[2 * slot + 1]!
    gap = slot
  }
  slots[2 * gap + 1] = 0
  index.count -= 1
}

/** Every live order, in no defined order. */
export function indexedOrders(index: OrderIndex): Order[] {
  const { slots, rows } = index
  const orders: Order[] = []
  for (let slot = 0; slot < slots.length; slot += 2)
    if (slots[slot + 1] !== 0) orders.push(orderAt(rows, slots[slot + 1]! - 1))
  return orders
}

/** `held`: the reference of the order's row + 1. */
function put(index: OrderIndex, low: number, held: number): void {
  const { slots } = index
  const mask = rowOffset(index.mask)
  let slot = slotOf(low, index.secret, mask)
  while (slots[2 * slot + 1] !== 0) slot = (slot + 1) & mask
  slots[2 * slot] = low
  slots[2 * slot + 1] = held
}

function grow(index: OrderIndex): void {
  const { slots, nextRoom } = index
  const room = new Int32Array(slots.buffer)
  const length = 2 * slots.length
  index.mask = slots.length - 1
  index.slots = nextRoom.length >= length ? nextRoom.subarray(0, length).fill(0) : new Int32Array(length)
  index.nextRoom = room.length >= 2 * length ? room : NO_ROOM
  for (let slot = 0; slot < slots.length; slot += 2)
    if (slots[slot + 1] !== 0) put(index, slots[slot]!, slots[slot + 1]!)
}
