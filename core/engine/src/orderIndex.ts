/**
 * The live orders by id, and the ids of the last minutes: open hash tables in which adding, finding and removing
 * allocate nothing. Nothing ever depends on the order of a table.
 */
import { assert, type Id } from '@vest/protocol'
import type { Order } from './order.ts'
import { slotOf } from './textPrint.ts'

export interface OrderIndex {
  count: number
  /** Slots less one; a power of two less one. */
  mask: number
  /** `print` of the order in each slot, 0 = empty. */
  prints: Float64Array
  orders: (Order | undefined)[]
  secret: number
}

const SLOTS_MIN = 1_024

const emptySlots = (slots: number): (Order | undefined)[] => Array.from({ length: slots }, () => undefined)

export const createOrderIndex = (secret: number): OrderIndex => ({
  count: 0,
  mask: SLOTS_MIN - 1,
  prints: new Float64Array(SLOTS_MIN),
  orders: emptySlots(SLOTS_MIN),
  secret,
})

export function findOrder(index: OrderIndex, id: Id, print: number): Order | undefined {
  const { mask, prints, orders } = index
  for (let slot = slotOf(print, index.secret, mask); prints[slot] !== 0; slot = (slot + 1) & mask)
    if (prints[slot] === print && orders[slot]!.id === id) return orders[slot]
  return undefined
}

/** Adds an order whose id is not there yet. */
export function indexOrder(index: OrderIndex, order: Order): void {
  if (2 * index.count > index.mask) grow(index)
  index.count += 1
  put(index, order.print, order)
}

/** Removes an order that is there and closes the gap, so that no search ever walks over graves. */
export function unindexOrder(index: OrderIndex, order: Order): void {
  const { mask, prints, orders, secret } = index
  let gap = slotOf(order.print, secret, mask)
  while (orders[gap] !== order) {
    if (prints[gap] === 0) assert(false, 'a live order is known by its id')
    gap = (gap + 1) & mask
  }
  for (let slot = (gap + 1) & mask; prints[slot] !== 0; slot = (slot + 1) & mask) {
    const home = slotOf(prints[slot]!, secret, mask)
    // Only an entry whose home is not between the gap and its slot may move into the gap.
    if (((slot - home) & mask) < ((slot - gap) & mask)) continue
    prints[gap] = prints[slot]!
    orders[gap] = orders[slot]
    gap = slot
  }
  prints[gap] = 0
  orders[gap] = undefined
  index.count -= 1
}

/** Every live order; in no order that means anything. */
export const indexedOrders = (index: OrderIndex): Order[] =>
  index.orders.filter((order) => order !== undefined)

function put(index: OrderIndex, print: number, order: Order): void {
  const { mask, prints, orders } = index
  let slot = slotOf(print, index.secret, mask)
  while (prints[slot] !== 0) slot = (slot + 1) & mask
  prints[slot] = print
  orders[slot] = order
}

function grow(index: OrderIndex): void {
  const { prints, orders } = index
  const slots = 2 * prints.length
  index.mask = slots - 1
  index.prints = new Float64Array(slots)
  index.orders = emptySlots(slots)
  for (let slot = 0; slot < prints.length; slot++)
    if (prints[slot] !== 0) put(index, prints[slot]!, orders[slot]!)
}

// ---------------------------------------------------------------- the ids of the last minutes

/** A set of prints. */
export interface PrintSet {
  count: number
  mask: number
  prints: Float64Array
  secret: number
}

/** As large as `before` became, so that a steady flow never widens it. */
export function createPrintSet(secret: number, before?: PrintSet): PrintSet {
  const slots = before === undefined || before.count < SLOTS_MIN / 2 ? SLOTS_MIN : before.prints.length
  return { count: 0, mask: slots - 1, prints: new Float64Array(slots), secret }
}

/** False = it is there already. */
export function addPrint(set: PrintSet, print: number): boolean {
  if (2 * set.count > set.mask) widen(set)
  const { mask, prints } = set
  let slot = slotOf(print, set.secret, mask)
  while (prints[slot] !== 0) {
    if (prints[slot] === print) return false
    slot = (slot + 1) & mask
  }
  prints[slot] = print
  set.count += 1
  return true
}

export function hasPrint(set: PrintSet, print: number): boolean {
  const { mask, prints } = set
  for (let slot = slotOf(print, set.secret, mask); prints[slot] !== 0; slot = (slot + 1) & mask)
    if (prints[slot] === print) return true
  return false
}

/** Ascending. */
export const sortedPrints = (set: PrintSet): number[] =>
  [...set.prints.filter((print) => print !== 0)].sort((a, b) => a - b)

function widen(set: PrintSet): void {
  const { prints } = set
  set.count = 0
  set.mask = 2 * prints.length - 1
  set.prints = new Float64Array(2 * prints.length)
  for (let slot = 0; slot < prints.length; slot++) if (prints[slot] !== 0) addPrint(set, prints[slot]!)
}
