/**
 * STOP_LOSS and TAKE_PROFIT: dormant orders that fire when the mark reaches their price, then take what the book
 * gives within a band around the mark and try again with every index price until they are filled or the position is flat.
 */
import { PLAN } from './plan.ts'
import { takerFee } from '@vest/formulas'
import { mulDivCeil, mulDivFloor, type Ticks, ticks, usd6 } from '@vest/protocol'
import { positionIn } from './account.ts'
import { shrinkSibling } from './attachedLegs.ts'
import { draftFee, DRAFTS, isAffordable, TAKER } from './draft.ts'
import { isWarmingUp } from './marketMode.ts'
import { cancelOrder, emitOrder } from './orderLife.ts'
import { findPosition } from './positionRows.ts'
import { chargedFee } from './referrals.ts'
import { settlePlan } from './settle.ts'
import { EQUITY, STANDING, standingFor } from './standing.ts'
import { type Order, orderAt } from './order.ts'
import { mirrorMarket } from './simDomain.ts'
import { type Exchange, type Market } from './state.ts'
import { planSweep } from './sweep.ts'
import { hasTriggers, markTriggered, reachedTriggers } from './triggerIndex.ts'

export function fireTriggers(exchange: Exchange, market: Market): void {
  if (market.mark === undefined || !hasTriggers(market.triggers)) return
  if (market.mode === 'HALT' || market.freshness === 'HARD' || isWarmingUp(exchange, market)) return
  for (const at of reachedTriggers(market.triggers, exchange.orderRows, market.mark)) {
    const order = orderAt(exchange.orderRows, at)
    if (order.isLive) fire(exchange, market, order, market.mark)
  }
}

function fire(exchange: Exchange, market: Market, order: Order, mark: Ticks): void {
  const { at, accountId, isBuy, initMarginRatio } = order
  if (market.sim !== undefined) mirrorMarket(exchange, market.id, accountId)
  const position = positionIn(exchange, exchange.accounts[accountId]!, market.id)
  if (position === undefined || position.isLong === isBuy) return cancelOrder(exchange, at, 0)
  // What has no equity left, an account or an isolated position, goes straight to liquidation.
  const held = findPosition(exchange.accountRows, exchange.positionRows, accountId, market.id)
  standingFor(exchange, accountId, market, held)
  if (STANDING[EQUITY]! <= 0) return
  const isNews = !order.isTriggered && exchange.features.thirdReading
  markTriggered(market.triggers, exchange.orderRows, at)
  const size = Math.min(order.size - order.filledSize, position.size)
  planSweep(exchange, accountId, market, isBuy, size, protectivePrice(exchange, mark, isBuy), initMarginRatio)
  if (settles(exchange, market, order)) return
  // Said once: it is tried again without a word.
  if (isNews) emitOrder(exchange, at)
}

/** Settles what was planned for a trigger; false = nothing was, or its account would owe. */
function settles(exchange: Exchange, market: Market, order: Order): boolean {
  const { at, accountId } = order
  if (PLAN.filled === 0) return false
  const fee = chargedFee(exchange, accountId, takerFee(usd6(PLAN.value), market.spec.takerFeeRate))
  draftFee(DRAFTS.numbers, TAKER, market, fee, order.initMarginRatio)
  if (!isAffordable(exchange, market, TAKER, true)) return false
  settlePlan(exchange, at, fee)
  shrinkSibling(exchange, at, PLAN.filled)
  // The trim after a flat position may have cancelled and told the rest already.
  if (order.status !== 'CANCELLED') emitOrder(exchange, at)
  return true
}

function protectivePrice({ parameters }: Exchange, mark: Ticks, isBuy: boolean): Ticks {
  const bps = parameters.triggerProtectionBps
  return ticks(
    isBuy ? mulDivFloor(mark, 10_000 + bps, 10_000) : Math.max(1, mulDivCeil(mark, 10_000 - bps, 10_000)),
  )
}
