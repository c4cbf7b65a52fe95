/**
 * One side of a book: price levels in a sorted array with the best price at the END, so that the traffic near the
 * top touches only the tail; in each level a queue of orders linked through the rows of the orders. Levels are rows
 * as well, which serve again: adding, cancelling and filling allocate nothing.
 */
import { assert, type Lots, type Ticks } from '@vest/protocol'
import {
  FILLED_SIZE,
  LEVEL,
  LIMIT_PRICE,
  NONE,
  OLDER,
  type Order,
  orderAt,
  type OrderRows,
  RANK,
  SIZE,
  YOUNGER,
} from './order.ts'
import { asPlace, integerAt, twiceAsLong } from './rowMemory.ts'

// Numbers of a level's row.
export const LEVEL_PRICE = 0
/** Σ of what its orders have left. */
export const LEVEL_SIZE = 1
export const OLDEST = 2
const YOUNGEST = 3
const LEVEL_ROW = 4

const LEVELS_AT_FIRST = 512
/** A power of two: four kilobytes a side, for about as many neighbouring prices. */
const SEEN_SLOTS = 1_024

/** A price level, for whoever is not in a hurry. */
export class Level {
  readonly at: number
  private readonly side: BookSide

  constructor(side: BookSide, at: number) {
    this.side = side
    this.at = at
  }

  get price(): Ticks {
    return this.side.numbers[this.at + LEVEL_PRICE] as Ticks
  }
  set price(value: Ticks) {
    this.side.numbers[this.at + LEVEL_PRICE] = value
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
    this.side.numbers[this.at + OLDEST] = value?.at ?? NONE
  }
  get youngest(): Order | undefined {
    return this.order(YOUNGEST)
  }

  private order(place: number): Order | undefined {
    const at = integerAt(this.side.numbers, this.at + place)
    return at === NONE ? undefined : orderAt(this.side.orders, at)
  }
}

export class BookSide {
  declare readonly isBid: boolean
  /** Which way prices become better: of bids up, of asks down. */
  declare readonly sign: 1 | -1
  declare readonly orders: OrderRows
  /** Places of the levels, the worst price first. */
  readonly places: number[] = []
  numbers: Float64Array = new Float64Array(LEVELS_AT_FIRST * LEVEL_ROW)
  /** Where the level stands, or stood, that was last asked for by a price that ends alike: a hint, never more. */
  readonly seen = new Int32Array(SEEN_SLOTS)
  private readonly spare: number[] = []
  private count = 0

  constructor(isBid: boolean, orders: OrderRows) {
    this.isBid = isBid
    this.sign = isBid ? 1 : -1
    this.orders = orders
  }

  /** The levels, the best one last: a list of its own. */
  get levels(): Level[] {
    return this.places.map((at) => new Level(this, at))
  }

  /** A level of this price, with nothing in it. */
  addLevel(price: number): number {
    const at = asPlace(this.spare.length > 0 ? this.spare.pop()! : this.freshRow())
    const { numbers } = this
    numbers[at + LEVEL_PRICE] = price
    numbers[at + LEVEL_SIZE] = 0
    numbers[at + OLDEST] = NONE
    numbers[at + YOUNGEST] = NONE
    return at
  }

  dropLevel(at: number): void {
    this.spare.push(at)
  }

  private freshRow(): number {
    const at = this.count * LEVEL_ROW
    if (at === this.numbers.length) this.numbers = twiceAsLong(this.numbers)
    this.count += 1
    return at
  }
}

/** Price of the best level; 0 = the side is empty. */
export function bestPrice(side: BookSide): number {
  const { places } = side
  return places.length === 0 ? 0 : side.numbers[places[places.length - 1]! + LEVEL_PRICE]!
}

/** Puts an order at the end of the queue of its price. */
export function insertOrder(side: BookSide, order: number): void {
  const { numbers, halves } = side.orders
  order = asPlace(order)
  const level = asPlace(levelOf(side, numbers[order + LIMIT_PRICE]!))
  const levels = side.numbers
  const older = levels[level + YOUNGEST]!
  halves[2 * order + LEVEL] = level
  halves[2 * order + OLDER] = older
  halves[2 * order + YOUNGER] = NONE
  if (older === NONE) levels[level + OLDEST] = order
  else halves[2 * asPlace(older) + YOUNGER] = order
  levels[level + YOUNGEST] = order
  levels[level + LEVEL_SIZE] =
    levels[level + LEVEL_SIZE]! + numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!
}

/**
 * Where the level of a price stands, made if there is none. Most orders join a level that others have asked for
 * before, and that is found without a search: its row says whether it is of this price and has orders still.
 */
function levelOf(side: BookSide, price: number): number {
  const { seen, numbers } = side
  const slot = price & (SEEN_SLOTS - 1)
  const hint = asPlace(seen[slot]!)
  if (numbers[hint + LEVEL_PRICE] === price && numbers[hint + OLDEST] !== NONE) return hint
  const level = foundLevel(side, price)
  seen[slot] = level
  return level
}

