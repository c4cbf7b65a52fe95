/**
 * The index-cross rule: whenever the ladder has moved onto resting user orders, the pool fills them at its own price,
 * not at theirs. So a gap through a resting limit fills at the new market, and the pool never trades worse than it
 * quotes. It ends because every fill moves the inventory away from the crossed side.
 */
import { makerFee } from '@vest/formulas'
import { usd6 } from '@vest/protocol'
import { bestLevel, remainingOf } from './book.ts'
import { draftFee, increaseOf, isAffordable, isPurelyReducing } from './draft.ts'
import { positionIn } from './account.ts'
import { cancelOrder } from './orderLife.ts'
import { reservationDelta } from './reservation.ts'
import { settlePlan } from './settle.ts'
import type { Order } from './order.ts'
import { type Exchange, type Market, noteBookChanged } from './state.ts'
import { bestPoolPrice, fitsOpenInterest, planSweep } from './sweep.ts'

/** Fills of one command; the rest waits for the next timer tick. */
const CROSS_FILLS_MAX = 1_000

export function crossBook(exchange: Exchange, market: Market): void {
  market.isCrossPending = false
  for (const isBuy of [true, false]) {
    for (
      let order = crossedOrder(exchange, market, isBuy);
      order !== undefined;
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

/** The first order in price-time order that the ladder has reached. */
function crossedOrder(exchange: Exchange, market: Market, isBuy: boolean): Order | undefined {
  const level = bestLevel(isBuy ? market.bids : market.asks)
  if (level === undefined) return undefined
  const pool = bestPoolPrice(exchange, market, isBuy)
  if (pool === undefined) return undefined
  return (isBuy ? level.price >= pool : level.price <= pool) ? level.oldest : undefined
}

function fillFromPool(exchange: Exchange, market: Market, order: Order): void {
  const account = exchange.accounts[order.accountId]!
  const position = positionIn(account, market.id)
  const size =
    order.reduceOnly && position !== undefined
      ? Math.min(remainingOf(order), position.size)
      : remainingOf(order)
  const { isBuy, limitPrice, initMarginRatio } = order
  const plan = planSweep(exchange, {
    account,
    market,
    isBuy,
    size: size as typeof order.size,
    limitPrice,
    initMarginRatio,
    poolOnly: true,
  })
  exchange.work.crossFills += Math.max(1, plan.fillCount)
  const fee = makerFee(usd6(plan.value), market.spec.takerFeeRate)
  draftFee(plan.taker, fee, initMarginRatio)
  // The order's own reservation gives way to the position it opens.
  plan.taker.orderMarginDelta += reservationDelta(order, plan.filled, market.scale)
  if (!isPurelyReducing(plan.taker) && !isAffordable(exchange, plan.taker, false))
    return cancelOrder(exchange, order, 3002)
  const grows = increaseOf(position, isBuy, plan.filled)
  if (grows > 0 && !fitsOpenInterest(market, (isBuy ? market.longOi : market.shortOi) + grows))
    return cancelOrder(exchange, order, 3010)
  settlePlan(exchange, plan, { order, fee, isMaker: true })
  noteBookChanged(exchange, market.id)
}

/** At the end of a command: every book whose ladder or inventory moved, until none crosses any more. */
export function crossMovedBooks(exchange: Exchange): void {
  const { work } = exchange
  while (work.areCapsMoved || work.booksToCross.length > 0) {
    if (work.areCapsMoved) {
      work.areCapsMoved = false
      work.booksToCross = []
      for (const market of exchange.markets) crossBook(exchange, market)
    } else crossBook(exchange, exchange.markets[work.booksToCross.shift()!]!)
  }
}
