/** The life of an order record: made, resting, filled, cancelled, refused; one event reports each step. */
import type { ErrorCode } from '@vest/protocol'
import {
  addFill,
  addOrderRow,
  addTrigger,
  type BookSide,
  CANCELLED,
  type Exchange,
  indexOrder,
  insertOrder,
  insertOrderByRank,
  linkOrder,
  linkOrderByRank,
  logEvent,
  logOrder,
  markBookChanged,
  type Market,
  marketOfLive,
  NONE,
  orderAt,
  type OrderFill,
  recordClientId,
  reduceLevel,
  removeOrder,
  removeTrigger,
  unindexOrder,
  unlinkOrder,
} from '../state/index.ts'
import { orderRecord } from './orderRecord.ts'
import { reservationDelta, restingMargin } from './reservedMargin.ts'

/** Adds a row for a new order, in no book and no list; `beginOrder` initialises it. */
export function newOrder(exchange: Exchange): number {
  const { work, orderRows } = exchange
  const order = work.spareOrder
  if (order === NONE) return addOrderRow(orderRows)
  work.spareOrder = orderRows.nextEnded(order)
  return order
}

/** At the end of the command that made an order: an order that never rested has ended. */
export function forgetUnrested(exchange: Exchange, order: number): void {
  if (exchange.orderRows.rank(order) === 0) listEnded(exchange, order)
}

function listEnded({ work, orderRows }: Exchange, order: number): void {
  orderRows.setNextEnded(order, work.endedOrder)
  if (work.endedOrder === NONE) work.firstEndedOrder = order
  work.endedOrder = order
}

/** Reuses the rows of ended orders, once no reader needs them. */
export function recycleOrders(exchange: Exchange): void {
  const { work, orderRows: orders } = exchange
  if (work.endedOrder === NONE) return
  if (orders.extras.size > 0)
    for (let order = work.endedOrder; order !== NONE; order = orders.nextEnded(order))
      orders.extras.delete(order)
  orders.setNextEnded(work.firstEndedOrder, work.spareOrder)
  work.spareOrder = work.endedOrder
  work.endedOrder = NONE
}

/** Adds spare rows for `count` new orders, between commands, when every row is live or spare. */
export function stockOrders({ work, orderRows, orders }: Exchange, count: number): void {
  while (orderRows.count - orders.count < count) {
    const order = addOrderRow(orderRows)
    orderRows.setNextEnded(order, work.spareOrder)
    work.spareOrder = order
  }
}

/**
 * Puts the remaining size of an order into the book (or, with a trigger, among the dormant orders); `margin`
 * is what it reserves from now on.
 */
export function restOrder(exchange: Exchange, market: Market, order: number, margin: number): void {
  const orders = exchange.orderRows
  const isSim = market.sim !== undefined
  orders.setRank(order, isSim ? ++exchange.sim.orderCount : ++exchange.orderCount)
  orders.setReservedMargin(order, margin)
  orders.markLive(order, isSim)
  orders.markOffLevel(order)
  indexOrder(exchange.orders, order)
  linkOrder(exchange, order)
  if (orders.hasExtras(order)) recordClientId(exchange, order, true)
  if (orders.isTrigger(order)) {
    addTrigger(market.triggers, orders, order)
    return
  }
  insertOrder(sideOf(exchange, market, order), order)
  markBookChanged(exchange, market)
}

const sideOf = ({ orderRows }: Exchange, market: Market, order: number): BookSide =>
  orderRows.isBuy(order) ? market.bids : market.asks

/** Margin reserved by `remaining` resting lots; 0 for a reduce-only order or a trigger. */
export function marginToRest(exchange: Exchange, market: Market, order: number, remaining: number): number {
  const orders = exchange.orderRows
  return orders.isReduceOnly(order) ? 0 : restingMargin(orders, order, remaining, market.scale)
}

/** Removes a live order from book, triggers, account and index; the caller publishes the reason. */
function leave(exchange: Exchange, market: Market, order: number): void {
  if (detach(exchange, market, order)) markBookChanged(exchange, market)
  markEnded(exchange, order)
}

/** Returns true if it was in the book. */
function detach(exchange: Exchange, market: Market, order: number): boolean {
  const orders = exchange.orderRows
  const isResting = !orders.isTrigger(order)
  if (isResting) removeOrder(sideOf(exchange, market, order), order)
  else removeTrigger(market.triggers, orders, order)
  if (orders.hasExtras(order)) recordClientId(exchange, order, false)
  unlinkOrder(exchange, order)
  unindexOrder(exchange.orders, order)
  return isResting
}

function markEnded(exchange: Exchange, order: number): void {
  exchange.orderRows.markEnded(order)
  listEnded(exchange, order)
}

/** A live order that is detached while another one is checked as if it were gone. */
export interface Detached {
  readonly order: number
  readonly reserved: number
  /** The order before it in the queue of its price; -1 = none. */
  readonly before: number
}

