/**
 * Admission of an order: every check in the published order, the first failure wins, one check per line. A duplicate
 * is answered and leaves nothing; any other refusal leaves a REJECTED record with its code. An order that passes is
 * planned, judged by its whole outcome, and only then executed.
 */
import { defaultLimitPrice } from '@vest/formulas'
import {
  type ErrorCode,
  type Id,
  type Ratio4,
  type Ticks,
  assert,
  defaultSlippageBps,
  lots,
  ticks,
  usd6,
  REFUSAL,
} from '@vest/protocol'
import type { OrderRecord, PlaceOrder } from '../api/index.ts'
import { attachExtras, delayOrder, endOrder, forgetUnrested, type Detached, newOrder } from '../book/index.ts'
import { isNonceUsed, takeId, useNonce } from '../keys/index.ts'
import { marginRatioSetting } from '../margin/index.ts'
import { finishCross } from '../matching/index.ts'
import { marketToTrade } from '../sim/index.ts'
import {
  ABSENT,
  beginOrder,
  CANCELLED,
  type CommandRows,
  emit,
  type Exchange,
  GTC,
  isBuyIn,
  isSimAccount,
  isTriggerType,
  LIMIT,
  LIQUIDATION,
  type Market,
  NONE,
  orderAt,
  type OrderRows,
  readOrder,
  REJECTED,
  timeInForceIn,
  typeIn,
  UNKNOWN_TERM,
  termsOf,
} from '../state/index.ts'
import { admitResting, admitToBook, admitTrigger } from './executeOrder.ts'
import { needsFreshPrice, staticRefusal } from './orderChecks.ts'
import { areLegsUsed, hasLegs, takeLegs } from './legChecks.ts'

/** Places the order of a row: 0, or the code of a refusal that leaves nothing. `command`: the same, if it came so. */
export function placeOrder(
  exchange: Exchange,
  rows: CommandRows,
  at: number,
  command?: PlaceOrder,
): ErrorCode | 0 {
  // First of all, so that a duplicate never leaves a second record whatever else is wrong with it.
  const signer = rows.signer(at)
  const nonce = rows.nonce(at)
  const isParent = command !== undefined && hasLegs(command)
  if (isNonceUsed(exchange, signer, nonce)) return REFUSAL.DUPLICATE
  if (isParent && areLegsUsed(exchange, signer, command)) return REFUSAL.DUPLICATE
  if (!takeId(exchange, rows.int32s, rows.idAt(at))) return REFUSAL.DUPLICATE
  useNonce(exchange, signer, nonce, rows.signedMs(at))
  if (isParent) takeLegs(exchange, signer, command)
  admitOrder(exchange, rows, at, command)
  return 0
}

/**
 * Every check but that for a duplicate, and what follows from them. `detached`: the order whose place this one is to
 * take. Returns the place of its row; -1 = only a refusal was told.
 */
export function admitOrder(
  exchange: Exchange,
  rows: CommandRows,
  at: number,
  command?: PlaceOrder,
  detached?: Detached,
): number {
  const accountId = rows.accountId(at)
  const market = exchange.markets[rows.marketId(at)]
  if (accountId < 0) return refuseRow(exchange, rows, at, command, market, REFUSAL.ORDER_ACCOUNT_NOT_FOUND)
  if (market === undefined)
    return refuseRow(
      exchange,
      rows,
      at,
      command,
      undefined,
      isKnown(exchange, accountId) ? REFUSAL.SYMBOL_REJECTED : REFUSAL.ORDER_ACCOUNT_NOT_FOUND,
    )
  const isSim = isSimAccount(exchange.accountRows, accountId)
  // In the markets that SIM may trade; what it holds in another one it may close.
  if (isSim && !market.spec.evalAllowed && !rows.isReduceOnly(at))
    return refuseRow(exchange, rows, at, command, market, REFUSAL.SYMBOL_REJECTED)
  const traded = isSim ? marketOfSim(exchange, market, rows, at) : market
  return execute(exchange, accountId, traded, rows, at, rows.signer(at), command, detached)
}

