/**
 * The STOP_LOSS and TAKE_PROFIT orders of a market by price, so that a new mark touches only those that it
 * reaches: one side for those that wait for the mark to rise, one for those that wait for it to fall, both
 * with the nearest price last, and a list of the triggers that were reached and are being retried. They fire
 * by acceptance number, whatever their price.
 */
import { assert } from '@vest/protocol'
import type { OrderRows } from './orders.ts'
import {
  BUY_BIT,
  FLAGS,
  IS_TRIGGERED,
  LEVEL,
  NONE,
  RANK,
  SIZE,
  TAKE_PROFIT,
  TERMS,
  YOUNGER,
  typeIn,
} from './orderLayout.ts'
import {
  BookSide,
  LEVEL_SIZE,
  OLDEST,
  bestLevel,
  insertOrderByRank,
  levelPrice,
  removeOrder,
  worseLevel,
} from './priceLevels.ts'

export interface Triggers {
  /** Reached when the mark is at their price or higher. */
  readonly above: BookSide
  /** Reached when the mark is at their price or lower. */
  readonly below: BookSide
  /** Reached and not filled yet, by acceptance number. */
  readonly retrying: number[]
}

export const createTriggers = (orders: OrderRows): Triggers => ({
  above: new BookSide(false, orders),
  below: new BookSide(true, orders),
  retrying: [],
})

export const hasTriggers = ({ above, below, retrying }: Triggers): boolean =>
  bestLevel(above) !== NONE || bestLevel(below) !== NONE || retrying.length > 0

/** A sell closes a long: take profit above, stop loss below; a buy closes a short, the other way round. */
export function sideOfTrigger(triggers: Triggers, words: number): BookSide {
  const isAbove = (typeIn(words) === TAKE_PROFIT) !== ((words & BUY_BIT) !== 0)
  return isAbove ? triggers.above : triggers.below
}

/** `before`: as in `insertOrderByRank`. */
export function addTrigger(triggers: Triggers, rows: OrderRows, order: number, before = NONE): void {
  if ((rows.int32s[2 * order + FLAGS]! & IS_TRIGGERED) !== 0) addRetrying(triggers, rows, order)
  else insertOrderByRank(sideOfTrigger(triggers, rows.int32s[2 * order + TERMS]!), order, before)
}

export function removeTrigger(triggers: Triggers, rows: OrderRows, order: number): void {
  if ((rows.int32s[2 * order + FLAGS]! & IS_TRIGGERED) === 0) {
    removeOrder(sideOfTrigger(triggers, rows.int32s[2 * order + TERMS]!), order)
    return
  }
  const at = triggers.retrying.indexOf(order)
  if (at < 0) assert(false, 'a reached trigger is being retried')
  triggers.retrying.splice(at, 1)
}

/** Marks a trigger as reached: from now on it is retried until it is filled, whatever the mark does. */
export function markTriggered(triggers: Triggers, rows: OrderRows, order: number): void {
  const { int32s } = rows
  if ((int32s[2 * order + FLAGS]! & IS_TRIGGERED) !== 0) return
  removeOrder(sideOfTrigger(triggers, int32s[2 * order + TERMS]!), order)
  int32s[2 * order + FLAGS] = int32s[2 * order + FLAGS]! | IS_TRIGGERED
  addRetrying(triggers, rows, order)
}

function addRetrying({ retrying }: Triggers, { numbers, int32s }: OrderRows, order: number): void {
  int32s[2 * order + LEVEL] = NONE
  let at = retrying.length
  while (at > 0 && numbers[retrying[at - 1]! + RANK]! > numbers[order + RANK]!) at -= 1
  retrying.splice(at, 0, order)
}

/** Changes the size of an order in its position. */
export function resizeTrigger(triggers: Triggers, rows: OrderRows, order: number, size: number): void {
  const { numbers, int32s } = rows
  const level = int32s[2 * order + LEVEL]!
  const grows = size - numbers[order + SIZE]!
  numbers[order + SIZE] = size
  if (level === NONE) return
  const side = sideOfTrigger(triggers, int32s[2 * order + TERMS]!)
  side.numbers[level + LEVEL_SIZE] = side.numbers[level + LEVEL_SIZE]! + grows
}

/** References of the triggers that this mark reaches and of those being retried, by acceptance number: a new list. */
export function reachedTriggers(triggers: Triggers, { numbers }: OrderRows, mark: number): number[] {
  const { above, below, retrying } = triggers
  const reached = retrying.slice()
  collect(above, reached, mark)
  collect(below, reached, mark)
  return reached.sort((a, b) => numbers[a + RANK]! - numbers[b + RANK]!)
}

function collect(side: BookSide, reached: number[], mark: number): void {
  const { isBid, int32s: queues } = side
  const { int32s } = side.orders
  for (let level = bestLevel(side); level !== NONE; level = worseLevel(side, level)) {
    const price = levelPrice(side, level)
    if (isBid ? mark > price : mark < price) return
    let order = queues[2 * level + OLDEST]!
    for (; order !== NONE; order = int32s[2 * order + YOUNGER]!) reached.push(order)
  }
}
