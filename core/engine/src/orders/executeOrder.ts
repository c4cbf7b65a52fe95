/**
 * An order that passed every check meets the book: planned, judged by its whole outcome, and only then executed; or
 * it rests, or ends, as its words say.
 */
import { takerFee, valueOf } from '@vest/formulas'
import { type Lots, usd6, REFUSAL } from '@vest/protocol'
import {
  cancelOrder,
  emitOrder,
  endOrder,
  fillLegs,
  hasRoom,
  hasRoomForTrigger,
  lacksRoom,
  type Detached,
  marginToRest,
  restInPlaceOf,
  restOrder,
} from '../book/index.ts'
import { costAgainstMark, isBeyondLossBound, isLossBounded } from '../keys/index.ts'
import { chargedFee } from '../ledger/index.ts'
import {
  crossStatus,
  isAffordable,
  isPurelyReducing,
  openProjection,
  profitPercent,
  projectFee,
  projectFill,
} from '../margin/index.ts'
import { isBeyondBand, withinBand } from '../markets/index.ts'
import { planCost, planSweep, settlePlan } from '../matching/index.ts'
import {
  bestLevel,
  CANCELLED,
  type Exchange,
  findPosition,
  type FillPlan,
  FOK,
  GTC,
  levelPrice,
  LIMIT,
  LONE,
  type Market,
  MARKET,
  NONE,
  POST_ONLY,
  REJECTED,
  TAKER,
} from '../state/index.ts'
import { isCrossing, wouldTake } from './marketable.ts'

/** What an order has left meets the book, and rests or ends as its words say. */
export function admitToBook(exchange: Exchange, market: Market, order: number): void {
  const orders = exchange.orderRows
  if (orders.type(order) === LIMIT && orders.timeInForce(order) === POST_ONLY)
    admitPostOnly(exchange, market, order)
  else admitTaker(exchange, market, order)
}

/** Dormant until its trigger; no margin, no sweep. */
export function admitTrigger(exchange: Exchange, accountId: number, market: Market, order: number): void {
  if (!hasRoomForTrigger(exchange, accountId, market, exchange.orderRows.type(order)))
    return endOrder(exchange, order, REJECTED, REFUSAL.TOO_MANY_OPEN_ORDERS)
  restOrder(exchange, market, order, 0)
  emitOrder(exchange, order)
}

function admitPostOnly(exchange: Exchange, market: Market, order: number): void {
  const orders = exchange.orderRows
  const isBuy = orders.isBuy(order)
  const limitPrice = orders.limitPrice(order)
  const bound = withinBand(market, isBuy, limitPrice)
  if (wouldTake(exchange, market, isBuy, bound))
    return endOrder(exchange, order, CANCELLED, REFUSAL.POST_ONLY_WOULD_TAKE)
  if (bound !== limitPrice) return endOrder(exchange, order, CANCELLED, REFUSAL.PRICE_CHECK_FAILED)
  admitResting(exchange, market, order)
  if (orders.status(order) !== REJECTED && market.sim === undefined)
    dropCrossed(exchange, market, isBuy, limitPrice)
}

/** What now stands crossed with a new order cannot fill, or that one would have taken it: it goes. */
function dropCrossed(exchange: Exchange, market: Market, isBuy: boolean, limitPrice: number): void {
  const side = isBuy ? market.asks : market.bids
  for (let level = bestLevel(side); level !== NONE; level = bestLevel(side)) {
    const price = levelPrice(side, level)
    if (isBuy ? price > limitPrice : price < limitPrice) return
    cancelOrder(exchange, side.oldest(level), REFUSAL.PRICE_CHECK_FAILED)
  }
}

