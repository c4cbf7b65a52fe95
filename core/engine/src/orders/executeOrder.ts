/**
 * An order that passed every check meets the book: planned, judged by its whole outcome, and only then executed; or
 * it rests, or ends, as its words say.
 */
import {
  cancelOrder,
  emitOrder,
  endOrder,
  fillLegs,
  hasRoom,
  hasRoomForTrigger,
  lacksRoom,
  type Lifted,
  marginToRest,
  restInPlaceOf,
  restOrder,
} from '../book/index.ts'
import { costAgainstMark, isBeyondLossBound, isLossBounded } from '../keys/index.ts'
import { chargedFee } from '../ledger/index.ts'
import {
  crossStanding,
  draftFee,
  draftFill,
  isAffordable,
  isPurelyReducing,
  openDraft,
  profitPercent,
} from '../margin/index.ts'
import { isBeyondBand, withinBand } from '../markets/index.ts'
import { planCost, planSweep, settlePlan } from '../matching/index.ts'
import {
  ACCOUNT_ID,
  accountRow,
  asPlace,
  bestLevel,
  BUY_BIT,
  CANCELLED,
  COUNTED_EQUITY,
  DRAFTS,
  EPOCH,
  type Exchange,
  FILLED_SIZE,
  findPosition,
  FLAGS,
  FOK,
  GTC,
  HAS_LEGS,
  INIT_MARGIN,
  INIT_MARGIN_RATIO,
  levelPrice,
  LIMIT,
  LIMIT_PRICE,
  LONE,
  MARKET,
  type Market,
  NONE,
  OLDEST,
  OPEN_ORDER_MARGIN,
  ORDER_MARGIN_DELTA,
  PLAN,
  PLAN_FILLED,
  POST_ONLY,
  REDUCE_ONLY_BIT,
  REJECTED,
  SIZE,
  STANDING,
  STATUS,
  TAKER,
  timeInForceIn,
  typeIn,
  VALUE,
  WORDS,
} from '../state/index.ts'
import { isCrossing, wouldTake } from './marketable.ts'
import { takerFee, valueOf } from '@vest/formulas'
import { type Lots, usd6, REFUSAL } from '@vest/protocol'

/** What an order has left meets the book, and rests or ends as its words say. */
export function admitToBook(exchange: Exchange, market: Market, order: number): void {
  const words = exchange.orderRows.halves[2 * order + WORDS]!
  if (typeIn(words) === LIMIT && timeInForceIn(words) === POST_ONLY) admitPostOnly(exchange, market, order)
  else admitTaker(exchange, market, order)
}

/** Dormant until its trigger; no margin, no sweep. */
export function admitTrigger(exchange: Exchange, accountId: number, market: Market, order: number): void {
  const { halves } = exchange.orderRows
  if (!hasRoomForTrigger(exchange, accountId, market, typeIn(halves[2 * order + WORDS]!)))
    return endOrder(exchange, order, REJECTED, REFUSAL.TOO_MANY_OPEN_ORDERS)
  restOrder(exchange, market, order, 0)
  emitOrder(exchange, order)
}

function admitPostOnly(exchange: Exchange, market: Market, order: number): void {
  const { numbers, halves } = exchange.orderRows
  const isBuy = (halves[2 * order + WORDS]! & BUY_BIT) !== 0
  const limitPrice = numbers[order + LIMIT_PRICE]!
  const bound = withinBand(market, isBuy, limitPrice)
  if (wouldTake(exchange, market, isBuy, bound))
    return endOrder(exchange, order, CANCELLED, REFUSAL.POST_ONLY_WOULD_TAKE)
  if (bound !== limitPrice) return endOrder(exchange, order, CANCELLED, REFUSAL.PRICE_CHECK_FAILED)
  admitResting(exchange, market, order)
  if (numbers[order + STATUS] !== REJECTED && market.sim === undefined)
    dropCrossed(exchange, market, isBuy, limitPrice)
}

/** What now stands crossed with a new order cannot fill, or that one would have taken it: it goes. */
function dropCrossed(exchange: Exchange, market: Market, isBuy: boolean, limitPrice: number): void {
  const side = isBuy ? market.asks : market.bids
  for (let level = bestLevel(side); level !== NONE; level = bestLevel(side)) {
    const price = levelPrice(side, level)
    if (isBuy ? price > limitPrice : price < limitPrice) return
    cancelOrder(exchange, side.halves[2 * level + OLDEST]!, REFUSAL.PRICE_CHECK_FAILED)
  }
}

/** An order that meets nobody: room and margin for the whole of it, then the book, or the place of the lifted one. */
export function admitResting(exchange: Exchange, market: Market, order: number, lifted?: Lifted): void {
  const { numbers, halves } = exchange.orderRows
  order = asPlace(order)
  const accountId = halves[2 * order + ACCOUNT_ID]!
  if (lacksRoom(exchange, accountId, market, order))
    return endOrder(exchange, order, REJECTED, REFUSAL.TOO_MANY_OPEN_ORDERS)
  const margin = marginToRest(exchange, market, order, numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!)
  if ((halves[2 * order + WORDS]! & REDUCE_ONLY_BIT) === 0) {
    if (!canReserve(exchange, accountId, market, margin))
      return endOrder(exchange, order, REJECTED, REFUSAL.MARGIN_CHECK_FAILED)
  }
  const rest = numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!
  if (isBeyondLossBound(exchange, order, costToRest(exchange, market, order, rest)))
    return endOrder(exchange, order, REJECTED, REFUSAL.DAILY_LOSS_LIMIT)
  if (lifted === undefined) restOrder(exchange, market, order, margin)
  else restInPlaceOf(exchange, lifted, order, margin)
  emitOrder(exchange, order)
}

