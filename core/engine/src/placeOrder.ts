/**
 * Admission of an order: every check in the published order, the first failure wins, one check per line. A duplicate
 * is answered and leaves nothing; any other refusal leaves a REJECTED record with its code. An order that passes is
 * planned, judged by its whole outcome, and only then executed.
 */
import { defaultLimitPrice, isLimitPriceAllowed, takerFee, valueOf } from '@vest/formulas'
import {
  CLOCK_AHEAD_MAX_MS,
  defaultSlippageBps,
  type ErrorCode,
  lots,
  OPEN_ORDERS_MAX,
  OPEN_ORDERS_PER_MARKET_MAX,
  ORDER_VALUE_MAX_USD6,
  type Ratio4,
  RECV_WINDOW_MAX_MS,
  REQUEST_ORDER_TYPES,
  type Ticks,
  ticks,
  TIMES_IN_FORCE,
  usd6,
} from '@vest/protocol'
import { accountAt, marginRatioSetting, marketOf, positionIn } from './account.ts'
import type { PlaceOrder } from './command.ts'
import {
  draftFee,
  draftFill,
  increaseOf,
  isAffordable,
  isPurelyReducing,
  openDraft,
  type Plan,
} from './draft.ts'
import type { Answer, OrderRecord } from './event.ts'
import { emitOrder, endOrder, isTrigger, newOrder, ordersIn, restingMargin, restOrder } from './orderLife.ts'
import { isNonceUsed, noncesOf, takeId, useNonce } from './replayGuard.ts'
import { settlePlan } from './settle.ts'
import { type Order, placeOf } from './order.ts'
import { textPrint } from './textPrint.ts'
import type { Account } from './accountRows.ts'
import { emit, type Exchange, type Market } from './state.ts'
import { bestOpposite, fitsOpenInterest, planSweep } from './sweep.ts'
import { isHardStale } from './staleness.ts'

/** TP or SL rows of one account in one market. */
const TRIGGER_ROWS_MAX = 20

export function placeOrder(exchange: Exchange, command: PlaceOrder): Answer {
  const account = accountAt(exchange, command.account)
  const print = textPrint(command.id)
  // First of all, so that a duplicate never leaves a second record whatever else is wrong with it.
  const nonces = noncesOf(exchange, account, command.signer)
  if (isNonceUsed(nonces, command.nonce)) return { ok: false, code: 3015 }
  if (!takeId(exchange, command.id, print)) return { ok: false, code: 3015 }
  useNonce(exchange, nonces, command.nonce)

  const market = marketOf(exchange, command.symbol)
  if (account === undefined || market === undefined)
    refuse(exchange, command, market, account === undefined ? 3016 : 3023)
  else execute(exchange, account, market, command, print, nonces.index)
  return { ok: true, id: command.id }
}

function execute(
  exchange: Exchange,
  account: Account,
  market: Market,
  command: PlaceOrder,
  print: number,
  signerIndex: number,
): void {
  const code = staticRefusal(exchange, account, market, command)
  if (code !== undefined && !hasKnownWords(command)) return refuse(exchange, command, market, code)
  const order = newOrder(exchange)
  order.begin(
    command.id,
    print,
    command.nonce,
    market.id,
    command.isBuy,
    command.orderType,
    command.size,
    command.limitPrice ?? protectedPrice(market, command.isBuy),
    command.timeInForce,
    command.reduceOnly,
    command.initMarginRatio ?? marginRatioSetting(account, market),
    market.mark,
    command.orderTimeMs,
    exchange.timeMs,
    account.id,
    signerIndex,
  )
  if (code !== undefined) endOrder(exchange, order, 'REJECTED', code)
  else if (order.isTrigger) admitTrigger(exchange, account, market, order)
  else if (command.timeInForce === 'POST_ONLY' && command.orderType === 'LIMIT')
    admitPostOnly(exchange, market, order)
  else admitTaker(exchange, market, order)
}

/** Rows 1 to 16: what can be said without looking at the other side of the book. */
function staticRefusal(
  exchange: Exchange,
  account: Account,
  market: Market,
  command: PlaceOrder,
): ErrorCode | undefined {
  if (!account.exists) return 3016
  if (placeOf(REQUEST_ORDER_TYPES, command.orderType) < 0) return 1116
  if (!isSizeAllowed(market, command)) return 1130
  if (command.orderType === 'LIMIT' && placeOf(TIMES_IN_FORCE, command.timeInForce) < 0) return 1133
  if (!isInWindow(exchange, command.orderTimeMs, command.recvWindowMs)) return 3004
  if (market.mode === 'HALT') return 3024
  if (isTrigger(command) && !command.reduceOnly) return 1130
  const reduceOnly = command.reduceOnly ? reduceOnlyRefusal(account, market, command) : undefined
  if (reduceOnly !== undefined) return reduceOnly
  if (market.mode === 'REDUCE_ONLY' && !command.reduceOnly) return 3013
  if (exchange.solvency === 'INSOLVENT' && increase(account, market, command) > 0) return 3007
  if (!isRatioTheSetting(account, market, command)) return 3020
  if (command.orderType === 'LIMIT' && !isInBand(market, command)) return 3011
  if (market.mark === undefined) return 3003
  if (needsFreshPrice(exchange, market, command) && isHardStale(exchange, market)) return 3003
  if (!fitsCap(account, market, command)) return 3010
  return undefined
}

