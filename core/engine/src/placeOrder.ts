/**
 * Admission of an order: every check in the published order, the first failure wins, one check per line. A duplicate
 * is answered and leaves nothing; any other refusal leaves a REJECTED record with its code. An order that passes is
 * planned, judged by its whole outcome, and only then executed.
 */
import { defaultLimitPrice, isLimitPriceAllowed, takerFee, valueOf } from '@vest/formulas'
import {
  assert,
  CLOCK_AHEAD_MAX_MS,
  defaultSlippageBps,
  type ErrorCode,
  type Id,
  type Lots,
  lots,
  ORDER_VALUE_MAX_USD6,
  type Ratio4,
  type Ticks,
  ticks,
  usd6,
} from '@vest/protocol'
import { marginRatioSetting } from './account.ts'
import {
  ACCOUNT_FLAGS,
  accountRow,
  EXISTS,
  IS_FROZEN,
  isSimAccount,
  OPEN_ORDER_MARGIN,
} from './accountRows.ts'
import { fillLegs } from './attachedLegs.ts'
import type { PlaceOrder } from './command.ts'
import {
  ACCOUNT_OF,
  COMMAND_NONCE,
  COMMAND_WORDS,
  type CommandRows,
  ID_OF,
  MARKET_OF,
  ORDER_SIZE,
  PRICE,
  RATIO,
  readOrder,
  SIGNED_TIME,
  SIGNER_OF,
  WINDOW,
} from './commandRows.ts'
import {
  draftFee,
  draftFill,
  DRAFTS,
  increaseOf,
  isAffordable,
  isPurelyReducing,
  LONE,
  openDraft,
  ORDER_MARGIN_DELTA,
  TAKER,
} from './draft.ts'
import type { OrderRecord } from './event.ts'
import {
  emitOrder,
  endOrder,
  forgetUnrested,
  type Lifted,
  marginToRest,
  newOrder,
  restInPlaceOf,
  restOrder,
} from './orderLife.ts'
import { hasRoom, hasRoomForTrigger } from './orderRoom.ts'
import {
  areExtrasAllowed,
  areLegsOnTheirSide,
  areLegsUsed,
  attachExtras,
  hasLegs,
  takeLegs,
} from './orderExtras.ts'
import { reduceOnlyRefusal } from './reduceOnly.ts'
import { FILLED as PLAN_FILLED, PLAN, VALUE } from './plan.ts'
import { EPOCH, findPosition } from './positionRows.ts'
import { chargedFee } from './referrals.ts'
import { isNonceUsed, takeId, useNonce } from './replayGuard.ts'
import { settlePlan } from './settle.ts'
import {
  ABSENT,
  ACCOUNT_ID,
  beginOrder,
  BUY_BIT,
  CANCELLED,
  FILLED_SIZE,
  FLAGS,
  FOK,
  GTC,
  HAS_LEGS,
  INIT_MARGIN_RATIO,
  IOC,
  IS_ON_TRIAL,
  isTriggerType,
  LIMIT,
  LIMIT_PRICE,
  LIQUIDATION,
  MARKET,
  MARKET_ID,
  NONE,
  orderAt,
  type OrderRows,
  POST_ONLY,
  REDUCE_ONLY_BIT,
  REJECTED,
  SIZE,
  timeInForceIn,
  typeIn,
  UNKNOWN_WORD,
  WORDS,
  wordsOf,
} from './order.ts'
import { mirrorMarket } from './simDomain.ts'
import { COUNTED_EQUITY, crossStanding, INIT_MARGIN, profitPercent, STANDING } from './standing.ts'
import { emit, type Exchange, type Market } from './state.ts'
import { bestOpposite, fitsOpenInterest, planSweep } from './sweep.ts'
import { asPlace } from './rowMemory.ts'
import { isHardStale } from './staleness.ts'
import { delayOrder } from './takerDelay.ts'