/** The replaced order had no row: it was a delayed taker. */
export const NOTHING_DETACHED: Detached = { order: NONE, reserved: 0, before: NONE }

/** Detaches a live order without an event: it is reattached, or it ends. */
export function detachOrder(exchange: Exchange, order: number): Detached {
  const orders = exchange.orderRows
  const reserved = orders.reservedMargin(order)
  const before = orders.isOnLevel(order) ? orders.older(order) : NONE
  detach(exchange, marketOfLive(exchange, order), order)
  return { order, reserved, before }
}

/** Reattaches a detached order in its former position: the other one was refused. */
export function reattachOrder(exchange: Exchange, { order, reserved, before }: Detached): void {
  standByRank(exchange, marketOfLive(exchange, order), order, reserved, before)
}

/** Ends a detached order: the other one has replaced it. */
export function endDetached(exchange: Exchange, detached: Detached): void {
  discardDetached(exchange, detached)
  endOrder(exchange, detached.order, CANCELLED, 0)
}

/** Discards the row of a detached order that continues in another row: it has not ended. */
export function discardDetached(exchange: Exchange, { order }: Detached): void {
  if (!exchange.orderRows.isTrigger(order)) markBookChanged(exchange, marketOfLive(exchange, order))
  markEnded(exchange, order)
}

/** Rests a new order in the queue position of the detached one, with its acceptance number. */
export function restInPlaceOf(exchange: Exchange, detached: Detached, order: number, margin: number): void {
  const orders = exchange.orderRows
  orders.setRank(order, orders.rank(detached.order))
  const market = marketOfLive(exchange, detached.order)
  standByRank(exchange, market, order, margin, detached.before)
  markBookChanged(exchange, market)
}

function standByRank(
  exchange: Exchange,
  market: Market,
  order: number,
  reserved: number,
  before: number,
): void {
  const orders = exchange.orderRows
  orders.setReservedMargin(order, reserved)
  orders.markLive(order, market.sim !== undefined)
  indexOrder(exchange.orders, order)
  linkOrderByRank(exchange, order)
  if (orders.hasExtras(order)) recordClientId(exchange, order, true)
  if (orders.isTrigger(order)) addTrigger(market.triggers, orders, order, before)
  else insertOrderByRank(sideOf(exchange, market, order), order, before)
}

// ---------------------------------------------------------------- ending and filling

/** Ends a live order without a fill. The code gives the exchange's reason; 0 = its owner asked. */
export function cancelOrder(exchange: Exchange, order: number, code: ErrorCode | 0): void {
  leave(exchange, marketOfLive(exchange, order), order)
  endOrder(exchange, order, CANCELLED, code)
}

/** Ends an order that is not live; the end of a tentative one is not published. */
export function endOrder(exchange: Exchange, order: number, status: number, code: ErrorCode | 0): void {
  const orders = exchange.orderRows
  orders.end(order, status, code)
  if (!orders.isTentative(order)) emitOrder(exchange, order)
}

/**
 * Applies a fill of a resting order at one price: record, level and reserved margin follow, a full order leaves the book, and the update is published.
 */
export function recordRestingFill(exchange: Exchange, market: Market, order: number, fill: OrderFill): void {
  const orders = exchange.orderRows
  reduceLevel(sideOf(exchange, market, order), order, fill.size)
  const delta = reservationDelta(orders, order, fill.size, market.scale)
  addFill(orders, order, fill, exchange.timeMs, market.cumFunding)
  if (delta !== 0) {
    orders.setReservedMargin(order, orders.reservedMargin(order) + delta)
    exchange.accountRows.addOpenOrderMargin(orders.accountId(order), delta)
  }
  markBookChanged(exchange, market)
  if (orders.remaining(order) === 0) leave(exchange, market, order)
  emitOrder(exchange, order)
}

/** Records a fill of a resting order in this settlement: its legs, if it has any, follow at its end. */
export function recordFilledParent({ orderRows, work }: Exchange, order: number, size: number): void {
  if (orderRows.hasLegs(order)) work.filledParents.push(order, size)
}

/** Removes a filled trigger order from the dormant ones. */
export function leaveTriggers(exchange: Exchange, order: number): void {
  if (exchange.orderRows.isLive(order)) leave(exchange, marketOfLive(exchange, order), order)
}

/** An order with extras is published as a whole record: its size may change, and its extras end with it. */
export function emitOrder(exchange: Exchange, order: number): void {
  const { work, orderRows } = exchange
  if (!orderRows.hasExtras(order)) return logOrder(work.log, orderRows, order)
  const handle = orderAt(orderRows, order)
  const record = orderRecord(handle, exchange.market(handle.marketId))
  logEvent(work.log, { kind: 'OrderUpdated', order: record })
}