const marketOfSim = (exchange: Exchange, { id }: Market, rows: CommandRows, at: number): Market =>
  marketToTrade(exchange, id, rows.accountId(at), rows.isReduceOnly(at))

/** From its first credit on an account may trade. */
const isKnown = (exchange: Exchange, accountId: number): boolean => exchange.accountRows.exists(accountId)

function execute(
  exchange: Exchange,
  accountId: number,
  market: Market,
  rows: CommandRows,
  at: number,
  signer: number,
  command: PlaceOrder | undefined,
  detached: Detached | undefined,
): number {
  let terms = rows.terms(at)
  const type = typeIn(terms)
  const timeInForce = timeInForceIn(terms)
  if (market.isCrossPending) finishCross(exchange, market)
  const code = staticRefusal(exchange, accountId, market, rows, at, command)
  const isBuy = isBuyIn(terms)
  // A row can hold the words of the protocol alone; only a LIMIT order is asked for its time in force.
  if (type >= LIQUIDATION || (timeInForce === UNKNOWN_TERM && type === LIMIT))
    return refuseRow(exchange, rows, at, command, market, code)
  if (timeInForce === UNKNOWN_TERM) terms = termsOf(isBuy, rows.isReduceOnly(at), type, GTC)
  const price = rows.price(at)
  const ratio = rows.ratio(at)
  const isHeldBack =
    code === 0 &&
    exchange.parameters.takerDelayMs > 0 &&
    !exchange.work.isDelayOver &&
    needsFreshPrice(exchange, market, type, timeInForce, isBuy, price)
  if (isHeldBack && detached === undefined) return holdBack(exchange, accountId, market, rows, at, command)
  const order = newOrder(exchange)
  beginOrder(exchange.orderRows, order, {
    nonce: rows.nonce(at),
    marketId: market.id,
    terms,
    size: rows.size(at),
    limitPrice: Number.isNaN(price) ? protectedPrice(market, isBuy) : price,
    initMarginRatio: Number.isNaN(ratio) ? marginRatioSetting(exchange, accountId, market) : ratio,
    markPrice: market.mark ?? ABSENT,
    orderTimeMs: rows.signedMs(at),
    postTimeMs: exchange.timeMs,
    accountId,
    signerIndex: signer,
    idWords: rows.int32s,
    idAt: rows.idAt(at),
  })
  if (
    detached !== undefined ||
    (command !== undefined && (hasLegs(command) || command.clientId !== undefined))
  )
    attachExtras(exchange, order, command, parentToInherit(exchange, order, detached))
  if (code !== 0) endOrder(exchange, order, REJECTED, code)
  // In the place of another, both at once or neither: it cannot wait.
  else if (isHeldBack) endOrder(exchange, order, CANCELLED, REFUSAL.POST_ONLY_WOULD_TAKE)
  else if (isTriggerType(type)) admitTrigger(exchange, accountId, market, order)
  else if (detached !== undefined && keepsPlace(exchange.orderRows, detached.order, order))
    admitResting(exchange, market, order, detached)
  else admitToBook(exchange, market, order)
  forgetUnrested(exchange, order)
  return order
}

/** It takes, and waits for a price that it cannot have known. */
function holdBack(
  exchange: Exchange,
  accountId: number,
  market: Market,
  rows: CommandRows,
  at: number,
  command: PlaceOrder = nameOrder(exchange, rows, at, market),
): typeof NONE {
  const record = unplaced(exchange, command, market, {
    status: 'NEW',
    limitPrice: command.limitPrice ?? protectedPrice(market, command.isBuy),
    initMarginRatio: command.initMarginRatio ?? marginRatioSetting(exchange, accountId, market),
  })
  delayOrder(exchange, { command, record, accountId, marketId: market.id })
  return NONE
}

