/**
 * One side of a book. Sixteen neighbouring prices form a shelf, with a bit for every price that has orders.
 * The shelves are in a sorted list with the best one at the END, so that traffic near the top touches only
 * the tail. Each level has a queue of orders, linked through their rows. A book of twenty thousand prices has
 * so few shelves that a new price seldom moves an entry. Shelves are reused: adding, cancelling and filling
 * allocate nothing.
 */
import { type HalvedRows, asPlace, twiceAsLong, widenRows } from '../memory/rows.ts'
import {
  FILLED_SIZE,
  LEVEL,
  LIMIT_PRICE,
  NONE,
  OLDER,
  type Order,
  type OrderRows,
  RANK,
  SIZE,
  YOUNGER,
  orderAt,
} from './orders.ts'
import { type Lots, type Ticks, assert } from '@vest/protocol'

// Of a level's row: its size is a number, the other fields are halves.
/** Σ of the remaining sizes of its orders. */
export const LEVEL_SIZE = 0

export const OLDEST = 2

const YOUNGEST = 3

const LEVEL_BITS = 1

/** Length of a level's row, in numbers. */
const LEVEL_ROW = 1 << LEVEL_BITS

/** Prices per shelf: 2^SHELF_BITS. */
const SHELF_BITS = 4

const SHELF_PRICES = 1 << SHELF_BITS

const SHELVES_AT_FIRST = 32

/** A power of two: four kilobytes a side, for sixteen times as many neighbouring prices. */
const SEEN_SLOTS = 1_024

/** A price level, for code outside the hot paths. */
export class Level {
  readonly at: number
  private readonly side: BookSide

  constructor(side: BookSide, at: number) {
    this.side = side
    this.at = at
  }

  get price(): Ticks {
    return levelPrice(this.side, this.at) as Ticks
  }
  /** Changes the prices of its whole shelf. */
  set price(value: Ticks) {
    const { sign, firstKeys } = this.side
    firstKeys[shelfOf(this.at)]! += sign * (value - this.price)
  }
  get size(): Lots {
    return this.side.numbers[this.at + LEVEL_SIZE] as Lots
  }
  set size(value: Lots) {
    this.side.numbers[this.at + LEVEL_SIZE] = value
  }
  get oldest(): Order | undefined {
    return this.order(OLDEST)
  }
  set oldest(value: Order | undefined) {
    this.side.halves[2 * this.at + OLDEST] = value?.at ?? NONE
  }
  get youngest(): Order | undefined {
    return this.order(YOUNGEST)
  }

  private order(place: number): Order | undefined {
    const at = this.side.halves[2 * this.at + place]!
    return at === NONE ? undefined : orderAt(this.side.orders, at)
  }
}

export class BookSide implements HalvedRows {
  declare readonly isBid: boolean
  /**
   * 1 = higher prices are better (bids), -1 = lower ones (asks). A price times the sign is its key: higher
   * keys are better.
   */
  declare readonly sign: 1 | -1
  declare readonly orders: OrderRows
  /** Rows of the levels: those of a shelf are consecutive, by key. */
  numbers: Float64Array = new Float64Array(SHELVES_AT_FIRST * SHELF_PRICES * LEVEL_ROW)
  halves: Int32Array = new Int32Array(this.numbers.buffer)
  /** Per shelf, the lowest key of its range: a multiple of SHELF_PRICES. */
  firstKeys: Float64Array = new Float64Array(SHELVES_AT_FIRST)
  /** Per shelf, a bit for every key that has orders, the lowest key first. */
  taken: Int32Array = new Int32Array(SHELVES_AT_FIRST)
  /** Shelves that have orders, the worst prices first, and their number. */
  shelves: Int32Array = new Int32Array(SHELVES_AT_FIRST)
  shelfCount = 0
  /** Hint: the shelf last found for a key with the same last bits. It may be out of date. */
  readonly seen = new Int32Array(SEEN_SLOTS)
  private readonly spare: number[] = []
  private rowCount = 0

  constructor(isBid: boolean, orders: OrderRows) {
    this.isBid = isBid
    this.sign = isBid ? 1 : -1
    this.orders = orders
  }

  /** Σ of the remaining sizes of the orders of a level, in lots. */
  levelSize(level: number): number {
    return this.numbers[asPlace(level) + LEVEL_SIZE]!
  }

  /** Reference of the oldest order of a level; NONE = it has none. */
  oldest(level: number): number {
    return this.halves[2 * asPlace(level) + OLDEST]!
  }

