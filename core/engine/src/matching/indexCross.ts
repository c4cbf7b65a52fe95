/**
 * The index-cross rule: when the ladder has moved onto resting user orders, the pool fills them at its own price, not
 * at theirs. A gap through a resting limit therefore fills at the new market price, and the pool never trades worse
 * than it quotes. The rule terminates because every fill moves the inventory away from the crossed side.
 */
import { takerFee } from '@vest/formulas'
import { usd6, REFUSAL } from '@vest/protocol'
import { cancelOrder, reservationDelta } from '../book/index.ts'
import { guardrailRefusal } from '../guardrails/index.ts'
import { chargedFee } from '../ledger/index.ts'
import { fitsOpenInterest, increaseOf, isAffordable, isPurelyReducing, projectFee } from '../margin/index.ts'
import {
  bestLevel,
  type Exchange,
  findPosition,
  levelPrice,
  type Market,
  NONE,
  markBookChanged,
  TAKER,
} from '../state/index.ts'
import { bestPoolPrice } from './bestPrices.ts'
import { settlePlan } from './settle.ts'
import { planSweep } from './sweep.ts'

/** Maximum fills per command; the rest waits for the next timer tick, or the next order in its market. */
export const CROSS_FILLS_MAX = 1_000

export function crossBook(exchange: Exchange, market: Market): void {
  market.isCrossPending = false
  for (const isBuy of [true, false]) {
    for (
      let order = crossedOrder(exchange, market, isBuy);
      order !== NONE;
      order = crossedOrder(exchange, market, isBuy)
    ) {
      if (exchange.work.crossFills >= CROSS_FILLS_MAX) {
        market.isCrossPending = true
        return
      }
      fillFromPool(exchange, market, order)
    }
  }
}

/**
 * Before an order is processed: fills what an earlier command has left crossed. Otherwise an account that filled a
 * thousand orders of one lot elsewhere could sell to a limit that the market had long left.
 */
export function finishCross(exchange: Exchange, market: Market): void {
  if (market.sim === undefined) crossBook(exchange, market)
}

/** The first order in price-time order that the ladder has reached; -1 = none. */
function crossedOrder(exchange: Exchange, market: Market, isBuy: boolean): number {
  const side = isBuy ? market.bids : market.asks
  const level = bestLevel(side)
  if (level === NONE) return NONE
  const pool = bestPoolPrice(exchange, market, isBuy)
  if (pool === undefined) return NONE
  const price = levelPrice(side, level)
  return (isBuy ? price >= pool : price <= pool) ? side.oldest(level) : NONE
}

/** Fills a resting order against the pool up to its limit; it is cancelled if it cannot stand. */
export function fillFromPool(exchange: Exchange, market: Market, order: number): void {
  const { plan, projections } = exchange.scratch
  const { orderRows: orders, positionRows: positions } = exchange
  const accountId = orders.accountId(order)
  const isBuy = orders.isBuy(order)
  const ratio = orders.initMarginRatio(order)
  let size: number = orders.remaining(order)
  if (orders.isReduceOnly(order)) {
    const position = findPosition(exchange.accountRows, positions, accountId, market.id)
    if (position !== NONE) size = Math.min(size, positions.size(position))
  }
  planSweep(exchange, accountId, market, isBuy, size, orders.limitPrice(order), ratio, true)
  exchange.work.crossFills += Math.max(1, plan.fillCount)
  const fee = chargedFee(exchange, accountId, takerFee(usd6(plan.value), market.makerFeeRate))
  projectFee(projections, TAKER, market, fee, ratio)
  // The order's own reserved margin is replaced by that of the position it opens.
  projections.addOrderMarginDelta(TAKER, reservationDelta(orders, order, plan.filled, market.scale))
  // As in `makerRefusal` for a fill against a user: no account reduces at the cost of others.
  if (!isAffordable(exchange, market, TAKER, isPurelyReducing(exchange, TAKER)))
    return cancelOrder(exchange, order, REFUSAL.MARGIN_CHECK_FAILED)
  const grows = increaseOf(exchange, accountId, market.id, isBuy, plan.filled)
  if (grows > 0 && !fitsOpenInterest(exchange, market, (isBuy ? market.longOi : market.shortOi) + grows))
    return cancelOrder(exchange, order, REFUSAL.OI_CAP_EXCEEDED)
  const refusal = grows === 0 ? 0 : guardrailRefusal(exchange, accountId, market, projections.size(TAKER))
  if (refusal !== 0) return cancelOrder(exchange, order, refusal)
  settlePlan(exchange, order, fee, true)
  markBookChanged(exchange, market)
}
