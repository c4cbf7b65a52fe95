/**
 * STOP_LOSS and TAKE_PROFIT: dormant orders that fire when the mark reaches their price, then take what the book
 * gives within a band around the mark, and no further than their account can bear, and try again with every index price
 * until they are filled or the position is flat.
 */
import { bankruptcyPrice, takerFee } from '@vest/formulas'
import { type Lots, type Ticks, lots, mulDivCeil, mulDivFloor, ticks, usd6 } from '@vest/protocol'
import { cancelOrder, emitOrder, shrinkSibling } from '../book/index.ts'
import { isBeyondLossBound, isLossBounded } from '../keys/index.ts'
import { chargedFee } from '../ledger/index.ts'
import { isAffordable, projectFee, statusFor } from '../margin/index.ts'
import { isWarmingUp } from '../markets/index.ts'
import { planCost, planSweep, settlePlan } from '../matching/index.ts'
import { marketToTrade } from '../sim/index.ts'
import {
  type Exchange,
  findPosition,
  hasTriggers,
  type Market,
  markTriggered,
  type Order,
  orderAt,
  positionIn,
  reachedTriggers,
  TAKER,
} from '../state/index.ts'

export function fireTriggers(exchange: Exchange, market: Market): void {
  if (market.mark === undefined || !hasTriggers(market.triggers)) return
  if (market.mode === 'HALT' || market.freshness === 'HARD' || isWarmingUp(exchange, market)) return
  for (const at of reachedTriggers(market.triggers, exchange.orderRows, market.mark)) {
    const order = orderAt(exchange.orderRows, at)
    if (order.isLive) fire(exchange, market, order, market.mark)
  }
}

function fire(exchange: Exchange, market: Market, order: Order, mark: Ticks): void {
  const { plan, marginStatus } = exchange.scratch
  const { at, accountId, isBuy, initMarginRatio } = order
  if (market.sim !== undefined) marketToTrade(exchange, market.id, accountId, true)
  const position = positionIn(exchange, exchange.account(accountId), market.id)
  if (position === undefined || position.isLong === isBuy) return cancelOrder(exchange, at, 0)
  // What has no equity left, an account or an isolated position, goes straight to liquidation.
  const held = findPosition(exchange.accountRows, exchange.positionRows, accountId, market.id)
  statusFor(exchange, accountId, market, held)
  const equity = marginStatus.equity
  if (equity <= 0) return
  const isNews = !order.isTriggered
  markTriggered(market.triggers, exchange.orderRows, at)
  const size = lots(Math.min(order.size - order.filledSize, position.size))
  const limit = protectivePrice(exchange, mark, isBuy)
  planSweep(exchange, accountId, market, isBuy, size, limit, initMarginRatio)
  if (settles(exchange, market, order)) return
  if (plan.filled > 0) {
    const bearable = bearablePrice(exchange, market, order, size, equity)
    const nearer = isBuy ? Math.min(limit, bearable) : Math.max(limit, bearable)
    planSweep(exchange, accountId, market, isBuy, size, nearer, initMarginRatio)
    if (settles(exchange, market, order)) return
  }
  // Said once: it is tried again without a word.
  if (isNews) emitOrder(exchange, at)
}

/** Settles what was planned for a trigger; false = nothing was, its account would owe, or its key give away too much. */
function settles(exchange: Exchange, market: Market, order: Order): boolean {
  const { plan, projections } = exchange.scratch
  const { at, accountId } = order
  if (plan.filled === 0) return false
  const fee = plannedFee(exchange, market, accountId)
  projectFee(projections, TAKER, market, fee, order.initMarginRatio)
  if (!isAffordable(exchange, market, TAKER, true)) return false
  if (isLossBounded(exchange, at) && isBeyondLossBound(exchange, at, planCost(plan) + fee)) return false
  settlePlan(exchange, at, fee)
  shrinkSibling(exchange, at, plan.filled)
  return true
}

const plannedFee = (exchange: Exchange, market: Market, accountId: number): number =>
  chargedFee(exchange, accountId, takerFee(usd6(exchange.scratch.plan.value), market.spec.takerFeeRate))

/**
 * The price at which so many lots and the fee of the plan use up all that is left of the equity. Lots with a better price
 * are sold; the worst price in the book does not keep the rest from being sold.
 */
function bearablePrice(exchange: Exchange, market: Market, order: Order, size: Lots, equity: number): number {
  const { accountId, isBuy } = order
  const left = usd6(equity - plannedFee(exchange, market, accountId))
  return bankruptcyPrice({ isLong: !isBuy, size, mark: market.mark!, scale: market.scale, equity: left })
}

function protectivePrice({ parameters }: Exchange, mark: Ticks, isBuy: boolean): Ticks {
  const bps = parameters.triggerProtectionBps
  return ticks(
    isBuy ? mulDivFloor(mark, 10_000 + bps, 10_000) : Math.max(1, mulDivCeil(mark, 10_000 - bps, 10_000)),
  )
}
