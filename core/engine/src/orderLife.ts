/** The life of an order record: made, resting, filled, cancelled, refused; each step told by one event. */
import { entryPrice, initMargin, valueOf } from '@vest/formulas'
import { type ErrorCode, type Lots, type OrderStatus, type Ticks, type Usd6, usd6 } from '@vest/protocol'
import { linkOrder, setReservedMargin, unlinkOrder } from './account.ts'
import { insertOrder, reduceLevel, remainingOf, removeOrder } from './book.ts'
import type { OrderRecord } from './event.ts'
import { logOrder } from './eventLog.ts'
import { indexOrder, unindexOrder } from './orderIndex.ts'
import { reservationDelta } from './reservation.ts'
import { addOrderRow, type Order } from './order.ts'
import type { Account } from './accountRows.ts'
import { type Exchange, type Market, noteBookChanged } from './state.ts'

/** A handle for a new order, neither in the book nor with its account; its life begins with `begin`. */
export function newOrder(exchange: Exchange): Order {
  const { spareOrders, endedOrders } = exchange.work
  const order = spareOrders.length > 0 ? spareOrders.pop()! : addOrderRow(exchange.orderRows)
  endedOrders.push(order)
  return order
}

const SPARE = -1

/** At the end of a command: the handles of orders that are not live serve again. */
export function recycleOrders(exchange: Exchange): void {
  const { endedOrders, spareOrders } = exchange.work
  while (endedOrders.length > 0) {
    const order = endedOrders.pop()!
    // One that has rested and ended in the same command is there twice.
    if (order.isLive || order.rank === SPARE) continue
    order.rank = SPARE
    spareOrders.push(order)
  }
}

export const isTrigger = (order: { orderType: Order['orderType'] }): boolean =>
  order.orderType === 'STOP_LOSS' || order.orderType === 'TAKE_PROFIT'

/** Puts what an order has left into the book (or, with a trigger, among the dormant orders) and reserves its margin. */
export function restOrder(exchange: Exchange, market: Market, order: Order): void {
  const account = exchange.accounts[order.accountId]!
  exchange.orderCount += 1
  order.rank = exchange.orderCount
  order.isLive = true
  indexOrder(exchange.orders, order)
  linkOrder(account, order)
  if (order.isTrigger) {
    market.triggers.push(order)
    return
  }
  if (!order.reduceOnly) setReservedMargin(account, order, restingMargin(market, order, remainingOf(order)))
  insertOrder(order.isBuy ? market.bids : market.asks, order)
  noteBookChanged(exchange, market.id)
}

/** What an order reserves while so many lots of it rest. */
export const restingMargin = (market: Market, order: Order, remaining: Lots): Usd6 =>
  order.reduceOnly
    ? (0 as Usd6)
    : initMargin(valueOf(order.limitPrice, remaining, market.scale), order.initMarginRatio)

/** Takes a live order out of book, triggers, account and memory; the caller tells why. */
function leave(exchange: Exchange, market: Market, order: Order): void {
  if (order.isTrigger) market.triggers.splice(market.triggers.indexOf(order), 1)
  else {
    removeOrder(order.isBuy ? market.bids : market.asks, order)
    noteBookChanged(exchange, market.id)
  }
  unlinkOrder(exchange.accounts[order.accountId]!, order)
  unindexOrder(exchange.orders, order)
  order.isLive = false
  exchange.work.endedOrders.push(order)
}

/** Ends a live order without a fill. The code tells why the exchange did it; absent = its owner asked. */
export function cancelOrder(exchange: Exchange, order: Order, code?: ErrorCode): void {
  leave(exchange, exchange.markets[order.marketId]!, order)
  endOrder(exchange, order, 'CANCELLED', code)
}

/** Ends an order that is not live. */
export function endOrder(exchange: Exchange, order: Order, status: OrderStatus, code?: ErrorCode): void {
  order.status = status
  order.code = code
  emitOrder(exchange, order)
}

/**
 * Notes on the record that `size` lots worth `value` have filled, the last of them at `lastPrice`; the status follows
 * from what is left.
 */
export function noteFill(
  exchange: Exchange,
  market: Market,
  order: Order,
  size: Lots,
  value: Usd6,
  lastSize: Lots,
  lastPrice: Ticks,
  fee: Usd6,
  pnl: Usd6,
  settledFunding: Usd6,
): void {
  order.addFill(
    size,
    value,
    lastSize,
    lastPrice,
    exchange.timeMs,
    fee,
    pnl,
    settledFunding,
    market.cumFunding,
  )
}

/** The same for an order that rests: the level and the reservation shrink, and a full one leaves. */
export function noteRestingFill(
  exchange: Exchange,
  market: Market,
  order: Order,
  size: Lots,
  value: Usd6,
  lastSize: Lots,
  lastPrice: Ticks,
  fee: Usd6,
  pnl: Usd6,
  settledFunding: Usd6,
): void {
  const account = exchange.accounts[order.accountId]!
  reduceLevel(order, size)
  const reserved = usd6(order.reservedMargin + reservationDelta(order, size, market.scale))
  noteFill(exchange, market, order, size, value, lastSize, lastPrice, fee, pnl, settledFunding)
  setReservedMargin(account, order, reserved)
  noteBookChanged(exchange, market.id)
  if (order.status === 'FILLED') leave(exchange, market, order)
  emitOrder(exchange, order)
}

/** A filled trigger order leaves the dormant ones. */
export function leaveTriggers(exchange: Exchange, order: Order): void {
  if (order.isLive) leave(exchange, exchange.markets[order.marketId]!, order)
}

export const emitOrder = (exchange: Exchange, order: Order): void =>
  logOrder(exchange.work.log, exchange.markets[order.marketId]!, order)

/** The whole record as others see it: a copy, for the order goes on changing. */
export function orderRecord(exchange: Exchange, order: Order): OrderRecord {
  const account: Account = exchange.accounts[order.accountId]!
  const market = exchange.markets[order.marketId]!
  const record: { -readonly [Key in keyof OrderRecord]: OrderRecord[Key] } = {
    id: order.id,
    account: account.address,
    signer: order.signer,
    nonce: order.nonce,
    marketId: order.marketId,
    symbol: market.spec.symbol,
    isBuy: order.isBuy,
    orderType: order.orderType,
    size: order.size,
    limitPrice: order.limitPrice,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    initMarginRatio: order.initMarginRatio,
    status: order.status,
    filledSize: order.filledSize,
    filledValue: order.filledValue,
    fees: order.fees,
    orderTimeMs: order.orderTimeMs,
    postTimeMs: order.postTimeMs,
  }
  if (order.markPrice !== undefined) record.markPrice = order.markPrice
  if (order.code !== undefined) record.code = order.code
  if (order.lastFilledSize !== undefined) {
    record.lastFilledSize = order.lastFilledSize
    record.lastFilledPrice = order.lastFilledPrice!
    record.lastFilledTimeMs = order.lastFilledTimeMs!
    record.avgFilledPrice = entryPrice(order.filledValue, order.filledSize, market.scale)
    record.realizedPnl = order.realizedPnl!
    record.settledFunding = order.settledFunding!
    record.cumFunding = order.cumFunding!
  }
  return record
}

/** Every live order of an account in one market, oldest first. */
export function ordersIn(account: Account, market: Market): Order[] {
  const found: Order[] = []
  for (let order = account.oldestOrder; order !== undefined; order = order.youngerOfAccount)
    if (order.marketId === market.id) found.push(order)
  return found
}