/** A row can hold the words of the protocol alone. */
const hasKnownWords = (command: PlaceOrder): boolean =>
  placeOf(REQUEST_ORDER_TYPES, command.orderType) >= 0 && placeOf(TIMES_IN_FORCE, command.timeInForce) >= 0

function isSizeAllowed(market: Market, command: PlaceOrder): boolean {
  const { size, limitPrice } = command
  if (!Number.isSafeInteger(size) || size < 1) return false
  if (limitPrice !== undefined && (!Number.isSafeInteger(limitPrice) || limitPrice < 1)) return false
  if (limitPrice === undefined && command.orderType !== 'MARKET') return false
  return size * Math.max(limitPrice ?? 0, market.mark ?? 0) * market.scale <= ORDER_VALUE_MAX_USD6
}

/** Signed time and window against the sequencer's clock. */
export function isInWindow(exchange: Exchange, orderTimeMs: number, recvWindowMs: number): boolean {
  const window = recvWindowMs < RECV_WINDOW_MAX_MS ? recvWindowMs : RECV_WINDOW_MAX_MS
  return exchange.timeMs <= orderTimeMs + window && orderTimeMs <= exchange.timeMs + CLOCK_AHEAD_MAX_MS
}

/** Reduce-only orders close what is there: opposite side, and each kind in sum within the position. */
function reduceOnlyRefusal(account: Account, market: Market, command: PlaceOrder): ErrorCode | undefined {
  const position = positionIn(account, market.id)
  if (position === undefined) return 3018
  if (position.isLong === command.isBuy) return isTrigger(command) ? 3006 : 3018
  if (command.orderType === 'MARKET') return command.size > position.size ? 3019 : undefined
  let sum: number = command.size
  for (const order of ordersIn(account, market))
    if (order.reduceOnly && order.orderType === command.orderType) sum += order.size - order.filledSize
  return sum > position.size ? 3019 : undefined
}

const increase = (account: Account, market: Market, command: PlaceOrder): number =>
  command.reduceOnly ? 0 : increaseOf(positionIn(account, market.id), command.isBuy, command.size)

const isRatioTheSetting = (account: Account, market: Market, command: PlaceOrder): boolean =>
  command.initMarginRatio === undefined ||
  command.reduceOnly ||
  command.initMarginRatio === marginRatioSetting(account, market)

function isInBand(market: Market, command: PlaceOrder): boolean {
  // Without a mark there is no band; the missing price itself is refused next.
  if (market.mark === undefined) return true
  return isLimitPriceAllowed({ price: command.limitPrice!, mark: market.mark, isBuy: command.isBuy })
}

/** MARKET, FOK, IOC and a GTC or POST_ONLY order that crosses need the present price; one that rests does not. */
function needsFreshPrice(exchange: Exchange, market: Market, command: PlaceOrder): boolean {
  if (isTrigger(command)) return false
  if (command.orderType === 'MARKET' || command.timeInForce === 'FOK' || command.timeInForce === 'IOC')
    return true
  return isCrossing(exchange, market, command.isBuy, command.limitPrice!)
}

function isCrossing(exchange: Exchange, market: Market, isBuy: boolean, limitPrice: Ticks): boolean {
  const best = bestOpposite(exchange, market, isBuy)
  return best !== undefined && (isBuy ? limitPrice >= best : limitPrice <= best)
}

function fitsCap(account: Account, market: Market, command: PlaceOrder): boolean {
  const grows = increase(account, market, command)
  return grows === 0 || fitsOpenInterest(market, (command.isBuy ? market.longOi : market.shortOi) + grows)
}

const protectedPrice = (market: Market, isBuy: boolean): Ticks =>
  market.mark === undefined
    ? ticks(0)
    : defaultLimitPrice({ mark: market.mark, isBuy, slippageBps: defaultSlippageBps(market.spec.symbol) })

/** The record of an order that cannot be one: account or market do not exist, or its words are none. */
function refuse(exchange: Exchange, command: PlaceOrder, market: Market | undefined, code: ErrorCode): void {
  const record: OrderRecord = {
    id: command.id,
    account: command.account,
    signer: command.signer,
    nonce: command.nonce,
    marketId: market?.id ?? -1,
    symbol: command.symbol,
    isBuy: command.isBuy,
    orderType: command.orderType,
    size: command.size,
    limitPrice: command.limitPrice ?? ticks(0),
    timeInForce: command.timeInForce,
    reduceOnly: command.reduceOnly,
    initMarginRatio: command.initMarginRatio ?? (0 as Ratio4),
    status: 'REJECTED',
    code,
    ...(market?.mark === undefined ? {} : { markPrice: market.mark }),
    filledSize: lots(0),
    filledValue: usd6(0),
    fees: usd6(0),
    orderTimeMs: command.orderTimeMs,
    postTimeMs: exchange.timeMs,
  }
  emit(exchange, { kind: 'OrderUpdated', order: record })
}

