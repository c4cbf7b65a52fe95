/**
 * The live orders by id: an open hash table in which adding, finding and removing allocate nothing. Ids are digests,
 * so their last digits are spread already; they are mixed with a secret of the process, because whoever makes
 * digests can make many that end alike, and would lengthen everybody's search. Nothing ever depends on its order.
 */
import { assert, type Id } from '@vest/protocol'
import type { Order } from './state.ts'

export interface OrderIndex {
  count: number
  /** Slots less one; a power of two less one. */
  mask: number
  /** 0 = an empty slot. */
  hashes: Int32Array
  orders: (Order | undefined)[]
  secret: number
}

const SLOTS_MIN = 1_024

export const createOrderIndex = (): OrderIndex => ({
  count: 0,
  mask: SLOTS_MIN - 1,
  hashes: new Int32Array(SLOTS_MIN),
  orders: new Array<Order | undefined>(SLOTS_MIN).fill(undefined),
  secret: 0x5bd1e995,
})

/** Mixes hashes with a number that nobody outside can know; the table must be empty. */
export function hideHashes(index: OrderIndex, secret: number): void {
  assert(index.count === 0, 'an index in use keeps its secret')
  index.secret = secret | 0
}

export function findOrder(index: OrderIndex, id: Id): Order | undefined {
  const { mask, hashes, orders } = index
  const hash = hashOf(id, index.secret)
  for (let slot = hash & mask; hashes[slot] !== 0; slot = (slot + 1) & mask)
    if (hashes[slot] === hash && orders[slot]!.id === id) return orders[slot]
  return undefined
}

/** Adds an order whose id is not there yet. */
export function indexOrder(index: OrderIndex, order: Order): void {
  if (2 * index.count > index.mask) grow(index)
  index.count += 1
  put(index, hashOf(order.id, index.secret), order)
}

/** Removes an order that is there and closes the gap, so that no search ever walks over graves. */
export function unindexOrder(index: OrderIndex, order: Order): void {
  const { mask, hashes, orders } = index
  let gap = hashOf(order.id, index.secret) & mask
  while (orders[gap] !== order) {
    assert(hashes[gap] !== 0, 'a live order is known by its id')
    gap = (gap + 1) & mask
  }
  for (let slot = (gap + 1) & mask; hashes[slot] !== 0; slot = (slot + 1) & mask) {
    const home = hashes[slot]! & mask
    // Only an entry whose home is not between the gap and its slot may move into the gap.
    if (((slot - home) & mask) < ((slot - gap) & mask)) continue
    hashes[gap] = hashes[slot]!
    orders[gap] = orders[slot]
    gap = slot
  }
  hashes[gap] = 0
  orders[gap] = undefined
  index.count -= 1
}

/** Every live order; in no order that means anything. */
export function indexedOrders(index: OrderIndex): Order[] {
  return index.orders.filter((order) => order !== undefined)
}

function put(index: OrderIndex, hash: number, order: Order): void {
  const { mask, hashes, orders } = index
  let slot = hash & mask
  while (hashes[slot] !== 0) slot = (slot + 1) & mask
  hashes[slot] = hash
  orders[slot] = order
}

function grow(index: OrderIndex): void {
  const { hashes, orders } = index
  const slots = 2 * hashes.length
  index.mask = slots - 1
  index.hashes = new Int32Array(slots)
  index.orders = new Array<Order | undefined>(slots).fill(undefined)
  for (let slot = 0; slot < hashes.length; slot++)
    if (hashes[slot] !== 0) put(index, hashes[slot]!, orders[slot]!)
}

const DIGITS = 8
const LOW_DIGIT = 15
const LETTER = 9

/** The last 32 bits of a hexadecimal id, mixed with the secret; never 0. */
function hashOf(id: Id, secret: number): number {
  let bits = 0
  for (let at = id.length - DIGITS; at < id.length; at++) {
    const code = id.charCodeAt(at)
    // '0'..'9' end in 0..9; 'a'..'f' end in 1..6 and have bit 6.
    bits = (bits << 4) | ((code & LOW_DIGIT) + (code >> 6) * LETTER)
  }
  let hash = Math.imul(bits ^ secret, 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39)
  hash ^= hash >>> 16
  return hash === 0 ? 1 : hash
}