function foundLevel(side: BookSide, price: number): number {
  const { places } = side
  const at = positionOf(side, price)
  if (at < places.length && side.numbers[places[at]! + LEVEL_PRICE] === price) return places[at]!
  const level = side.addLevel(price)
  insertAt(places, at, level)
  return level
}

/** Puts an order into the queue of its price where its rank belongs: it was there before, or stands for one that was. */
export function insertOrderByRank(side: BookSide, order: number): void {
  insertOrder(side, order)
  const { numbers, halves } = side.orders
  const before = halves[2 * order + OLDER]!
  let older = before
  let younger = NONE
  while (older !== NONE && numbers[older + RANK]! > numbers[order + RANK]!) {
    younger = older
    older = halves[2 * older + OLDER]!
  }
  if (younger === NONE) return
  const level = halves[2 * order + LEVEL]!
  side.numbers[level + YOUNGEST] = before
  halves[2 * before + YOUNGER] = NONE
  halves[2 * order + OLDER] = older
  halves[2 * order + YOUNGER] = younger
  halves[2 * younger + OLDER] = order
  if (older === NONE) side.numbers[level + OLDEST] = order
  else halves[2 * older + YOUNGER] = order
}

/** Takes an order out, whatever it has left. */
export function removeOrder(side: BookSide, order: number): void {
  const { numbers, halves } = side.orders
  order = asPlace(order)
  if (halves[2 * order + LEVEL] === NONE) assert(false, 'only a resting order leaves the book')
  const level = asPlace(halves[2 * order + LEVEL]!)
  const older = halves[2 * order + OLDER]!
  const younger = halves[2 * order + YOUNGER]!
  const levels = side.numbers
  if (older === NONE) levels[level + OLDEST] = younger
  else halves[2 * asPlace(older) + YOUNGER] = younger
  if (younger === NONE) levels[level + YOUNGEST] = older
  else halves[2 * asPlace(younger) + OLDER] = older
  halves[2 * order + LEVEL] = NONE
  levels[level + LEVEL_SIZE] =
    levels[level + LEVEL_SIZE]! - (numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!)
  if (levels[level + OLDEST] === NONE) removeLevel(side, level)
}

/** Tells the level that a resting order has been filled by `size` lots; call before the order is changed. */
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
  const { places } = side
  side.dropLevel(level)
  if (places[places.length - 1] === level) {
    places.pop()
    return
  }
  const at = positionOf(side, side.numbers[level + LEVEL_PRICE]!)
  if (places[at] !== level) assert(false, 'a level stands at its price')
  removeAt(places, at)
}

/**
 * The first place whose price is not worse than `price`. Prices are whole ticks, so at most as many levels are better
 * as it is ticks away from the best: the search begins there, and near the top of a book nearly all ticks are taken.
 */
function positionOf({ places, numbers, sign }: BookSide, price: number): number {
  const last = places.length - 1
  if (last < 0) return 0
  const key = sign * price
  const distance = sign * numbers[places[last]! + LEVEL_PRICE]! - key
  if (distance < 0) return last + 1
  let low = 0
  let high = last
  if (distance <= last) {
    high = low = (last - distance) | 0
    for (let step = 1; sign * numbers[places[high]! + LEVEL_PRICE]! < key; step *= 2) {
      low = high + 1
      high = high + step < last ? high + step : last
    }
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sign * numbers[places[middle]! + LEVEL_PRICE]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Shifting a tail by hand is cheaper than `splice` until it is long; `splice` allocates the removed part. Four at a
 * time, because with each turn of a loop V8 looks again at what the list is, and whether it should stop.
 */
const SHIFT_BY_HAND_MAX = 256

function insertAt(list: number[], at: number, item: number): void {
  const { length } = list
  if (length - at > SHIFT_BY_HAND_MAX) {
    list.splice(at, 0, item)
    return
  }
  list.push(item)
  let i = length
  for (; i - at >= 4; i -= 4) {
    list[i] = list[i - 1]!
    list[i - 1] = list[i - 2]!
    list[i - 2] = list[i - 3]!
    list[i - 3] = list[i - 4]!
  }
  for (; i > at; i--) list[i] = list[i - 1]!
  list[at] = item
}

function removeAt(list: number[], at: number): void {
  const last = list.length - 1
  if (last - at > SHIFT_BY_HAND_MAX) {
    list.splice(at, 1)
    return
  }
  let i = at
  for (; last - i >= 4; i += 4) {
    list[i] = list[i + 1]!
    list[i + 1] = list[i + 2]!
    list[i + 2] = list[i + 3]!
    list[i + 3] = list[i + 4]!
  }
  for (; i < last; i++) list[i] = list[i + 1]!
  list.pop()
}
