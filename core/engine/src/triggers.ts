/**
 * STOP_LOSS and TAKE_PROFIT: dormant orders that fire when the mark reaches their price, then take what the book
 * gives within a band around the mark and try again with every index price until they are filled or the position is flat.
 */
import { takerFee } from '@vest/formulas'
import { mulDivCeil, mulDivFloor, type Ticks, ticks, usd6 } from '@vest/protocol'
import { positionIn } from './account.ts'
import { draftFee, isAffordable, TAKER } from './draft.ts'
import { isWarmingUp } from './marketMode.ts'
import { cancelOrder, emitOrder } from './orderLife.ts'
import { settlePlan } from './settle.ts'
import { crossStanding, EQUITY } from './standing.ts'
import { type Order, orderAt } from './order.ts'
import { mirrorMarket } from './simDomain.ts'
import { type Exchange, type Market } from './state.ts'
import { planSweep } from './sweep.ts'

export function fireTriggers(exchange: Exchange, market: Market): void {
  if (market.triggers.length === 0 || market.mark === undefined) return
  if (market.mode === 'HALT' || market.freshness === 'HARD' || isWarmingUp(exchange, market)) return
  for (const at of [...market.triggers]) {
    const order = orderAt(exchange.orderRows, at)
    if (!order.isLive) continue
    if (order.isTriggered || isReached(order, market.mark)) fire(exchange, market, order, market.mark)
  }
}

/** A sell leaves a long: take profit above, stop loss below; a buy leaves a short, the other way round. */
function isReached(order: Order, mark: Ticks): boolean {
  const isAbove = (order.orderType === 'TAKE_PROFIT') !== order.isBuy
  return isAbove ? mark >= order.limitPrice : mark <= order.limitPrice
}

function fire(exchange: Exchange, market: Market, order: Order, mark: Ticks): void {
  const { at, accountId, isBuy, initMarginRatio } = order
  if (market.sim !== undefined) mirrorMarket(exchange, market.id, accountId)
  const position = positionIn(exchange, exchange.accounts[accountId]!, market.id)
  if (position === undefined || position.isLong === isBuy) return cancelOrder(exchange, at, 0)
  // An account without equity goes straight to liquidation.
  crossStanding(exchange, accountId)
  if (exchange.work.standing[EQUITY]! <= 0 && !market.spec.isolated) return
  order.isTriggered = true
  const size = Math.min(order.size - order.filledSize, position.size)
  const plan = planSweep(
    exchange,
    accountId,
    market,
    isBuy,
    size,
    protectivePrice(exchange, mark, isBuy),
    initMarginRatio,
  )
  if (plan.filled === 0) return
  const fee = takerFee(usd6(plan.value), market.spec.takerFeeRate)
  draftFee(exchange.work.drafts.numbers, TAKER, market, fee, initMarginRatio)
  if (!isAffordable(exchange, market, TAKER, true)) return
  settlePlan(exchange, plan, at, fee)
  // The trim after a flat position may have cancelled and told the rest already.
  if (order.status !== 'CANCELLED') emitOrder(exchange, at)
}

function protectivePrice({ parameters }: Exchange, mark: Ticks, isBuy: boolean): Ticks {
  const bps = parameters.triggerProtectionBps
  return ticks(
    isBuy ? mulDivFloor(mark, 10_000 + bps, 10_000) : Math.max(1, mulDivCeil(mark, 10_000 - bps, 10_000)),
  )
}
