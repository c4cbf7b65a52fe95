/**
 * Take-profit and stop-loss legs of a LIMIT order: created at its first fill, with the size of that fill, and
 * increased by every further one. A leg beyond the position is refused while its parent's fill stays. The two
 * legs of one parent are a group: a fill of one reduces the other. Legs are ordinary orders otherwise.
 */
import { type ErrorCode, type Id, assert, REFUSAL } from '@vest/protocol'
import type { AttachedLeg } from '../api/index.ts'
import {
  beginOrder,
  type Exchange,
  findPosition,
  GTC,
  ID_WORDS,
  type Market,
  marketOfLive,
  NONE,
  orderAt,
  orderRefsIn,
  REJECTED,
  resizeTrigger,
  STOP_LOSS,
  TAKE_PROFIT,
  termsOf,
  writeHex,
} from '../state/index.ts'
import { hasRoomForTrigger } from './openOrderLimits.ts'
import { cancelOrder, emitOrder, endOrder, forgetUnrested, newOrder, restOrder } from './openOrders.ts'
import { attachExtras } from './orderExtras.ts'
import { reduceOnlySum } from './reduceOnly.ts'

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
  if (exchange.orderRows.filledSize(parent) > size) {
    growLegs(exchange, market, parent, size)
    return
  }
  if (extras.takeProfit !== undefined) makeLeg(exchange, market, parent, extras.takeProfit, TAKE_PROFIT, size)
  if (extras.stopLoss !== undefined) makeLeg(exchange, market, parent, extras.stopLoss, STOP_LOSS, size)
}

function makeLeg(
  exchange: Exchange,
  market: Market,
  parent: number,
  leg: AttachedLeg,
  type: number,
  size: number,
): void {
  const order = newOrder(exchange)
  const { idWords } = exchange.scratch
  const orders = exchange.orderRows
  const accountId = orders.accountId(parent)
  const isBuy = !orders.isBuy(parent)
  writeHex(leg.id, idWords, 0, ID_WORDS)
  beginOrder(orders, order, {
    nonce: leg.nonce,
    marketId: market.id,
    terms: termsOf(isBuy, true, type, GTC),
    size,
    limitPrice: leg.price,
    initMarginRatio: orders.initMarginRatio(parent),
    markPrice: market.mark ?? NaN,
    orderTimeMs: orders.orderTimeMs(parent),
    postTimeMs: exchange.timeMs,
    accountId,
    signerIndex: orders.signerIndex(parent),
    idWords,
    idAt: 0,
  })
  attachExtras(exchange, order, undefined, orderAt(orders, parent).id)
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
  const positions = exchange.positionRows
  const position = findPosition(exchange.accountRows, positions, accountId, market.id)
  if (position === NONE || positions.isLong(position) === isBuy) return REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE
  const held = positions.size(position)
  if (reduceOnlySum(exchange, accountId, market.id, type) + size > held)
    return REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE
  return hasRoomForTrigger(exchange, accountId, market, type) ? 0 : REFUSAL.TOO_MANY_OPEN_ORDERS
}

function growLegs(exchange: Exchange, market: Market, parent: number, size: number): void {
  const orders = exchange.orderRows
  const accountId = orders.accountId(parent)
  for (const leg of legsIn(exchange, accountId, market.id, orderAt(orders, parent).id)) {
    resizeTrigger(market.triggers, orders, leg, orders.size(leg) + size)
    emitOrder(exchange, leg)
  }
}

/** A fill of one leg reduces the other one of its group, which ends when nothing is left. */
export function shrinkSibling(exchange: Exchange, order: number, size: number): void {
  const orders = exchange.orderRows
  if (!orders.hasExtras(order)) return
  const parentId = orders.extras.get(order)?.parentId
  if (parentId === undefined) return
  const market = marketOfLive(exchange, order)
  const type = orders.type(order)
  for (const other of legsIn(exchange, orders.accountId(order), market.id, parentId)) {
    if (other === order || orders.type(other) === type) continue
    const left = orders.size(other) - size
    if (left <= orders.filledSize(other)) cancelOrder(exchange, other, 0)
    else {
      resizeTrigger(market.triggers, orders, other, left)
      emitOrder(exchange, other)
    }
  }
}

/** The open legs of a parent, oldest first. */
function legsIn(exchange: Exchange, accountId: number, marketId: number, parentId: Id): number[] {
  const orders = exchange.orderRows
  return orderRefsIn(exchange, accountId, marketId).filter(
    (order) => orders.hasExtras(order) && orders.extras.get(order)?.parentId === parentId,
  )
}