/** Places the order of a row: 0, or the code of a refusal that leaves nothing. `command`: the same, if it came so. */
export function placeOrder(
  exchange: Exchange,
  rows: CommandRows,
  at: number,
  command?: PlaceOrder,
): ErrorCode | 0 {
  const { numbers, halves } = rows
  at = asPlace(at)
  // First of all, so that a duplicate never leaves a second record whatever else is wrong with it.
  const signer = halves[2 * at + SIGNER_OF]!
  const nonce = numbers[at + COMMAND_NONCE]!
  const isParent = command !== undefined && hasLegs(command)
  if (isNonceUsed(exchange, signer, nonce)) return 3015
  if (isParent && areLegsUsed(exchange, signer, command)) return 3015
  if (!takeId(exchange, halves, 2 * at + ID_OF)) return 3015
  useNonce(exchange, signer, nonce)
  if (isParent) takeLegs(exchange, signer, command)
  admitOrder(exchange, rows, at, command)
  return 0
}

/**
 * Every check but that for a duplicate, and what follows from them. `lifted`: the order whose place this one is to
 * take. Returns the place of its row; -1 = only a refusal was told.
 */
export function admitOrder(
  exchange: Exchange,
  rows: CommandRows,
  at: number,
  command?: PlaceOrder,
  lifted?: Lifted,
): number {
  const { halves } = rows
  at = asPlace(at)
  const accountId = halves[2 * at + ACCOUNT_OF]!
  const market = exchange.markets[halves[2 * at + MARKET_OF]!]
  if (accountId < 0) return refuseRow(exchange, rows, at, command, market, 3016)
  if (market === undefined)
    return refuseRow(exchange, rows, at, command, undefined, isKnown(exchange, accountId) ? 3023 : 3016)
  const isSim = isSimAccount(exchange.accountRows, accountId)
  // In the markets that SIM may trade; what it holds in another one it may close.
  if (isSim && !market.spec.evalAllowed && (halves[2 * at + COMMAND_WORDS]! & REDUCE_ONLY_BIT) === 0)
    return refuseRow(exchange, rows, at, command, market, 3023)
  const traded = isSim ? mirrorMarket(exchange, market.id, accountId) : market
  return execute(exchange, accountId, traded, rows, at, halves[2 * at + SIGNER_OF]!, command, lifted)
}

/** From its first credit on an account may trade. */
const isKnown = (exchange: Exchange, accountId: number): boolean =>
  (exchange.accountRows.halves[2 * accountRow(accountId) + ACCOUNT_FLAGS]! & EXISTS) !== 0