/** An order that takes nothing: limits and margin for all of it, then the book, or the place of the detached order. */
export function admitResting(exchange: Exchange, market: Market, order: number, detached?: Detached): void {
  const orders = exchange.orderRows
  const accountId = orders.accountId(order)
  if (lacksRoom(exchange, accountId, market, order))
    return endOrder(exchange, order, REJECTED, REFUSAL.TOO_MANY_OPEN_ORDERS)
  const rest = orders.remaining(order)
  const margin = marginToRest(exchange, market, order, rest)
  if (!orders.isReduceOnly(order) && !canReserve(exchange, accountId, market, margin))
    return endOrder(exchange, order, REJECTED, REFUSAL.MARGIN_CHECK_FAILED)
  if (isBeyondLossBound(exchange, order, costToRest(exchange, market, order, rest)))
    return endOrder(exchange, order, REJECTED, REFUSAL.DAILY_LOSS_LIMIT)
  if (detached === undefined) restOrder(exchange, market, order, margin)
  else restInPlaceOf(exchange, detached, order, margin)
  emitOrder(exchange, order)
}

/** What its key would give away if the rest of an order filled at its limit. */
function costToRest(exchange: Exchange, market: Market, order: number, rest: number): number {
  const orders = exchange.orderRows
  return isLossBounded(exchange, order)
    ? costAgainstMark(market, orders.isBuy(order), orders.limitPrice(order), rest)
    : 0
}

/** E' >= IM' + OM' with so much more reserved (otherwise 3002). */
function canReserve(exchange: Exchange, accountId: number, market: Market, margin: number): boolean {
  const { projections, marginStatus } = exchange.scratch
  const reserved = exchange.accountRows.openOrderMargin(accountId) + margin
  // A profit that counts in part is rounded: settled funding and owed funding then need not come to the same.
  const isSettledAlike = profitPercent(market) === 100 || owesNothing(exchange, accountId, market)
  if (!market.spec.isolated && isSettledAlike) {
    crossStatus(exchange, accountId)
    return marginStatus.equityAfterHaircut >= marginStatus.initMargin + reserved
  }
  openProjection(exchange, LONE, accountId, market)
  projections.setOrderMarginDelta(LONE, margin)
  return isAffordable(exchange, market, LONE, false)
}

/** No funding would have to be settled before a fill in this market: the account stands as it would then. */
function owesNothing(exchange: Exchange, accountId: number, market: Market): boolean {
  const position = findPosition(exchange.accountRows, exchange.positionRows, accountId, market.id)
  return position === NONE || exchange.positionRows.fundingEpoch(position) === market.fundingEpoch
}

/** MARKET, FOK, IOC and GTC: plan, judge, execute. */
function admitTaker(exchange: Exchange, market: Market, order: number): void {
  const { plan } = exchange.scratch
  const orders = exchange.orderRows
  const isBuy = orders.isBuy(order)
  const type = orders.type(order)
  const timeInForce = orders.timeInForce(order)
  const limitPrice = orders.limitPrice(order)
  const isGtc = type === LIMIT && timeInForce === GTC
  // Nothing rests where it cannot fill: its rest is cancelled.
  const canRest = isGtc && !isBeyondBand(market, isBuy, limitPrice)
  if (canRest && !isCrossing(exchange, market, isBuy, limitPrice))
    return admitResting(exchange, market, order)

  const accountId = orders.accountId(order)
  const size = orders.remaining(order)
  const ratio = orders.initMarginRatio(order)
  planSweep(exchange, accountId, market, isBuy, size, limitPrice, ratio, false, order)
  const filled = plan.filled
  if ((type === MARKET || timeInForce === FOK) && filled < size)
    return refuseUnfilled(exchange, accountId, market, order)

  if (canRest && filled < size) return takeAndRest(exchange, market, order, size - filled)
  const fee = projectTakerFee(exchange, accountId, market, ratio)
  const isReducing = orders.isReduceOnly(order) || isPurelyReducing(exchange, TAKER)
  if (filled !== 0 && !isAffordable(exchange, market, TAKER, isReducing))
    return endOrder(exchange, order, REJECTED, REFUSAL.MARGIN_CHECK_FAILED)
  if (isLossBounded(exchange, order) && isBeyondLossBound(exchange, order, planCost(plan) + fee))
    return endOrder(exchange, order, REJECTED, REFUSAL.DAILY_LOSS_LIMIT)

  settlePlan(exchange, order, fee)
  if (filled < size) endOrder(exchange, order, CANCELLED, isGtc ? REFUSAL.PRICE_CHECK_FAILED : stopCode(plan))
  if (filled > 0 && orders.hasLegs(order)) fillLegs(exchange, market, order, filled)
}

