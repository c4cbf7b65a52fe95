/** Settlement of the part of a liquidation that is no trade: taken over by backstop, pool or deleveraged users. */
import { emitOrder, forgetUnrested, makeLiquidation, noteDeleveraged } from '../book/index.ts'
import { reportFunding } from '../margin/index.ts'
import { fillBackstop, fillPool } from '../pool/index.ts'
import {
  addFill,
  BY_POOL,
  BY_USER,
  DRAFT_ACCOUNT,
  DRAFTS,
  type Exchange,
  FILL_PRICE,
  FILL_SIZE,
  FILL_VALUE,
  KIND,
  logFill,
  MAKER_DRAFT,
  MAKER_PNL,
  OFFER,
  PLAN,
} from '../state/index.ts'
import type { Lots, Ticks } from '@vest/protocol'

/** The other side of a fill against neither a resting order nor a cell of the pool. */
export function settleTaken(exchange: Exchange, fill: number): void {
  const { market, fills } = PLAN
  const kind = PLAN.fillHalves[2 * fill + KIND]!
  const side = {
    isBuy: !PLAN.isBuy,
    size: fills[fill + FILL_SIZE] as Lots,
    price: fills[fill + FILL_PRICE] as Ticks,
  }
  if (kind === BY_USER) settleDeleveraged(exchange, fill)
  else if (kind === BY_POOL) fillPool(exchange, market, side)
  else fillBackstop(exchange, market, side, kind === OFFER)
}

/** The deleveraged user gets a LIQUIDATION order without a fee, with code 3008. */
function settleDeleveraged(exchange: Exchange, fill: number): void {
  const { market, fills } = PLAN
  const drafts = DRAFTS.numbers
  const draft = PLAN.fillHalves[2 * fill + MAKER_DRAFT]!
  const size = fills[fill + FILL_SIZE]!
  const price = fills[fill + FILL_PRICE]!
  const value = fills[fill + FILL_VALUE]!
  const pnl = fills[fill + MAKER_PNL]!
  const funding = reportFunding(drafts, draft)
  const order = makeLiquidation(exchange, DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!, market, {
    isBuy: !PLAN.isBuy,
    size,
    limitPrice: price,
  })
  addFill(exchange.orderRows, order, size, value, price, exchange.timeMs, 0, pnl, funding, market.cumFunding)
  noteDeleveraged(exchange, order)
  emitOrder(exchange, order)
  logFill(exchange.work.log, order, exchange.tradeCount, false, price, size, value, 0, pnl, funding)
  forgetUnrested(exchange, order)
}
