/**
 * Take-profit and stop-loss legs of a LIMIT order: created at its first fill, with the size of that fill, and
 * increased by every further one. A leg beyond the position is refused while its parent's fill stays. The two
 * legs of one parent are a group: a fill of one reduces the other. Legs are ordinary orders otherwise.
 */
import type { AttachedLeg } from '../api/index.ts'
import {
  ACCOUNT_ID,
  beginOrder,
  BUY_BIT,
  type Exchange,
  FILLED_SIZE,
  findPosition,
  FLAGS,
  GTC,
  HAS_EXTRAS,
  ID_WORDS,
  INIT_MARGIN_RATIO,
  IS_LONG,
  type Market,
  marketOfLive,
  NONE,
  ORDER_TIME,
  orderAt,
  placesIn,
  POSITION_SIZE,
  REJECTED,
  resizeTrigger,
  SIGNER_INDEX,
  SIZE,
  STOP_LOSS,
  TAKE_PROFIT,
  typeIn,
  WORDS,
  wordsOf,
  writeHex,
} from '../state/index.ts'
import { hasRoomForTrigger } from './openOrderLimits.ts'
import { cancelOrder, emitOrder, endOrder, forgetUnrested, newOrder, restOrder } from './openOrders.ts'
import { attachExtras } from './orderExtras.ts'
import { reduceOnlySum } from './reduceOnly.ts'
import { type ErrorCode, type Id, assert, REFUSAL } from '@vest/protocol'

/** Fills the legs of every resting order with legs that filled in this settlement. */
export function fillLegsOfParents(exchange: Exchange, market: Market): void {
  const { filledParents } = exchange.work
  // An integer, as every reference: see `integerAt`.
  for (let i = 0; i < filledParents.length; i += 2)
    fillLegs(exchange, market, filledParents[i]! | 0, filledParents[i + 1]!)
  filledParents.length = 0
}

/** Applies a fill of the parent to its legs: the first fill creates them, every other one increases them. */
export function fillLegs(exchange: Exchange, market: Market, parent: number, size: number): void {
  const extras = exchange.orderRows.extras.get(parent)
  if (extras === undefined) assert(false, 'a parent has its legs beside its row')
  if (exchange.orderRows.numbers[parent + FILLED_SIZE]! > size) {
    growLegs(exchange, market, parent, size)
    return
  }
  if (extras.takeProfit !== undefined) makeLeg(exchange, market, parent, extras.takeProfit, TAKE_PROFIT, size)
  if (extras.stopLoss !== undefined) makeLeg(exchange, market, parent, extras.stopLoss, STOP_LOSS, size)
}

const legId = new Int32Array(ID_WORDS)

function makeLeg(
  exchange: Exchange,
  market: Market,
  parent: number,
  leg: AttachedLeg,
  type: number,
  size: number,
): void {
  const order = newOrder(exchange)
  // Read after the row was made: making one may move all rows.
  const { numbers, halves } = exchange.orderRows
  const accountId = halves[2 * parent + ACCOUNT_ID]!
  const isBuy = (halves[2 * parent + WORDS]! & BUY_BIT) === 0
  writeHex(leg.id, legId, 0, ID_WORDS)
  beginOrder(
    exchange.orderRows,
    order,
    leg.nonce,
    market.id,
    wordsOf(isBuy, true, type, GTC),
    size,
    leg.price,
    numbers[parent + INIT_MARGIN_RATIO]!,
    market.mark ?? NaN,
    numbers[parent + ORDER_TIME]!,
    exchange.timeMs,
    accountId,
    halves[2 * parent + SIGNER_INDEX]!,
    legId,
    0,
  )
  attachExtras(exchange, order, undefined, orderAt(exchange.orderRows, parent).id)
  const code = legRefusal(exchange, accountId, market, isBuy, type, size)
  if (code === 0) {
    restOrder(exchange, market, order, 0)
    emitOrder(exchange, order)
  } else endOrder(exchange, order, REJECTED, code)
  forgetUnrested(exchange, order)
}

/** A leg must reduce a position and, in sum with its kind, not exceed it (3019); then the order limits apply (3031). */
function legRefusal(
  exchange: Exchange,
  accountId: number,
  market: Market,
  isBuy: boolean,
  type: number,
  size: number,
): ErrorCode | 0 {
  const { positionRows } = exchange
  const position = findPosition(exchange.accountRows, positionRows, accountId, market.id)
  if (position === NONE || (positionRows.halves[2 * position + IS_LONG] === 1) === isBuy)
    return REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE
  const held = positionRows.numbers[position + POSITION_SIZE]!
  if (reduceOnlySum(exchange, accountId, market.id, type) + size > held)
    return REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE
  return hasRoomForTrigger(exchange, accountId, market, type) ? 0 : REFUSAL.TOO_MANY_OPEN_ORDERS
}

function growLegs(exchange: Exchange, market: Market, parent: number, size: number): void {
  const { numbers, halves } = exchange.orderRows
  const accountId = halves[2 * parent + ACCOUNT_ID]!
  for (const leg of legsIn(exchange, accountId, market.id, orderAt(exchange.orderRows, parent).id)) {
    resizeTrigger(market.triggers, exchange.orderRows, leg, numbers[leg + SIZE]! + size)
    emitOrder(exchange, leg)
  }
}

/** A fill of one leg reduces the other one of its group, which ends when nothing is left. */
export function shrinkSibling(exchange: Exchange, order: number, size: number): void {
  const { numbers, halves } = exchange.orderRows
  if ((halves[2 * order + FLAGS]! & HAS_EXTRAS) === 0) return
  const parentId = exchange.orderRows.extras.get(order)?.parentId
  if (parentId === undefined) return
  const market = marketOfLive(exchange, order)
  const type = typeIn(halves[2 * order + WORDS]!)
  for (const other of legsIn(exchange, halves[2 * order + ACCOUNT_ID]!, market.id, parentId)) {
    if (other === order || typeIn(halves[2 * other + WORDS]!) === type) continue
    const left = numbers[other + SIZE]! - size
    if (left <= numbers[other + FILLED_SIZE]!) cancelOrder(exchange, other, 0)
    else {
      resizeTrigger(market.triggers, exchange.orderRows, other, left)
      emitOrder(exchange, other)
    }
  }
}

/** The open legs of a parent, oldest first. */
function legsIn(exchange: Exchange, accountId: number, marketId: number, parentId: Id): number[] {
  const { halves, extras } = exchange.orderRows
  return placesIn(exchange, accountId, marketId).filter(
    (order) => (halves[2 * order + FLAGS]! & HAS_EXTRAS) !== 0 && extras.get(order)?.parentId === parentId,
  )
}
