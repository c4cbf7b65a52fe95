/**
 * One side of a book. Sixteen neighbouring prices form a band, with a bit for every price that has orders.
 * The bands are in a sorted list with the best one at the END, so that traffic near the top touches only
 * the tail. Each level has a queue of orders, linked through their rows. A book of twenty thousand prices has
 * so few bands that a new price seldom moves an entry. Bands are reused: adding, cancelling and filling
 * allocate nothing.
 */
import { type Lots, type Ticks, assert } from '@vest/protocol'
import { type SharedRows, rowOffset, twiceAsLong, widenRows } from '../memory/rows.ts'
import { type Order, orderAt } from './order.ts'
import type { OrderRows } from './orders.ts'
import { FILLED_SIZE, LEVEL, LIMIT_PRICE, NONE, OLDER, RANK, SIZE, YOUNGER } from './orderLayout.ts'

// Of a level's row: its size is a number, the other fields are halves.
/** Σ of the remaining sizes of its orders. */
export const LEVEL_SIZE = 0
export const OLDEST = 2
const YOUNGEST = 3
const LEVEL_BITS = 1

/** Length of a level's row, in numbers. */
const LEVEL_ROW = 1 << LEVEL_BITS

/** Prices per band: 2^BAND_BITS. */
const BAND_BITS = 4
const BAND_PRICES = 1 << BAND_BITS
const BANDS_AT_FIRST = 32

/** A power of two: four kilobytes a side, for sixteen times as many neighbouring prices. */
const HINTS = 1_024

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
  /** Changes the prices of its whole band. */
  set price(value: Ticks) {
    const { sign, firstKeys } = this.side
    firstKeys[bandOf(this.at)]! += sign * (value - this.price)
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
    this.side.int32s[2 * this.at + OLDEST] = value?.at ?? NONE
  }
  get youngest(): Order | undefined {
    return this.order(YOUNGEST)
  }

  private order(place: number): Order | undefined {
    const at = this.side.int32s[2 * this.at + place]!
    return at === NONE ? undefined : orderAt(this.side.orders, at)
  }
}

export class BookSide implements SharedRows {
  declare readonly isBid: boolean
  /**
   * 1 = higher prices are better (bids), -1 = lower ones (asks). A price times the sign is its key: higher
   * keys are better.
   */
  declare readonly sign: 1 | -1
  declare readonly orders: OrderRows
  /** Rows of the levels: those of a band are consecutive, by key. */
  numbers: Float64Array = new Float64Array(BANDS_AT_FIRST * BAND_PRICES * LEVEL_ROW)
  int32s: Int32Array = new Int32Array(this.numbers.buffer)
  /** Per band, the lowest key of its range: a multiple of BAND_PRICES. */
  firstKeys: Float64Array = new Float64Array(BANDS_AT_FIRST)
  /** Per band, a bit for every key that has orders, the lowest key first. */
  occupied: Int32Array = new Int32Array(BANDS_AT_FIRST)
  /** Bands that have orders, the worst prices first, and their number. */
  bands: Int32Array = new Int32Array(BANDS_AT_FIRST)
  bandCount = 0
  /** Hint: the band last found for a key with the same last bits. It may be out of date. */
  readonly hints = new Int32Array(HINTS)
  private readonly spare: number[] = []
  private rowCount = 0

  constructor(isBid: boolean, orders: OrderRows) {
    this.isBid = isBid
    this.sign = isBid ? 1 : -1
    this.orders = orders
  }

  /** Σ of the remaining sizes of the orders of a level, in lots. */
  levelSize(level: number): number {
    return this.numbers[rowOffset(level) + LEVEL_SIZE]!
  }

  /** Reference of the oldest order of a level; NONE = it has none. */
  oldest(level: number): number {
    return this.int32s[2 * rowOffset(level) + OLDEST]!
  }

  /** The levels, the best one last: a new list. */
  get levels(): Level[] {
    const best: Level[] = []
    for (let at = bestLevel(this); at !== NONE; at = worseLevel(this, at)) best.push(new Level(this, at))
    return best.reverse()
  }