/**
 * It takes what the plan says, and so many lots of it rest. Apart, because it is rare: a call among what every taker
 * does would make V8 read everything anew.
 */
function takeAndRest(exchange: Exchange, market: Market, order: number, rest: number): void {
  const { plan, projections } = exchange.scratch
  const orders = exchange.orderRows
  const accountId = orders.accountId(order)
  const filled = plan.filled
  if (lacksRoom(exchange, accountId, market, order) && !isRoomFreed(exchange, accountId, market))
    return endOrder(exchange, order, REJECTED, REFUSAL.TOO_MANY_OPEN_ORDERS)
  const fee = projectTakerFee(exchange, accountId, market, orders.initMarginRatio(order))
  const margin = marginToRest(exchange, market, order, rest)
  projections.addOrderMarginDelta(TAKER, margin)
  if (!isAffordable(exchange, market, TAKER, orders.isReduceOnly(order)))
    return endOrder(exchange, order, REJECTED, REFUSAL.MARGIN_CHECK_FAILED)
  if (isLossBounded(exchange, order)) {
    const cost = planCost(plan) + fee + costToRest(exchange, market, order, rest)
    if (isBeyondLossBound(exchange, order, cost))
      return endOrder(exchange, order, REJECTED, REFUSAL.DAILY_LOSS_LIMIT)
  }

  settlePlan(exchange, order, fee)
  restOrder(exchange, market, order, margin)
  if (filled === 0) emitOrder(exchange, order)
  else if (orders.hasLegs(order)) fillLegs(exchange, market, order, filled)
}

/**
 * The end decides: own orders that the taker of the plan meets go, and leave it their room.
 */
function isRoomFreed(exchange: Exchange, accountId: number, market: Market): boolean {
  const { plan } = exchange.scratch
  const own = plan.cancelled.filter((maker) => exchange.orderRows.accountId(maker) === accountId)
  return hasRoom(exchange, accountId, market, own.length)
}

/** What the taker of the plan is charged for all its fills, drafted. */
function projectTakerFee(exchange: Exchange, accountId: number, market: Market, ratio: number): number {
  const { plan } = exchange.scratch
  const value = usd6(plan.value)
  const fee = chargedFee(exchange, accountId, takerFee(value, market.spec.takerFeeRate))
  projectFee(exchange.scratch.projections, TAKER, market, fee, ratio)
  return fee
}

const stopCode = (plan: FillPlan) =>
  plan.stop === 'CAPACITY' ? REFUSAL.CAPACITY_EXCEEDED : REFUSAL.PRICE_CHECK_FAILED

/** Too large for the book: unless it is too large for the account as well, judged at the mark (3002). */
function refuseUnfilled(exchange: Exchange, accountId: number, market: Market, order: number): void {
  const { plan, projections } = exchange.scratch
  const orders = exchange.orderRows
  const size = orders.size(order)
  const ratio = orders.initMarginRatio(order)
  const mark = market.mark!
  openProjection(exchange, LONE, accountId, market)
  projectFill(projections, LONE, market, orders.isBuy(order), size, mark, ratio)
  const value = valueOf(mark, size as Lots, market.scale)
  const fee = chargedFee(exchange, accountId, takerFee(value, market.spec.takerFeeRate))
  projectFee(projections, LONE, market, fee, ratio)
  const isReducing = orders.isReduceOnly(order) || isPurelyReducing(exchange, LONE)
  const isFine = isAffordable(exchange, market, LONE, isReducing)
  endOrder(exchange, order, REJECTED, isFine ? stopCode(plan) : REFUSAL.MARGIN_CHECK_FAILED)
}
