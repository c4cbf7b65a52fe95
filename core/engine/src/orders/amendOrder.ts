/**
 * Another size or price for an order that rests, under the same id. Only smaller at the same price, it keeps its turn,
 * in every mode of the market; anything else is judged like a new order of what would be left, and queues anew. A
 * refused amendment leaves the order where it stands, with its turn, and is told in the answer alone.
 */
import { REFUSAL, type ErrorCode, type Id } from '@vest/protocol'
import type { AmendOrder, Answer, PlaceOrder } from '../api/index.ts'
import {
  discardDetached,
  emitOrder,
  findWaitingById,
  forgetUnrested,
  type Detached,
  detachOrder,
  marginToRest,
  newOrder,
  reattachOrder,
  restInPlaceOf,
} from '../book/index.ts'
import { noncesOf, spendNonce } from '../keys/index.ts'
import { marginRatioSetting } from '../margin/index.ts'
import { isBeyondBand } from '../markets/index.ts'
import { finishCross } from '../matching/index.ts'
import { marketToTrade } from '../sim/index.ts'
import {
  accountAt,
  CANCELLED,
  copyOrder,
  type Exchange,
  findOrder,
  LIMIT,
  type Market,
  NONE,
  type Order,
  REJECTED,
  writeOrder,
} from '../state/index.ts'
import { isCrossing } from './marketable.ts'
import { admitToBook } from './executeOrder.ts'
import { isSizeAllowed, staticRefusal } from './orderChecks.ts'

export function amendOrder(exchange: Exchange, command: AmendOrder): Answer {
  const code = amend(exchange, command)
  return code === 0 ? { ok: true, id: command.id } : { ok: false, code }
}

function amend(exchange: Exchange, command: AmendOrder): ErrorCode | 0 {
  const code = spendNonce(exchange, command)
  if (code !== 0) return code
  const { size, limitPrice } = command
  const before = orderToAmend(exchange, command.id)
  const accountId = accountAt(exchange, command.account)?.id ?? NONE
  if (before === undefined) return waitingRefusal(exchange, accountId, command.id)
  if (accountId !== before.accountId) return REFUSAL.ORDER_NOT_FOUND
  if (isBeyondKey(exchange, command, before)) return REFUSAL.ACTION_NOT_AVAILABLE
  if (before.orderType !== 'LIMIT') return REFUSAL.INVALID_ORDER_TYPE
  const market = marketFor(exchange, before)
  if (!isSizeAllowed(market, size, limitPrice, LIMIT) || size <= before.filledSize)
    return REFUSAL.INVALID_PARAMETER
  if (limitPrice === before.limitPrice && size <= before.size) {
    shrink(exchange, market, before, size)
    return 0
  }
  return moveOrder(exchange, market, before, command)
}

/** A key whose losses are bounded changes the orders of others to no worse price: it changes none but its own. */
function isBeyondKey(exchange: Exchange, { signer }: AmendOrder, before: Order): boolean {
  const key = noncesOf(exchange, signer)
  return key.lossMax !== Infinity && key.index !== before.signerIndex
}

/** What waits for a price takes, and cannot wait under other terms; but it is open, not finished. */
function waitingRefusal(exchange: Exchange, accountId: number, id: Id): ErrorCode {
  const one = findWaitingById(exchange, accountId, id)
  if (one === undefined) return REFUSAL.ORDER_NOT_FOUND
  return one.record.orderType === 'LIMIT' ? REFUSAL.POST_ONLY_WOULD_TAKE : REFUSAL.INVALID_ORDER_TYPE
}

/** As it stands once its book is no longer crossed: what is filled first may be this order. */
function orderToAmend(exchange: Exchange, id: Id): Order | undefined {
  const found = findOrder(exchange.orders, id)
  if (found === undefined || found.isSim) return found
  const market = exchange.market(found.marketId)
  if (!market.isCrossPending) return found
  finishCross(exchange, market)
  return findOrder(exchange.orders, id)
}