  /** Adds an empty band with this lowest key. */
  addBand(firstKey: number): number {
    const band = this.spare.length > 0 ? this.spare.pop()! : this.freshBand()
    this.firstKeys[band] = firstKey
    const at = positionOf(this, firstKey)
    this.bands.copyWithin(at + 1, at, this.bandCount)
    this.bands[at] = band
    this.bandCount += 1
    return band
  }

  dropBand(band: number): void {
    const last = this.bandCount - 1
    if (this.bands[last] !== band) {
      const at = positionOf(this, this.firstKeys[band]!)
      if (this.bands[at] !== band) assert(false, 'a band stands at its prices')
      this.bands.copyWithin(at, at + 1, last + 1)
    }
    this.bandCount = last
    this.spare.push(band)
  }

  private freshBand(): number {
    const band = this.rowCount
    if (band === this.bands.length) {
      widenRows(this)
      this.firstKeys = twiceAsLong(this.firstKeys)
      this.occupied = twiceAsMany(this.occupied)
      this.bands = twiceAsMany(this.bands)
    }
    this.rowCount += 1
    return band
  }
}

function twiceAsMany(list: Int32Array): Int32Array {
  const wider = new Int32Array(2 * list.length)
  wider.set(list)
  return wider
}

const bandOf = (level: number): number => level >>> (BAND_BITS + LEVEL_BITS)

const slotOf = (level: number): number => (level >>> LEVEL_BITS) & (BAND_PRICES - 1)

const levelIn = (band: number, slot: number): number => rowOffset(((band << BAND_BITS) | slot) << LEVEL_BITS)

/** Slot of the highest key among these bits. */
const bestSlot = (bits: number): number => 31 - Math.clz32(bits)

/** Reference of the best level; NONE = the side is empty. */
export function bestLevel({ bands, bandCount, occupied }: BookSide): number {
  if (bandCount === 0) return NONE
  const band = bands[bandCount - 1]!
  return levelIn(band, bestSlot(occupied[band]!))
}

/** Reference of the next worse level that has orders; NONE = none. */
export function worseLevel(side: BookSide, level: number): number {
  const { bands, occupied } = side
  let band = bandOf(level)
  let bits = occupied[band]! & ((1 << slotOf(level)) - 1)
  if (bits === 0) {
    const last = side.bandCount - 1
    const at = bands[last] === band ? last : positionOf(side, side.firstKeys[band]!)
    if (at === 0) return NONE
    band = bands[at - 1]!
    bits = occupied[band]!
  }
  return levelIn(band, bestSlot(bits))
}

export const levelPrice = ({ sign, firstKeys }: BookSide, level: number): number =>
  sign * (firstKeys[bandOf(level)]! + slotOf(level))

/** Price of the best level; 0 = the side is empty. */
export function bestPrice(side: BookSide): number {
  const level = bestLevel(side)
  return level === NONE ? 0 : levelPrice(side, level)
}

/** Appends an order to the queue of its price. */
export function insertOrder(side: BookSide, order: number): void {
  const { numbers, int32s } = side.orders
  order = rowOffset(order)
  const level = rowOffset(levelOf(side, numbers[order + LIMIT_PRICE]!))
  const { numbers: sizes, int32s: queues } = side
  const older = queues[2 * level + YOUNGEST]!
  int32s[2 * order + LEVEL] = level
  int32s[2 * order + OLDER] = older
  int32s[2 * order + YOUNGER] = NONE
  if (older === NONE) queues[2 * level + OLDEST] = order
  else int32s[2 * rowOffset(older) + YOUNGER] = order
  queues[2 * level + YOUNGEST] = order
  sizes[level + LEVEL_SIZE] =
    sizes[level + LEVEL_SIZE]! + numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!
}

/**
 * Reference of the level of a price, created if absent. Most orders use a band that was requested before;
 * the hint finds it without a search, and the band itself shows whether it has these prices and still has
 * orders.
 */
function levelOf(side: BookSide, price: number): number {
  const { hints } = side
  const key = side.sign * price
  const slot = key & (BAND_PRICES - 1)
  const firstKey = key - slot
  const hint = (key >> BAND_BITS) & (HINTS - 1)
  let band = hints[hint]!
  if (side.firstKeys[band] !== firstKey || side.occupied[band] === 0) {
    band = foundBand(side, firstKey)
    hints[hint] = band
  }
  const level = levelIn(band, slot)
  const bits = side.occupied[band]!
  if ((bits & (1 << slot)) === 0) {
    side.occupied[band] = bits | (1 << slot)
    side.numbers[level + LEVEL_SIZE] = 0
    side.int32s[2 * level + OLDEST] = NONE
    side.int32s[2 * level + YOUNGEST] = NONE
  }
  return level
}

