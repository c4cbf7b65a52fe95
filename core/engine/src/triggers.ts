/**
 * STOP_LOSS and TAKE_PROFIT: dormant orders that fire when the mark reaches their price, then take what the book
 * gives within a tenth of the mark and try again with every index price until they are filled or the position is flat.
 */
import { takerFee } from '@vest/formulas'
import { lots, mulDivCeil, mulDivFloor, type Ticks, ticks, usd6 } from '@vest/protocol'
import { positionIn } from './account.ts'
import { draftFee, isAffordable } from './draft.ts'
import { isWarmingUp } from './marketMode.ts'
import { cancelOrder, emitOrder } from './orderLife.ts'
import { settlePlan } from './settle.ts'
import { crossStanding } from './standing.ts'
import type { Order } from './order.ts'
import { type Exchange, type Market } from './state.ts'
import { planSweep } from './sweep.ts'

const PROTECTION_BPS = 1_000

export function fireTriggers(exchange: Exchange, market: Market): void {
  if (market.triggers.length === 0 || market.mark === undefined) return
  if (market.mode === 'HALT' || market.freshness === 'HARD' || isWarmingUp(exchange, market)) return
  for (const order of [...market.triggers]) {
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
  const account = exchange.accounts[order.accountId]!
  const position = positionIn(account, market.id)
  if (position === undefined || position.isLong === order.isBuy) return cancelOrder(exchange, order)
  // An account without equity goes straight to liquidation.
  if (crossStanding(exchange, account).equity <= 0 && !market.spec.isolated) return
  order.isTriggered = true
  const plan = planSweep(exchange, {
    account,
    market,
    isBuy: order.isBuy,
    size: lots(Math.min(order.size - order.filledSize, position.size)),
    limitPrice: protectivePrice(mark, order.isBuy),
    initMarginRatio: order.initMarginRatio,
  })
  if (plan.filled === 0) return
  const fee = takerFee(usd6(plan.value), market.spec.takerFeeRate)
  draftFee(plan.taker, fee, order.initMarginRatio)
  if (!isAffordable(exchange, plan.taker, true)) return
  settlePlan(exchange, plan, { order, fee })
  // The trim after a flat position may have cancelled and told the rest already.
  if (order.status !== 'CANCELLED') emitOrder(exchange, order)
}

const protectivePrice = (mark: Ticks, isBuy: boolean): Ticks =>
  ticks(
    isBuy
      ? mulDivFloor(mark, 10_000 + PROTECTION_BPS, 10_000)
      : Math.max(1, mulDivCeil(mark, 10_000 - PROTECTION_BPS, 10_000)),
  )