/** Dormant until its trigger; no margin, no sweep. */
function admitTrigger(exchange: Exchange, account: Account, market: Market, order: Order): void {
  const rows = ordersIn(account, market).filter((other) => other.orderType === order.orderType).length
  if (rows >= TRIGGER_ROWS_MAX || !hasRoom(account, market))
    return endOrder(exchange, order, 'REJECTED', 3031)
  restOrder(exchange, market, order)
  emitOrder(exchange, order)
}

function admitPostOnly(exchange: Exchange, market: Market, order: Order): void {
  if (isCrossing(exchange, market, order.isBuy, order.limitPrice))
    return endOrder(exchange, order, 'CANCELLED', 3030)
  admitResting(exchange, market, order)
}

/** An order that meets nobody: room and margin for the whole of it, then the book. */
function admitResting(exchange: Exchange, market: Market, order: Order): void {
  const account = exchange.accounts[order.accountId]!
  if (!hasRoom(account, market)) return endOrder(exchange, order, 'REJECTED', 3031)
  if (!order.reduceOnly) {
    const draft = exchange.work.lone
    openDraft(draft, account, market)
    draft.orderMarginDelta = restingMargin(market, order, order.size)
    if (!isAffordable(exchange, draft, false)) return endOrder(exchange, order, 'REJECTED', 3002)
  }
  restOrder(exchange, market, order)
  emitOrder(exchange, order)
}

function hasRoom(account: Account, market: Market): boolean {
  if (account.openOrders < OPEN_ORDERS_PER_MARKET_MAX) return true
  return account.openOrders < OPEN_ORDERS_MAX && ordersIn(account, market).length < OPEN_ORDERS_PER_MARKET_MAX
}

/** MARKET, FOK, IOC and GTC: plan, judge, execute. */
function admitTaker(exchange: Exchange, market: Market, order: Order): void {
  const canRest = order.orderType === 'LIMIT' && order.timeInForce === 'GTC'
  if (canRest && !isCrossing(exchange, market, order.isBuy, order.limitPrice))
    return admitResting(exchange, market, order)

  const account = exchange.accounts[order.accountId]!
  const plan = planSweep(exchange, {
    account,
    market,
    isBuy: order.isBuy,
    size: order.size,
    limitPrice: order.limitPrice,
    initMarginRatio: order.initMarginRatio,
  })
  const isAllOrNothing = order.orderType === 'MARKET' || order.timeInForce === 'FOK'
  if (isAllOrNothing && plan.filled < order.size)
    return refuseUnfilled(exchange, account, market, order, plan)

  const rest = canRest ? order.size - plan.filled : 0
  if (rest > 0 && !hasRoom(account, market)) return endOrder(exchange, order, 'REJECTED', 3031)
  const fee = takerFee(usd6(plan.value), market.spec.takerFeeRate)
  draftFee(plan.taker, fee, order.initMarginRatio)
  if (rest > 0) plan.taker.orderMarginDelta += restingMargin(market, order, lots(rest))
  const isReducing = order.reduceOnly || (rest === 0 && isPurelyReducing(plan.taker))
  if (!(plan.filled === 0 && rest === 0) && !isAffordable(exchange, plan.taker, isReducing))
    return endOrder(exchange, order, 'REJECTED', 3002)

  settlePlan(exchange, plan, { order, fee })
  finish(exchange, market, order, plan, rest)
}

function finish(exchange: Exchange, market: Market, order: Order, plan: Plan, rest: number): void {
  if (order.status === 'FILLED') return emitOrder(exchange, order)
  if (rest === 0) return endOrder(exchange, order, 'CANCELLED', stopCode(plan))
  restOrder(exchange, market, order)
  emitOrder(exchange, order)
}

const stopCode = (plan: Plan): 3001 | 3026 => (plan.stop === 'CAPACITY' ? 3026 : 3001)

/** Too large for the book: unless it is too large for the account as well, judged at the mark (3002). */
function refuseUnfilled(
  exchange: Exchange,
  account: Account,
  market: Market,
  order: Order,
  plan: Plan,
): void {
  const draft = exchange.work.lone
  const mark = market.mark!
  openDraft(draft, account, market)
  draftFill(draft, order.isBuy, order.size, mark, order.initMarginRatio)
  const fee = takerFee(valueOf(mark, order.size, market.scale), market.spec.takerFeeRate)
  draftFee(draft, fee, order.initMarginRatio)
  const isReducing = order.reduceOnly || isPurelyReducing(draft)
  endOrder(exchange, order, 'REJECTED', isAffordable(exchange, draft, isReducing) ? stopCode(plan) : 3002)
}
