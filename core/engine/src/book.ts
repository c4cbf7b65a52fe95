/**
 * One side of a book: price levels in a sorted array with the best price at the END, so that the traffic near the
 * top touches only the tail; in each level a queue of orders linked through the orders themselves. Adding near the
 * top, cancelling and filling allocate nothing but a level.
 */
import { assert, type Lots, lots, type Ticks, type Usd6 } from '@vest/protocol'
import type { Order } from './order.ts'

export interface Level {
  readonly price: Ticks
  /** Σ of what its orders have left. */
  size: Lots
  oldest: Order | undefined
  youngest: Order | undefined
}

export interface BookSide {
  readonly isBid: boolean
  /** Ascending keys: the price on the bid side, minus the price on the ask side. */
  readonly keys: number[]
  readonly levels: Level[]
}

export const createBookSide = (isBid: boolean): BookSide => ({ isBid, keys: [], levels: [] })

export const bestLevel = (side: BookSide): Level | undefined => side.levels[side.levels.length - 1]

export const remainingOf = (order: Order): Lots => lots(order.size - order.filledSize)

/** Puts an order at the end of the queue of its price. */
export function insertOrder(side: BookSide, order: Order): void {
  const key = side.isBid ? order.limitPrice : -order.limitPrice
  const at = positionOf(side.keys, key)
  let level = side.keys[at] === key ? side.levels[at] : undefined
  if (level === undefined) {
    level = { price: order.limitPrice, size: lots(0), oldest: undefined, youngest: undefined }
    insertAt(side.keys, at, key)
    insertAt(side.levels, at, level)
  }
  order.level = level
  order.older = level.youngest
  if (level.youngest === undefined) level.oldest = order
  else level.youngest.younger = order
  level.youngest = order
  level.size = (level.size + order.size - order.filledSize) as Lots
}

/** Takes an order out, whatever it has left. */
export function removeOrder(side: BookSide, order: Order): void {
  const { level, older, younger } = order
  assert(level !== undefined, 'only a resting order leaves the book')
  if (older === undefined) level.oldest = younger
  else older.younger = younger
  if (younger === undefined) level.youngest = older
  else younger.older = older
  level.size = (level.size - (order.size - order.filledSize)) as Lots
  order.level = undefined
  order.older = undefined
  order.younger = undefined
  if (level.oldest === undefined) removeLevel(side, level)
}

/** Tells the level that a resting order has been filled by `size` lots; call before the order is changed. */
export function reduceLevel(order: Order, size: Lots): void {
  assert(order.level !== undefined && size <= order.size - order.filledSize, 'a fill takes what rests')
  order.level.size = (order.level.size - size) as Lots
}

function removeLevel(side: BookSide, level: Level): void {
  const last = side.levels.length - 1
  if (side.levels[last] === level) {
    side.levels.pop()
    side.keys.pop()
    return
  }
  const at = positionOf(side.keys, side.isBid ? level.price : -level.price)
  assert(side.levels[at] === level, 'a level stands at its price')
  removeAt(side.keys, at)
  removeAt(side.levels, at)
}

/** The first place whose key is not below `key`: gallops from the end, where the traffic is. */
function positionOf(keys: readonly number[], key: number): number {
  let high = keys.length
  let step = 1
  let low = high - 1
  while (low >= 0 && keys[low]! >= key) {
    high = low
    low -= step
    step *= 2
  }
  low = low < 0 ? 0 : low + 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Shifting a short tail by hand is much cheaper than `splice`, which allocates the removed part. */
const SHIFT_BY_HAND_MAX = 64

function insertAt<T>(list: T[], at: number, item: T): void {
  const { length } = list
  if (length - at > SHIFT_BY_HAND_MAX) {
    list.splice(at, 0, item)
    return
  }
  list.push(item)
  for (let i = length; i > at; i--) list[i] = list[i - 1]!
  list[at] = item
}

function removeAt<T>(list: T[], at: number): void {
  const last = list.length - 1
  if (last - at > SHIFT_BY_HAND_MAX) {
    list.splice(at, 1)
    return
  }
  for (let i = at; i < last; i++) list[i] = list[i + 1]!
  list.pop()
}

/** Σ of what the resting orders of a side reserve; for audits. */
export function reservedOnSide(side: BookSide): Usd6 {
  let sum = 0
  for (const level of side.levels)
    for (let order = level.oldest; order !== undefined; order = order.younger) sum += order.reservedMargin
  return sum as Usd6
}