  /** The levels, the best one last: a new list. */
  get levels(): Level[] {
    const best: Level[] = []
    for (let at = bestLevel(this); at !== NONE; at = worseLevel(this, at)) best.push(new Level(this, at))
    return best.reverse()
  }

  /** Adds an empty shelf with this lowest key. */
  addShelf(firstKey: number): number {
    const shelf = this.spare.length > 0 ? this.spare.pop()! : this.freshShelf()
    this.firstKeys[shelf] = firstKey
    const at = positionOf(this, firstKey)
    this.shelves.copyWithin(at + 1, at, this.shelfCount)
    this.shelves[at] = shelf
    this.shelfCount += 1
    return shelf
  }

  dropShelf(shelf: number): void {
    const last = this.shelfCount - 1
    if (this.shelves[last] !== shelf) {
      const at = positionOf(this, this.firstKeys[shelf]!)
      if (this.shelves[at] !== shelf) assert(false, 'a shelf stands at its prices')
      this.shelves.copyWithin(at, at + 1, last + 1)
    }
    this.shelfCount = last
    this.spare.push(shelf)
  }

  private freshShelf(): number {
    const shelf = this.rowCount
    if (shelf === this.shelves.length) {
      widenRows(this)
      this.firstKeys = twiceAsLong(this.firstKeys)
      this.taken = twiceAsMany(this.taken)
      this.shelves = twiceAsMany(this.shelves)
    }
    this.rowCount += 1
    return shelf
  }
}

function twiceAsMany(list: Int32Array): Int32Array {
  const wider = new Int32Array(2 * list.length)
  wider.set(list)
  return wider
}

const shelfOf = (level: number): number => level >>> (SHELF_BITS + LEVEL_BITS)

const slotOf = (level: number): number => (level >>> LEVEL_BITS) & (SHELF_PRICES - 1)

const levelIn = (shelf: number, slot: number): number => asPlace(((shelf << SHELF_BITS) | slot) << LEVEL_BITS)

/** Slot of the highest key among these bits. */
const bestSlot = (bits: number): number => 31 - Math.clz32(bits)

/** Reference of the best level; NONE = the side is empty. */
export function bestLevel({ shelves, shelfCount, taken }: BookSide): number {
  if (shelfCount === 0) return NONE
  const shelf = shelves[shelfCount - 1]!
  return levelIn(shelf, bestSlot(taken[shelf]!))
}

/** Reference of the next worse level that has orders; NONE = none. */
export function worseLevel(side: BookSide, level: number): number {
  const { shelves, taken } = side
  let shelf = shelfOf(level)
  let bits = taken[shelf]! & ((1 << slotOf(level)) - 1)
  if (bits === 0) {
    const last = side.shelfCount - 1
    const at = shelves[last] === shelf ? last : positionOf(side, side.firstKeys[shelf]!)
    if (at === 0) return NONE
    shelf = shelves[at - 1]!
    bits = taken[shelf]!
  }
  return levelIn(shelf, bestSlot(bits))
}

export const levelPrice = ({ sign, firstKeys }: BookSide, level: number): number =>
  sign * (firstKeys[shelfOf(level)]! + slotOf(level))

/** Price of the best level; 0 = the side is empty. */
export function bestPrice(side: BookSide): number {
  const level = bestLevel(side)
  return level === NONE ? 0 : levelPrice(side, level)
}

/** Appends an order to the queue of its price. */
export function insertOrder(side: BookSide, order: number): void {
  const { numbers, halves } = side.orders
  order = asPlace(order)
  const level = asPlace(levelOf(side, numbers[order + LIMIT_PRICE]!))
  const { numbers: sizes, halves: queues } = side
  const older = queues[2 * level + YOUNGEST]!
  halves[2 * order + LEVEL] = level
  halves[2 * order + OLDER] = older
  halves[2 * order + YOUNGER] = NONE
  if (older === NONE) queues[2 * level + OLDEST] = order
  else halves[2 * asPlace(older) + YOUNGER] = order
  queues[2 * level + YOUNGEST] = order
  sizes[level + LEVEL_SIZE] =
    sizes[level + LEVEL_SIZE]! + numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!
}

/**
 * Reference of the level of a price, created if absent. Most orders use a shelf that was requested before;
 * the hint finds it without a search, and the shelf itself shows whether it has these prices and still has
 * orders.
 */
