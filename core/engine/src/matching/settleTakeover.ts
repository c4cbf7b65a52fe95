/** Settlement of the part of a liquidation that is no trade: taken over by backstop, pool or deleveraged users. */
import type { Lots, Ticks } from '@vest/protocol'
import { emitOrder, forgetUnrested, makeLiquidation, markDeleveraged } from '../book/index.ts'
import { fillBackstop, fillPool } from '../pool/index.ts'
import { addFill, BY_POOL, BY_USER, type Exchange, logFill, OFFER } from '../state/index.ts'

/** The other side of a fill against neither a resting order nor a cell of the pool. */
export function settleTaken(exchange: Exchange, fill: number): void {
  const { plan } = exchange.scratch
  const { market } = plan
  const kind = plan.kind(fill)
  const side = {
    isBuy: !plan.isBuy,
    size: plan.fillSize(fill) as Lots,
    price: plan.fillPrice(fill) as Ticks,
  }
  if (kind === BY_USER) settleDeleveraged(exchange, fill)
  else if (kind === BY_POOL) fillPool(exchange, market, side)
  else fillBackstop(exchange, market, side, kind === OFFER)
}

/** The deleveraged user gets a LIQUIDATION order without a fee, with code 3008. */
function settleDeleveraged(exchange: Exchange, fill: number): void {
  const { plan, projections } = exchange.scratch
  const { market } = plan
  const projection = plan.makerProjection(fill)
  const size = plan.fillSize(fill)
  const price = plan.fillPrice(fill)
  const value = plan.fillValue(fill)
  const pnl = plan.makerPnl(fill)
  const funding = projections.takeFunding(projection)
  const order = makeLiquidation(exchange, projections.accountId(projection), market, {
    isBuy: !plan.isBuy,
    size,
    limitPrice: price,
  })
  const own = { price, size, value, fee: 0, pnl, settledFunding: funding }
  addFill(exchange.orderRows, order, own, exchange.timeMs, market.cumFunding)
  markDeleveraged(exchange, order)
  emitOrder(exchange, order)
  logFill(exchange.work.log, order, exchange.tradeCount, false, own)
  forgetUnrested(exchange, order)
}