/** The market of the order's domain, as its account meets it. */
const marketFor = (exchange: Exchange, { isSim, marketId, accountId, reduceOnly }: Order): Market =>
  isSim ? marketToTrade(exchange, marketId, accountId, reduceOnly) : exchange.market(marketId)

/** What it has left shrinks where it stands, and what it reserves with it. */
function shrink(exchange: Exchange, market: Market, before: Order, size: number): void {
  const detached = detachOrder(exchange, before.at)
  const order = secondRow(exchange, before, size, before.limitPrice)
  restInPlaceOf(exchange, detached, order, marginToRest(exchange, market, order, size - before.filledSize))
  discardDetached(exchange, detached)
  emitOrder(exchange, order)
}

/** What it would have left meets the book at the new price, as if the order had not been there. */
function moveOrder(exchange: Exchange, market: Market, before: Order, command: AmendOrder): ErrorCode | 0 {
  const detached = detachOrder(exchange, before.at)
  const isTaking =
    exchange.parameters.takerDelayMs > 0 && isCrossing(exchange, market, before.isBuy, command.limitPrice)
  // What takes must wait, and what is amended cannot.
  const refused =
    refusalOf(exchange, market, before, command) ||
    (isBeyondBand(market, before.isBuy, command.limitPrice) ? REFUSAL.PRICE_CHECK_FAILED : 0) ||
    (isTaking ? REFUSAL.POST_ONLY_WOULD_TAKE : 0)
  if (refused !== 0) return stay(exchange, detached, refused)

  const orders = exchange.orderRows
  const order = secondRow(exchange, before, command.size, command.limitPrice)
  if (!before.reduceOnly)
    orders.setInitMarginRatio(order, marginRatioSetting(exchange, before.accountId, market))
  orders.markTentative(order, true)
  admitToBook(exchange, market, order)
  orders.markTentative(order, false)
  forgetUnrested(exchange, order)
  const status = orders.status(order)
  if (status === REJECTED || status === CANCELLED)
    return stay(exchange, detached, orders.code(order) as ErrorCode)
  discardDetached(exchange, detached)
  return 0
}

function stay(exchange: Exchange, detached: Detached, code: ErrorCode): ErrorCode {
  reattachOrder(exchange, detached)
  return code
}

function secondRow(exchange: Exchange, before: Order, size: number, limitPrice: number): number {
  const order = newOrder(exchange)
  copyOrder(exchange.orderRows, before.at, order)
  exchange.orderRows.setTerms(order, size, limitPrice)
  return order
}

/** The checks of a new order with the size that would be left. */
function refusalOf(exchange: Exchange, market: Market, before: Order, command: AmendOrder): ErrorCode | 0 {
  if (market.sim !== undefined && !market.spec.evalAllowed && !before.reduceOnly)
    return REFUSAL.SYMBOL_REJECTED
  const { row } = exchange.work
  const { account, signer, nonce, orderTimeMs, recvWindowMs, limitPrice } = command
  const { id, isBuy, reduceOnly, timeInForce, extras, signerIndex, accountId } = before
  const asNew: PlaceOrder = {
    kind: 'PlaceOrder',
    id,
    account,
    signer,
    nonce,
    orderTimeMs,
    recvWindowMs,
    symbol: market.spec.symbol,
    isBuy,
    size: (command.size - before.filledSize) as PlaceOrder['size'],
    orderType: 'LIMIT',
    limitPrice,
    reduceOnly,
    timeInForce,
    ...(extras?.takeProfit === undefined ? {} : { takeProfit: extras.takeProfit }),
    ...(extras?.stopLoss === undefined ? {} : { stopLoss: extras.stopLoss }),
    ...(extras?.clientId === undefined ? {} : { clientId: extras.clientId }),
  }
  writeOrder(row, 0, asNew, accountId, signerIndex, market.id)
  return staticRefusal(exchange, accountId, market, row, 0, asNew)
}