/** Only smaller, and otherwise as the one before: such an order does not lose its turn. */
function keepsPlace(orders: OrderRows, before: number, order: number): boolean {
  return (
    before !== NONE &&
    orders.type(order) === LIMIT &&
    orders.type(before) === LIMIT &&
    orders.marketId(order) === orders.marketId(before) &&
    orders.isBuy(order) === orders.isBuy(before) &&
    orders.timeInForce(order) === orders.timeInForce(before) &&
    orders.limitPrice(order) === orders.limitPrice(before) &&
    orders.size(order) < orders.remaining(before)
  )
}

/** A leg that takes the place of one of its kind belongs to the same parent, and to the same group. */
function parentToInherit(exchange: Exchange, order: number, detached: Detached | undefined): Id | undefined {
  if (detached === undefined || detached.order === NONE) return undefined
  const orders = exchange.orderRows
  const before = detached.order
  const isSameKind =
    orders.marketId(before) === orders.marketId(order) && orders.type(before) === orders.type(order)
  return isSameKind ? orderAt(orders, before).extras?.parentId : undefined
}

const protectedPrice = (market: Market, isBuy: boolean): Ticks =>
  market.mark === undefined
    ? ticks(0)
    : defaultLimitPrice({ mark: market.mark, isBuy, slippageBps: defaultSlippageBps(market.spec.symbol) })

function refuseRow(
  exchange: Exchange,
  rows: CommandRows,
  at: number,
  command: PlaceOrder | undefined,
  market: Market | undefined,
  code: ErrorCode | 0,
): typeof NONE {
  if (code === 0) assert(false, 'an order of no known kind is refused')
  refuse(exchange, command ?? nameOrder(exchange, rows, at, market), market, code)
  return NONE
}

/** The order of a row with the names of what it speaks of; who brings rows knows the numbers of account and key. */
function nameOrder(
  exchange: Exchange,
  rows: CommandRows,
  at: number,
  market: Market | undefined,
): PlaceOrder {
  const account = exchange.accounts[rows.accountId(at)]
  const signer = exchange.signers[rows.signer(at)]
  if (account === undefined || signer === undefined) assert(false, 'a row speaks of a known account and key')
  return readOrder(rows, at, {
    account: account.address,
    signer: signer.signer,
    symbol: market?.spec.symbol ?? '',
  })
}

/** The record of an order that cannot be one: account or market do not exist, or its words are none. */
function refuse(exchange: Exchange, command: PlaceOrder, market: Market | undefined, code: ErrorCode): void {
  const record = unplaced(exchange, command, market, {
    status: 'REJECTED',
    code,
    limitPrice: command.limitPrice ?? ticks(0),
    initMarginRatio: command.initMarginRatio ?? (0 as Ratio4),
  })
  emit(exchange, { kind: 'OrderUpdated', order: record })
}

/** The record of an order that has no row. */
function unplaced(
  exchange: Exchange,
  command: PlaceOrder,
  market: Market | undefined,
  given: Pick<OrderRecord, 'status' | 'code' | 'limitPrice' | 'initMarginRatio'>,
): OrderRecord {
  return {
    id: command.id,
    account: command.account,
    signer: command.signer,
    nonce: command.nonce,
    marketId: market?.id ?? -1,
    symbol: command.symbol,
    isBuy: command.isBuy,
    orderType: command.orderType,
    size: command.size,
    timeInForce: command.timeInForce,
    reduceOnly: command.reduceOnly,
    ...given,
    ...(market?.mark === undefined ? {} : { markPrice: market.mark }),
    filledSize: lots(0),
    filledValue: usd6(0),
    fees: usd6(0),
    orderTimeMs: command.orderTimeMs,
    postTimeMs: exchange.timeMs,
    ...(command.takeProfit === undefined ? {} : { tpPrice: command.takeProfit.price }),
    ...(command.stopLoss === undefined ? {} : { slPrice: command.stopLoss.price }),
    ...(command.clientId === undefined ? {} : { clientId: command.clientId }),
  }
}