/** What its key would give away if the rest of an order filled at its limit. */
function costToRest(exchange: Exchange, market: Market, order: number, rest: number): number {
  const { numbers, halves } = exchange.orderRows
  const isBuy = (halves[2 * order + WORDS]! & BUY_BIT) !== 0
  return isLossBounded(exchange, order)
    ? costAgainstMark(market, isBuy, numbers[order + LIMIT_PRICE]!, rest)
    : 0
}

/** E' >= IM' + OM' with so much more reserved (otherwise 3002). */
function canReserve(exchange: Exchange, accountId: number, market: Market, margin: number): boolean {
  const row = accountRow(accountId)
  const reserved = exchange.accountRows.numbers[row + OPEN_ORDER_MARGIN]! + margin
  // A profit that counts in part is rounded: settled funding and owed funding then need not come to the same.
  const isSettledAlike = profitPercent(market) === 100 || owesNothing(exchange, accountId, market)
  if (!market.spec.isolated && isSettledAlike) {
    crossStanding(exchange, accountId)
    return STANDING[COUNTED_EQUITY]! >= STANDING[INIT_MARGIN]! + reserved
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
  const isGtc = type === LIMIT && timeInForce === GTC
  // Nothing rests where it cannot fill: its rest is cancelled.
  const canRest = isGtc && !isBeyondBand(market, isBuy, limitPrice)
  if (canRest && !isCrossing(exchange, market, isBuy, limitPrice))
    return admitResting(exchange, market, order)

  const accountId = halves[2 * order + ACCOUNT_ID]!
  const size = numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!
  const ratio = numbers[order + INIT_MARGIN_RATIO]!
  planSweep(exchange, accountId, market, isBuy, size, limitPrice, ratio, false, order)
  const filled = PLAN.numbers[PLAN_FILLED]!
  if ((type === MARKET || timeInForce === FOK) && filled < size)
    return refuseUnfilled(exchange, accountId, market, order)

  if (canRest && filled < size) return takeAndRest(exchange, market, order, size - filled)
  const fee = draftTakerFee(exchange, accountId, market, ratio)
  const isReducing = (words & REDUCE_ONLY_BIT) !== 0 || isPurelyReducing(exchange, TAKER)
  if (filled !== 0 && !isAffordable(exchange, market, TAKER, isReducing))
    return endOrder(exchange, order, REJECTED, REFUSAL.MARGIN_CHECK_FAILED)
  if (isLossBounded(exchange, order) && isBeyondLossBound(exchange, order, planCost() + fee))
    return endOrder(exchange, order, REJECTED, REFUSAL.DAILY_LOSS_LIMIT)

  settlePlan(exchange, order, fee)
  if (filled < size) endOrder(exchange, order, CANCELLED, isGtc ? REFUSAL.PRICE_CHECK_FAILED : stopCode())
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
  if (lacksRoom(exchange, accountId, market, order) && !isRoomFreed(exchange, accountId, market))
    return endOrder(exchange, order, REJECTED, REFUSAL.TOO_MANY_OPEN_ORDERS)
  const fee = draftTakerFee(exchange, accountId, market, numbers[order + INIT_MARGIN_RATIO]!)
  const margin = marginToRest(exchange, market, order, rest)
  const drafts = DRAFTS.numbers
  drafts[TAKER + ORDER_MARGIN_DELTA] = drafts[TAKER + ORDER_MARGIN_DELTA]! + margin
  const isReducing = (halves[2 * order + WORDS]! & REDUCE_ONLY_BIT) !== 0
  if (!isAffordable(exchange, market, TAKER, isReducing))
    return endOrder(exchange, order, REJECTED, REFUSAL.MARGIN_CHECK_FAILED)
  if (isLossBounded(exchange, order)) {
    const cost = planCost() + fee + costToRest(exchange, market, order, rest)
    if (isBeyondLossBound(exchange, order, cost))
      return endOrder(exchange, order, REJECTED, REFUSAL.DAILY_LOSS_LIMIT)
  }

  settlePlan(exchange, order, fee)
  restOrder(exchange, market, order, margin)
  if (filled === 0) emitOrder(exchange, order)
  else if ((exchange.orderRows.halves[2 * order + FLAGS]! & HAS_LEGS) !== 0)
    fillLegs(exchange, market, order, filled)
}

/**
 * The end decides: own orders that the taker of the plan meets go, and leave it their room.
 */
function isRoomFreed(exchange: Exchange, accountId: number, market: Market): boolean {
  const { halves } = exchange.orderRows
  const met = PLAN.cancelled.filter((maker) => halves[2 * maker + ACCOUNT_ID] === accountId)
  return hasRoom(exchange, accountId, market, met.length)
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
  endOrder(exchange, order, REJECTED, isFine ? stopCode() : REFUSAL.MARGIN_CHECK_FAILED)
}