function foundBand(side: BookSide, firstKey: number): number {
  const at = positionOf(side, firstKey)
  const band = side.bands[at]!
  return at < side.bandCount && side.firstKeys[band] === firstKey ? band : side.addBand(firstKey)
}

/**
 * Inserts an order into the queue of its price by acceptance number: it was there before, or replaces one
 * that was. `before`: the order that preceded it then, -1 = none. It gives the position without a walk
 * through the queue, which may be long.
 */
export function insertOrderByRank(side: BookSide, order: number, before = NONE): void {
  insertOrder(side, order)
  const { numbers, int32s } = side.orders
  const rank = numbers[order + RANK]!
  const last = int32s[2 * order + OLDER]!
  if (last === NONE || numbers[last + RANK]! < rank) return
  const level = int32s[2 * order + LEVEL]!
  // A neighbour that has left the book is on no level.
  let older = before !== NONE && int32s[2 * before + LEVEL] === level ? before : NONE
  let younger = older === NONE ? side.int32s[2 * level + OLDEST]! : int32s[2 * older + YOUNGER]!
  while (numbers[younger + RANK]! < rank) {
    older = younger
    younger = int32s[2 * younger + YOUNGER]!
  }
  side.int32s[2 * level + YOUNGEST] = last
  int32s[2 * last + YOUNGER] = NONE
  int32s[2 * order + OLDER] = older
  int32s[2 * order + YOUNGER] = younger
  int32s[2 * younger + OLDER] = order
  if (older === NONE) side.int32s[2 * level + OLDEST] = order
  else int32s[2 * older + YOUNGER] = order
}

/** Removes an order, whatever its remaining size. */
export function removeOrder(side: BookSide, order: number): void {
  const { numbers, int32s } = side.orders
  order = rowOffset(order)
  if (int32s[2 * order + LEVEL] === NONE) assert(false, 'only a resting order leaves the book')
  const level = rowOffset(int32s[2 * order + LEVEL]!)
  const older = int32s[2 * order + OLDER]!
  const younger = int32s[2 * order + YOUNGER]!
  const { numbers: sizes, int32s: queues } = side
  if (older === NONE) queues[2 * level + OLDEST] = younger
  else int32s[2 * rowOffset(older) + YOUNGER] = younger
  if (younger === NONE) queues[2 * level + YOUNGEST] = older
  else int32s[2 * rowOffset(younger) + OLDER] = older
  int32s[2 * order + LEVEL] = NONE
  sizes[level + LEVEL_SIZE] =
    sizes[level + LEVEL_SIZE]! - (numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!)
  if (queues[2 * level + OLDEST] === NONE) removeLevel(side, level)
}

/** Subtracts a fill of `size` lots from the level of a resting order; call it before the order changes. */
export function reduceLevel(side: BookSide, order: number, size: number): void {
  const { numbers, int32s } = side.orders
  order = rowOffset(order)
  const level = int32s[2 * order + LEVEL]!
  if (level === NONE || size > numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!)
    assert(false, 'a fill takes what rests')
  const at = rowOffset(level) + LEVEL_SIZE
  side.numbers[at] = side.numbers[at]! - size
}

function removeLevel(side: BookSide, level: number): void {
  const { occupied } = side
  const band = bandOf(level)
  const bits = occupied[band]! & ~(1 << slotOf(level))
  occupied[band] = bits
  if (bits === 0) side.dropBand(band)
}

/** The first index in the list of bands whose lowest key is not below this one. */
function positionOf({ bands, bandCount, firstKeys }: BookSide, firstKey: number): number {
  if (bandCount === 0 || firstKeys[bands[bandCount - 1]!]! < firstKey) return bandCount
  let low = 0
  let high = bandCount - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (firstKeys[bands[middle]!]! < firstKey) low = middle + 1
    else high = middle
  }
  return low
}
