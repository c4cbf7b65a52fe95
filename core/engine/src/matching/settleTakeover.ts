/** Settlement of the part of a liquidation that is no trade: taken over by backstop, pool or deleveraged users. */
import { emitOrder, forgetUnrested, makeLiquidation, markDeleveraged } from '../book/index.ts'
import { fillBackstop, fillPool } from '../pool/index.ts'
import {
  addFill,
  BY_POOL,
  BY_USER,
  type Exchange,
  logFill,
  OFFER,
  PLAN,
  PROJECTIONS,
} from '../state/index.ts'
import type { Lots, Ticks } from '@vest/protocol'

/** The other side of a fill against neither a resting order nor a cell of the pool. */
export function settleTaken(exchange: Exchange, fill: number): void {
  const { market } = PLAN
  const kind = PLAN.kind(fill)
  const side = {
    isBuy: !PLAN.isBuy,
    size: PLAN.fillSize(fill) as Lots,
    price: PLAN.fillPrice(fill) as Ticks,
  }
  if (kind === BY_USER) settleDeleveraged(exchange, fill)
  else if (kind === BY_POOL) fillPool(exchange, market, side)
  else fillBackstop(exchange, market, side, kind === OFFER)
}

/** The deleveraged user gets a LIQUIDATION order without a fee, with code 3008. */
function settleDeleveraged(exchange: Exchange, fill: number): void {
  const { market } = PLAN
  const projection = PLAN.makerProjection(fill)
  const size = PLAN.fillSize(fill)
  const price = PLAN.fillPrice(fill)
  const value = PLAN.fillValue(fill)
  const pnl = PLAN.makerPnl(fill)
  const funding = PROJECTIONS.takeFunding(projection)
  const order = makeLiquidation(exchange, PROJECTIONS.accountId(projection), market, {
    isBuy: !PLAN.isBuy,
    size,
    limitPrice: price,
  })
  addFill(exchange.orderRows, order, size, value, price, exchange.timeMs, 0, pnl, funding, market.cumFunding)
  markDeleveraged(exchange, order)
  emitOrder(exchange, order)
  logFill(exchange.work.log, order, exchange.tradeCount, false, price, size, value, 0, pnl, funding)
  forgetUnrested(exchange, order)
}
