/** The life of an order record: made, resting, filled, cancelled, refused; each step told by one event. */
import { entryPrice, orderMargin } from '@vest/formulas'
import {
  assert,
  type ErrorCode,
  type Lots,
  lots,
  type OrderStatus,
  type Ticks,
  type Usd6,
  usd6,
} from '@vest/protocol'
import { linkOrder, setReservedMargin, unlinkOrder } from './account.ts'
import { insertOrder, reduceLevel, removeOrder } from './book.ts'
import type { OrderRecord } from './event.ts'
import { reservationDelta } from './reservation.ts'
import { type Account, emit, type Exchange, type Market, noteBookChanged, type Order } from './state.ts'

export type NewOrder = Pick<
  Order,
  | 'id'
  | 'accountId'
  | 'signer'
  | 'nonce'
  | 'marketId'
  | 'isBuy'
  | 'orderType'
  | 'size'
  | 'limitPrice'
  | 'timeInForce'
  | 'reduceOnly'
  | 'initMarginRatio'
  | 'orderTimeMs'
  | 'markPrice'
>

/** An order that is neither in the book nor with its account yet. */
export function createOrder(exchange: Exchange, input: NewOrder): Order {
  return {
    rank: 0,
    id: input.id,
    accountId: input.accountId,
    signer: input.signer,
    nonce: input.nonce,
    marketId: input.marketId,
    isBuy: input.isBuy,
    orderType: input.orderType,
    size: input.size,
    limitPrice: input.limitPrice,
    timeInForce: input.timeInForce,
    reduceOnly: input.reduceOnly,
    initMarginRatio: input.initMarginRatio,
    orderTimeMs: input.orderTimeMs,
    postTimeMs: exchange.timeMs,
    markPrice: input.markPrice,
    status: 'NEW',
    code: undefined,
    filledSize: lots(0),
    filledValue: usd6(0),
    lastFilledSize: undefined,
    lastFilledPrice: undefined,
    lastFilledTimeMs: undefined,
    fees: usd6(0),
    realizedPnl: undefined,
    settledFunding: undefined,
    cumFunding: undefined,
    isTriggered: false,
    reservedMargin: usd6(0),
    level: undefined,
    older: undefined,
    younger: undefined,
    olderOfAccount: undefined,
    youngerOfAccount: undefined,
  }
}

export const isTrigger = (order: { orderType: Order['orderType'] }): boolean =>
  order.orderType === 'STOP_LOSS' || order.orderType === 'TAKE_PROFIT'

/** Puts what an order has left into the book (or, with a trigger, among the dormant orders) and reserves its margin. */
export function restOrder(exchange: Exchange, market: Market, order: Order): void {
  const account = exchange.accounts[order.accountId]!
  exchange.orderCount += 1
  order.rank = exchange.orderCount
  exchange.orders.set(order.id, order)
  linkOrder(account, order)
  if (isTrigger(order)) {
    market.triggers.push(order)
    return
  }
  if (!order.reduceOnly) {
    const remaining = lots(order.size - order.filledSize)
    setReservedMargin(
      account,
      order,
      orderMargin(
        { limitPrice: order.limitPrice, initMarginRatio: order.initMarginRatio, remaining },
        market.scale,
      ),
    )
  }
  insertOrder(order.isBuy ? market.bids : market.asks, order)
  noteBookChanged(exchange, market.id)
}

/** Takes a live order out of book, triggers, account and memory; the caller tells why. */
function leave(exchange: Exchange, order: Order): void {
  const market = exchange.markets[order.marketId]!
  if (isTrigger(order)) market.triggers.splice(market.triggers.indexOf(order), 1)
  else {
    removeOrder(order.isBuy ? market.bids : market.asks, order)
    noteBookChanged(exchange, market.id)
  }
  unlinkOrder(exchange.accounts[order.accountId]!, order)
  exchange.orders.delete(order.id)
}

export const isLive = (exchange: Exchange, order: Order): boolean => exchange.orders.get(order.id) === order

/** Ends a live order without a fill. The code tells why the exchange did it; absent = its owner asked. */
export function cancelOrder(exchange: Exchange, order: Order, code?: ErrorCode): void {
  leave(exchange, order)
  endOrder(exchange, order, 'CANCELLED', code)
}

/** Ends an order that is not live. */
export function endOrder(exchange: Exchange, order: Order, status: OrderStatus, code?: ErrorCode): void {
  order.status = status
  order.code = code
  emitOrder(exchange, order)
}

export interface OrderFill {
  readonly size: Lots
  readonly value: Usd6
  readonly lastPrice: Ticks
  readonly lastSize: Lots
  readonly fee: Usd6
  readonly pnl: Usd6
  readonly settledFunding: Usd6
}

/** Notes a fill on the record; the status follows from what is left. */
export function noteFill(exchange: Exchange, market: Market, order: Order, fill: OrderFill): void {
  order.filledSize = lots(order.filledSize + fill.size)
  assert(order.filledSize <= order.size, 'no order fills beyond its size')
  order.filledValue = usd6(order.filledValue + fill.value)
  order.lastFilledSize = fill.lastSize
  order.lastFilledPrice = fill.lastPrice
  order.lastFilledTimeMs = exchange.timeMs
  order.fees = usd6(order.fees + fill.fee)
  order.settledFunding = usd6((order.settledFunding ?? 0) + fill.settledFunding)
  order.realizedPnl = usd6((order.realizedPnl ?? 0) + fill.pnl + fill.settledFunding - fill.fee)
  order.cumFunding = market.cumFunding
  order.status = order.filledSize === order.size ? 'FILLED' : 'PARTIALLY_FILLED'
}

/** The same for an order that rests: the level and the reservation shrink, and a full one leaves. */
export function noteRestingFill(exchange: Exchange, market: Market, order: Order, fill: OrderFill): void {
  const account = exchange.accounts[order.accountId]!
  reduceLevel(order, fill.size)
  const reserved = usd6(order.reservedMargin + reservationDelta(order, fill.size, market.scale))
  noteFill(exchange, market, order, fill)
  setReservedMargin(account, order, reserved)
  noteBookChanged(exchange, market.id)
  if (order.status === 'FILLED') leave(exchange, order)
  emitOrder(exchange, order)
}

/** A filled trigger order leaves the dormant ones. */
export function leaveTriggers(exchange: Exchange, order: Order): void {
  if (isLive(exchange, order)) leave(exchange, order)
}

export function emitOrder(exchange: Exchange, order: Order): void {
  emit(exchange, { kind: 'OrderUpdated', order: orderRecord(exchange, order) })
}

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