function levelOf(side: BookSide, price: number): number {
  const { seen } = side
  const key = side.sign * price
  const slot = key & (SHELF_PRICES - 1)
  const firstKey = key - slot
  const hint = (key >> SHELF_BITS) & (SEEN_SLOTS - 1)
  let shelf = seen[hint]!
  if (side.firstKeys[shelf] !== firstKey || side.taken[shelf] === 0) {
    shelf = foundShelf(side, firstKey)
    seen[hint] = shelf
  }
  const level = levelIn(shelf, slot)
  const bits = side.taken[shelf]!
  if ((bits & (1 << slot)) === 0) {
    side.taken[shelf] = bits | (1 << slot)
    side.numbers[level + LEVEL_SIZE] = 0
    side.halves[2 * level + OLDEST] = NONE
    side.halves[2 * level + YOUNGEST] = NONE
  }
  return level
}

function foundShelf(side: BookSide, firstKey: number): number {
  const at = positionOf(side, firstKey)
  const shelf = side.shelves[at]!
  return at < side.shelfCount && side.firstKeys[shelf] === firstKey ? shelf : side.addShelf(firstKey)
}

/**
 * Inserts an order into the queue of its price by acceptance number: it was there before, or replaces one
 * that was. `before`: the order that preceded it then, -1 = none. It gives the position without a walk
 * through the queue, which may be long.
 */
export function insertOrderByRank(side: BookSide, order: number, before = NONE): void {
  insertOrder(side, order)
  const { numbers, halves } = side.orders
  const rank = numbers[order + RANK]!
  const last = halves[2 * order + OLDER]!
  if (last === NONE || numbers[last + RANK]! < rank) return
  const level = halves[2 * order + LEVEL]!
  // A neighbour that has left the book is on no level.
  let older = before !== NONE && halves[2 * before + LEVEL] === level ? before : NONE
  let younger = older === NONE ? side.halves[2 * level + OLDEST]! : halves[2 * older + YOUNGER]!
  while (numbers[younger + RANK]! < rank) {
    older = younger
    younger = halves[2 * younger + YOUNGER]!
  }
  side.halves[2 * level + YOUNGEST] = last
  halves[2 * last + YOUNGER] = NONE
  halves[2 * order + OLDER] = older
  halves[2 * order + YOUNGER] = younger
  halves[2 * younger + OLDER] = order
  if (older === NONE) side.halves[2 * level + OLDEST] = order
  else halves[2 * older + YOUNGER] = order
}

/** Removes an order, whatever its remaining size. */
export function removeOrder(side: BookSide, order: number): void {
  const { numbers, halves } = side.orders
  order = asPlace(order)
  if (halves[2 * order + LEVEL] === NONE) assert(false, 'only a resting order leaves the book')
  const level = asPlace(halves[2 * order + LEVEL]!)
  const older = halves[2 * order + OLDER]!
  const younger = halves[2 * order + YOUNGER]!
  const { numbers: sizes, halves: queues } = side
  if (older === NONE) queues[2 * level + OLDEST] = younger
  else halves[2 * asPlace(older) + YOUNGER] = younger
  if (younger === NONE) queues[2 * level + YOUNGEST] = older
  else halves[2 * asPlace(younger) + OLDER] = older
  halves[2 * order + LEVEL] = NONE
  sizes[level + LEVEL_SIZE] =
    sizes[level + LEVEL_SIZE]! - (numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!)
  if (queues[2 * level + OLDEST] === NONE) removeLevel(side, level)
}

/** Subtracts a fill of `size` lots from the level of a resting order; call it before the order changes. */
export function reduceLevel(side: BookSide, order: number, size: number): void {
  const { numbers, halves } = side.orders
  order = asPlace(order)
  const level = halves[2 * order + LEVEL]!
  if (level === NONE || size > numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!)
    assert(false, 'a fill takes what rests')
  const at = asPlace(level) + LEVEL_SIZE
  side.numbers[at] = side.numbers[at]! - size
}

function removeLevel(side: BookSide, level: number): void {
  const { taken } = side
  const shelf = shelfOf(level)
  const bits = taken[shelf]! & ~(1 << slotOf(level))
  taken[shelf] = bits
  if (bits === 0) side.dropShelf(shelf)
}

/** The first index in the list of shelves whose lowest key is not below this one. */
function positionOf({ shelves, shelfCount, firstKeys }: BookSide, firstKey: number): number {
  if (shelfCount === 0 || firstKeys[shelves[shelfCount - 1]!]! < firstKey) return shelfCount
  let low = 0
  let high = shelfCount - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (firstKeys[shelves[middle]!]! < firstKey) low = middle + 1
    else high = middle
  }
  return low
}