function execute(
  exchange: Exchange,
  accountId: number,
  market: Market,
  rows: CommandRows,
  at: number,
  signer: number,
  command: PlaceOrder | undefined,
  lifted: Lifted | undefined,
): number {
  const { numbers, halves } = rows
  at = asPlace(at)
  let words = halves[2 * at + COMMAND_WORDS]!
  const type = typeIn(words)
  const timeInForce = timeInForceIn(words)
  const code = staticRefusal(exchange, accountId, market, rows, at, command)
  const isBuy = (words & BUY_BIT) !== 0
  // A row can hold the words of the protocol alone; only a LIMIT order is asked for its time in force.
  if (type >= LIQUIDATION || (timeInForce === UNKNOWN_WORD && type === LIMIT))
    return refuseRow(exchange, rows, at, command, market, code)
  if (timeInForce === UNKNOWN_WORD) words = wordsOf(isBuy, (words & REDUCE_ONLY_BIT) !== 0, type, GTC)
  const price = numbers[at + PRICE]!
  const ratio = numbers[at + RATIO]!
  const isHeldBack =
    code === 0 &&
    exchange.parameters.takerDelayMs > 0 &&
    !exchange.work.isDelayOver &&
    needsFreshPrice(exchange, market, type, timeInForce, isBuy, price)
  if (isHeldBack && lifted === undefined) return holdBack(exchange, accountId, market, rows, at, command)
  const order = newOrder(exchange)
  beginOrder(
    exchange.orderRows,
    order,
    numbers[at + COMMAND_NONCE]!,
    market.id,
    words,
    numbers[at + ORDER_SIZE]!,
    Number.isNaN(price) ? protectedPrice(market, isBuy) : price,
    Number.isNaN(ratio) ? marginRatioSetting(exchange, accountId, market) : ratio,
    market.mark ?? ABSENT,
    numbers[at + SIGNED_TIME]!,
    exchange.timeMs,
    accountId,
    signer,
    halves,
    2 * at + ID_OF,
  )
  if (lifted !== undefined || (command !== undefined && (hasLegs(command) || command.clientId !== undefined)))
    attachExtras(exchange, order, command, parentToInherit(exchange, order, lifted))
  if (code !== 0) endOrder(exchange, order, REJECTED, code)
  // In the place of another, both at once or neither: it cannot wait.
  else if (isHeldBack) endOrder(exchange, order, CANCELLED, 3030)
  else if (isTriggerType(type)) admitTrigger(exchange, accountId, market, order)
  else if (lifted !== undefined && keepsPlace(exchange.orderRows, lifted.order, order))
    admitResting(exchange, market, order, lifted)
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

/** What an order has left meets the book, and rests or ends as its words say. */
export function admitToBook(exchange: Exchange, market: Market, order: number): void {
  const words = exchange.orderRows.halves[2 * order + WORDS]!
  if (typeIn(words) === LIMIT && timeInForceIn(words) === POST_ONLY) admitPostOnly(exchange, market, order)
  else admitTaker(exchange, market, order)
}

/** Only smaller, and otherwise as the one before: such an order does not lose its turn. */
function keepsPlace({ numbers, halves }: OrderRows, before: number, order: number): boolean {
  const words = halves[2 * order + WORDS]!
  const wordsBefore = halves[2 * before + WORDS]!
  return (
    typeIn(words) === LIMIT &&
    typeIn(wordsBefore) === LIMIT &&
    halves[2 * order + MARKET_ID] === halves[2 * before + MARKET_ID] &&
    (words & BUY_BIT) === (wordsBefore & BUY_BIT) &&
    timeInForceIn(words) === timeInForceIn(wordsBefore) &&
    numbers[order + LIMIT_PRICE] === numbers[before + LIMIT_PRICE] &&
    numbers[order + SIZE]! < numbers[before + SIZE]! - numbers[before + FILLED_SIZE]!
  )
}

/** A leg that takes the place of one of its kind belongs to the same parent, and to the same group. */
function parentToInherit(exchange: Exchange, order: number, lifted: Lifted | undefined): Id | undefined {
  if (lifted === undefined) return undefined
  const { halves } = exchange.orderRows
  const before = lifted.order
  const isSameKind =
    halves[2 * before + MARKET_ID] === halves[2 * order + MARKET_ID] &&
    typeIn(halves[2 * before + WORDS]!) === typeIn(halves[2 * order + WORDS]!)
  return isSameKind ? orderAt(exchange.orderRows, before).extras?.parentId : undefined
}

/** Rows 1 to 16: what can be said without looking at the other side of the book; 0 = nothing against it. */
export function staticRefusal(
  exchange: Exchange,
  accountId: number,
  market: Market,
  rows: CommandRows,
  at: number,
  command: PlaceOrder | undefined,
): ErrorCode | 0 {
  const { numbers } = rows
  at = asPlace(at)
  const words = rows.halves[2 * at + COMMAND_WORDS]!
  const type = typeIn(words)
  const timeInForce = timeInForceIn(words)
  const isBuy = (words & BUY_BIT) !== 0
  const reduceOnly = (words & REDUCE_ONLY_BIT) !== 0
  const size = numbers[at + ORDER_SIZE]!
  const price = numbers[at + PRICE]!
  const ratio = numbers[at + RATIO]!
  const { mark } = market
  const flags = exchange.accountRows.halves[2 * accountRow(accountId) + ACCOUNT_FLAGS]!
  if ((flags & EXISTS) === 0) return 3016
  if (type >= LIQUIDATION) return 1116
  if (!isSizeAllowed(market, size, price, type)) return 1130
  if (isTriggerType(type) && !reduceOnly) return 1130
  if (command !== undefined && !areExtrasAllowed(exchange, accountId, market, command)) return 1130
  if (timeInForce === UNKNOWN_WORD && type === LIMIT) return 1133
  if (command !== undefined && !areLegsOnTheirSide(command)) return 3022
  if (!exchange.work.isDelayOver && !isInWindow(exchange, numbers[at + SIGNED_TIME]!, numbers[at + WINDOW]!))
    return 3004
  if (market.mode === 'HALT') return 3024
  if ((flags & IS_FROZEN) !== 0) return 1149
  if (reduceOnly) {
    const code = reduceOnlyRefusal(exchange, accountId, market, type, isBuy, size)
    if (code !== 0) return code
  } else if (market.mode === 'REDUCE_ONLY') return 3013
  if (market.operatorMode !== undefined && isRefusedByHand(exchange, market, words, price)) return 3013
  if (!reduceOnly) {
    if (exchange.solvency === 'INSOLVENT' && increaseOf(exchange, accountId, market.id, isBuy, size) > 0)
      return 3007
    if (!Number.isNaN(ratio) && ratio !== marginRatioSetting(exchange, accountId, market)) return 3020
  }
  if (type === LIMIT && mark !== undefined && !isLimitPriceAllowed({ price: price as Ticks, mark, isBuy }))
    return 3011
  if (mark === undefined) return 3003
  if (isHardStale(exchange, market) && needsFreshPrice(exchange, market, type, timeInForce, isBuy, price))
    return 3003
  if (!reduceOnly && !fitsCap(exchange, accountId, market, isBuy, size)) return 3010
  if (market.sim !== undefined && mayRest(type, timeInForce) && isBeyondRoom(market, size)) return 3026
  return 0
}

const mayRest = (type: number, timeInForce: number): boolean =>
  type === LIMIT && (timeInForce === GTC || timeInForce === POST_ONLY)

/** What an order of SIM may not take at once must not rest and take it later. */
const isBeyondRoom = ({ ladder, sim }: Market, size: number): boolean =>
  ladder !== undefined && size > sim!.room

export function isSizeAllowed(market: Market, size: number, price: number, type: number): boolean {
  if (!Number.isSafeInteger(size) || size < 1) return false
  if (Number.isNaN(price)) return type === MARKET && isValueAllowed(size, market.mark ?? 0, market)
  if (!Number.isSafeInteger(price) || price < 1) return false
  const { mark } = market
  return isValueAllowed(size, price, market) && (mark === undefined || isValueAllowed(size, mark, market))
}

const isValueAllowed = (size: number, price: number, market: Market): boolean =>
  size * price * market.scale <= ORDER_VALUE_MAX_USD6

/** Signed time and window against the sequencer's clock. */
export function isInWindow(exchange: Exchange, orderTimeMs: number, recvWindowMs: number): boolean {
  const { recvWindowMaxMs } = exchange.parameters
  const window = recvWindowMs < recvWindowMaxMs ? recvWindowMs : recvWindowMaxMs
  return exchange.timeMs <= orderTimeMs + window && orderTimeMs <= exchange.timeMs + CLOCK_AHEAD_MAX_MS
}

/** MARKET, FOK, IOC and a GTC order that crosses need the present price; one that rests, or never takes, does not. */
function needsFreshPrice(
  exchange: Exchange,
  market: Market,
  type: number,
  timeInForce: number,
  isBuy: boolean,
  price: number,
): boolean {
  if (isTriggerType(type)) return false
  if (type === LIMIT && timeInForce === POST_ONLY) return false
  if (type === MARKET || timeInForce === FOK || timeInForce === IOC) return true
  return isCrossing(exchange, market, isBuy, price)
}

/** CANCEL_ONLY takes no order, POST_ONLY none that would take. */
function isRefusedByHand(exchange: Exchange, market: Market, words: number, price: number): boolean {
  if (market.operatorMode === 'CANCEL_ONLY') return true
  const type = typeIn(words)
  const timeInForce = timeInForceIn(words)
  if (type === LIMIT && timeInForce === POST_ONLY) return false
  return needsFreshPrice(exchange, market, type, timeInForce, (words & BUY_BIT) !== 0, price)
}

export function isCrossing(exchange: Exchange, market: Market, isBuy: boolean, limitPrice: number): boolean {
  const best = bestOpposite(exchange, market, isBuy)
  return best !== 0 && (isBuy ? limitPrice >= best : limitPrice <= best)
}

function fitsCap(
  exchange: Exchange,
  accountId: number,
  market: Market,
  isBuy: boolean,
  size: number,
): boolean {
  const sideOi = isBuy ? market.longOi : market.shortOi
  // Nearly always even the whole of it fits, whatever it may close.
  if (fitsOpenInterest(market, sideOi + size)) return true
  const grows = increaseOf(exchange, accountId, market.id, isBuy, size)
  return grows === 0 || fitsOpenInterest(market, sideOi + grows)
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
  const account = exchange.accounts[rows.halves[2 * at + ACCOUNT_OF]!]
  const signer = exchange.signers[rows.halves[2 * at + SIGNER_OF]!]
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

/** Dormant until its trigger; no margin, no sweep. */
function admitTrigger(exchange: Exchange, accountId: number, market: Market, order: number): void {
  const { halves } = exchange.orderRows
  if (!hasRoomForTrigger(exchange, accountId, market, typeIn(halves[2 * order + WORDS]!)))
    return endOrder(exchange, order, REJECTED, 3031)
  restOrder(exchange, market, order, 0)
  emitOrder(exchange, order)
}

function admitPostOnly(exchange: Exchange, market: Market, order: number): void {
  const { numbers, halves } = exchange.orderRows
  const isBuy = (halves[2 * order + WORDS]! & BUY_BIT) !== 0
  if (isCrossing(exchange, market, isBuy, numbers[order + LIMIT_PRICE]!))
    return endOrder(exchange, order, CANCELLED, 3030)
  admitResting(exchange, market, order)
}

/** An order that meets nobody: room and margin for the whole of it, then the book, or the place of the lifted one. */
function admitResting(exchange: Exchange, market: Market, order: number, lifted?: Lifted): void {
  const { numbers, halves } = exchange.orderRows
  order = asPlace(order)
  const accountId = halves[2 * order + ACCOUNT_ID]!
  if (lacksRoom(exchange, accountId, market, order)) return endOrder(exchange, order, REJECTED, 3031)
  const margin = marginToRest(exchange, market, order, numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!)
  if ((halves[2 * order + WORDS]! & REDUCE_ONLY_BIT) === 0) {
    if (!canReserve(exchange, accountId, market, margin)) return endOrder(exchange, order, REJECTED, 3002)
  }
  if (lifted === undefined) restOrder(exchange, market, order, margin)
  else restInPlaceOf(exchange, lifted, order, margin)
  emitOrder(exchange, order)
}

/** An order that is amended has its room already. */
const lacksRoom = (exchange: Exchange, accountId: number, market: Market, order: number): boolean =>
  (exchange.orderRows.halves[2 * order + FLAGS]! & IS_ON_TRIAL) === 0 && !hasRoom(exchange, accountId, market)

/** E' >= IM' + OM' with so much more reserved (otherwise 3002). */
function canReserve(exchange: Exchange, accountId: number, market: Market, margin: number): boolean {
  const standing = STANDING
  const row = accountRow(accountId)
  const reserved = exchange.accountRows.numbers[row + OPEN_ORDER_MARGIN]! + margin
  // A profit that counts in part is rounded: settled funding and owed funding then need not come to the same.
  const isSettledAlike = profitPercent(market) === 100 || owesNothing(exchange, accountId, market)
  if (!market.spec.isolated && isSettledAlike) {
    crossStanding(exchange, accountId)
    return standing[COUNTED_EQUITY]! >= standing[INIT_MARGIN]! + reserved
  }
  openDraft(exchange, LONE, accountId, market)
  DRAFTS.numbers[LONE + ORDER_MARGIN_DELTA] = margin
  return isAffordable(exchange, market, LONE, false)
}

/** No funding would have to be settled before a fill in this market: the account stands as it would then. */
function owesNothing(exchange: Exchange, accountId: number, market: Market): boolean {
  const position = findPosition(exchange.accountRows, exchange.positionRows, accountId, market.id)
  return position === NONE || exchange.positionRows.numbers[position + EPOCH] === market.fundingEpoch
}

/** MARKET, FOK, IOC and GTC: plan, judge, execute. */
function admitTaker(exchange: Exchange, market: Market, order: number): void {
  const { numbers, halves } = exchange.orderRows
  order = asPlace(order)
  const words = halves[2 * order + WORDS]!
  const isBuy = (words & BUY_BIT) !== 0
  const type = typeIn(words)
  const timeInForce = timeInForceIn(words)
  const limitPrice = numbers[order + LIMIT_PRICE]!
  const canRest = type === LIMIT && timeInForce === GTC
  if (canRest && !isCrossing(exchange, market, isBuy, limitPrice))
    return admitResting(exchange, market, order)

  const accountId = halves[2 * order + ACCOUNT_ID]!
  const size = numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!
  const ratio = numbers[order + INIT_MARGIN_RATIO]!
  planSweep(exchange, accountId, market, isBuy, size, limitPrice, ratio)
  const filled = PLAN.numbers[PLAN_FILLED]!
  if ((type === MARKET || timeInForce === FOK) && filled < size)
    return refuseUnfilled(exchange, accountId, market, order)

  if (canRest && filled < size) return takeAndRest(exchange, market, order, size - filled)
  const fee = draftTakerFee(exchange, accountId, market, ratio)
  const isReducing = (words & REDUCE_ONLY_BIT) !== 0 || isPurelyReducing(exchange, TAKER)
  if (filled !== 0 && !isAffordable(exchange, market, TAKER, isReducing))
    return endOrder(exchange, order, REJECTED, 3002)

  settlePlan(exchange, order, fee)
  if (filled === size) emitOrder(exchange, order)
  else endOrder(exchange, order, CANCELLED, stopCode())
  if (filled > 0 && (exchange.orderRows.halves[2 * order + FLAGS]! & HAS_LEGS) !== 0)
    fillLegs(exchange, market, order, filled)
}

/**
 * It takes what the plan says, and so many lots of it rest. Apart, because it is rare: a call among what every taker
 * does would make V8 read everything anew.
 */
function takeAndRest(exchange: Exchange, market: Market, order: number, rest: number): void {
  const { numbers, halves } = exchange.orderRows
  const accountId = halves[2 * order + ACCOUNT_ID]!
  const filled = PLAN.filled
  if (lacksRoom(exchange, accountId, market, order)) return endOrder(exchange, order, REJECTED, 3031)
  const fee = draftTakerFee(exchange, accountId, market, numbers[order + INIT_MARGIN_RATIO]!)
  const margin = marginToRest(exchange, market, order, rest)
  const drafts = DRAFTS.numbers
  drafts[TAKER + ORDER_MARGIN_DELTA] = drafts[TAKER + ORDER_MARGIN_DELTA]! + margin
  const isReducing = (halves[2 * order + WORDS]! & REDUCE_ONLY_BIT) !== 0
  if (!isAffordable(exchange, market, TAKER, isReducing)) return endOrder(exchange, order, REJECTED, 3002)

  settlePlan(exchange, order, fee)
  restOrder(exchange, market, order, margin)
  emitOrder(exchange, order)
  if (filled > 0 && (exchange.orderRows.halves[2 * order + FLAGS]! & HAS_LEGS) !== 0)
    fillLegs(exchange, market, order, filled)
}

/** What the taker of the plan is charged for all its fills, drafted. */
function draftTakerFee(exchange: Exchange, accountId: number, market: Market, ratio: number): number {
  const value = usd6(PLAN.numbers[VALUE]!)
  const fee = chargedFee(exchange, accountId, takerFee(value, market.spec.takerFeeRate))
  draftFee(DRAFTS.numbers, TAKER, market, fee, ratio)
  return fee
}

const stopCode = (): 3001 | 3026 => (PLAN.stop === 'CAPACITY' ? 3026 : 3001)

/** Too large for the book: unless it is too large for the account as well, judged at the mark (3002). */
function refuseUnfilled(exchange: Exchange, accountId: number, market: Market, order: number): void {
  const rows = exchange.orderRows.numbers
  const words = exchange.orderRows.halves[2 * order + WORDS]!
  const size = rows[order + SIZE]!
  const ratio = rows[order + INIT_MARGIN_RATIO]!
  const mark = market.mark!
  openDraft(exchange, LONE, accountId, market)
  const drafts = DRAFTS.numbers
  draftFill(drafts, LONE, market, (words & BUY_BIT) !== 0, size, mark, ratio)
  const value = valueOf(mark, size as Lots, market.scale)
  const fee = chargedFee(exchange, accountId, takerFee(value, market.spec.takerFeeRate))
  draftFee(drafts, LONE, market, fee, ratio)
  const isReducing = (words & REDUCE_ONLY_BIT) !== 0 || isPurelyReducing(exchange, LONE)
  const isFine = isAffordable(exchange, market, LONE, isReducing)
  endOrder(exchange, order, REJECTED, isFine ? stopCode() : 3002)
}
