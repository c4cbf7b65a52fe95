/**
 * Writes the plan of a sweep: its beginning, each fill with its effect on taker, maker, pool and open interest, and
 * the reserved margin of the rest.
 */
import { valueOf } from '@vest/formulas'
import type { Lots, Ticks } from '@vest/protocol'
import { costAgainstMark } from '../keys/index.ts'
import { projectFill, projectionOf } from '../margin/index.ts'
import {
  BY_TRADE,
  type Exchange,
  type FillPlan,
  inventoryOf,
  type Market,
  NONE,
  type Scratch,
  TAKER,
} from '../state/index.ts'

/** Sum by which the fills of the plan are worse than the mark. */
export function planCost(plan: FillPlan): number {
  const { market, isBuy, fillCount } = plan
  let cost = 0
  for (let fill = 0; fill < fillCount; fill += 1)
    cost += costAgainstMark(market, isBuy, plan.fillPrice(fill), plan.fillSize(fill))
  return cost
}

/** In SIM: adds to a plan the rest that the ladder did not take; SIM_HOUSE takes it at a given price. */
export const planRest = (scratch: Scratch, price: number): void =>
  planPool(scratch, price, scratch.plan.unfilled, BY_TRADE)

/** Starts an empty plan for an order of this account. */
export function beginPlan(
  exchange: Exchange,
  accountId: number,
  market: Market,
  isBuy: boolean,
  size: number,
  initMarginRatio: number,
): void {
  const { plan, projections } = exchange.scratch
  plan.begin(accountId, market, isBuy, size, initMarginRatio, inventoryOf(market))
  projections.clear()
  projectionOf(exchange, accountId, market)
}

/**
 * The taker fills against the pool or its backstop, at a quote or (a takeover) at a given price, or against a user
 * with this projection and this profit (`autoDeleverage.ts`), and not against a resting order.
 */
export function planPool(
  scratch: Scratch,
  price: number,
  size: number,
  kind: number,
  projection = NONE,
  pnl = 0,
): void {
  const { plan } = scratch
  const value = valueOf(price as Ticks, size as Lots, plan.market.scale)
  plan.addFill(NONE, projection, kind, price, size, value, pnl, 0)
  planTaker(scratch, price, size)
  if (kind === BY_TRADE) plan.inventory += plan.isBuy ? -size : size
}

/** Adds the taker's side of the last fill. */
export function planTaker({ plan, projections }: Scratch, price: number, size: number): void {
  const before = projections.signedSize(TAKER)
  projectFill(projections, TAKER, plan.market, plan.isBuy, size, price, plan.initMarginRatio)
  plan.countOpenInterest(before, projections.signedSize(TAKER))
  plan.bookTaker(projections.realizedPnl(TAKER))
}
