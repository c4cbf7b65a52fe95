/**
 * Takeover of what a liquidation could not sell within its single price (`takeoverPrice.ts`), at that price: by the
 * backstop within its limits, then by profitable users whose opposite positions it closes, and finally by the pool.
 * None of it is a trade. While the price is in doubt no user is deleveraged, and the rest stays with the account.
 */
import type { Lots, Usd6 } from '@vest/protocol'
import { crossStatus, isolatedStatus, projectFill, projectionOf } from '../margin/index.ts'
import { planPool } from '../matching/index.ts'
import { backstopCapital, backstopInventory, backstopRoom } from '../pool/index.ts'
import {
  BY_BACKSTOP,
  BY_POOL,
  BY_USER,
  type Exchange,
  type Market,
  NONE,
  OFFER,
  type Opposite,
  TAKER,
} from '../state/index.ts'
import { byRank, isNoWorseThanEntry, isPriceCertain, priceProfit, scoreOf } from './deleverageCandidates.ts'
import { rankedOpposites } from './deleverageQueue.ts'

/** Adds to the plan of a liquidation the takeover of the rest that it could not sell at `price` or better. */
export function planTakeover(exchange: Exchange, price: number): void {
  const { plan } = exchange.scratch
  const { market } = plan
  const room = backstopRoom(market, { ...backstopAfter(exchange), isBuy: !plan.isBuy, price })
  const byBackstop = Math.min(plan.unfilled, room)
  if (byBackstop > 0) planPool(exchange.scratch, price, byBackstop, BY_BACKSTOP)
  if (plan.filled === plan.size || !isPriceCertain(exchange, market)) return
  for (const accountId of inTurn(exchange, price)) {
    planDeleveraged(exchange, projectionOf(exchange, accountId, market), price)
    if (plan.filled === plan.size) return
  }
  // Without regard to capacity; never worse than the mark for the pool, even if the account has negative equity.
  const last = plan.isBuy ? Math.max(price, market.mark!) : Math.min(price, market.mark!)
  planPool(exchange.scratch, last, plan.unfilled, BY_POOL)
}

/** Position and capital of the backstop after the plan: it may have sold to this order. */
function backstopAfter(exchange: Exchange): { inventory: number; capital: number } {
  const { plan } = exchange.scratch
  const { market } = plan
  let inventory = backstopInventory(market)
  let capital = market.spec.isolated ? 0 : backstopCapital(exchange)
  for (let fill = 0; fill < plan.fillCount; fill += 1) {
    if (plan.kind(fill) !== OFFER) continue
    const size = plan.fillSize(fill)
    const gain = (plan.fillPrice(fill) - market.mark!) * size * market.scale
    inventory += plan.isBuy ? -size : size
    capital += plan.isBuy ? gain : -gain
  }
  return { inventory, capital }
}

/** Profitable users on the other side for which closing at this price is no loss, by rank. */
function* inTurn(exchange: Exchange, price: number): Generator<number> {
  const { plan } = exchange.scratch
  const { market } = plan
  const met = metOpposites(exchange)
  const ranked = rankedOpposites(exchange, market, plan.isBuy)
  for (let left = ranked.length; left > 0 || met.length > 0;) {
    const [one, other] = [ranked[left - 1], met.at(-1)]
    const isMet = one === undefined || (other !== undefined && byRank(other, one) < 0)
    const next = isMet ? met.pop()! : one
    if (!isMet) left -= 1
    if (!isMet && (next.accountId === plan.accountId || hasMet(exchange, next.accountId))) continue
    if (isNoWorseThanEntry(market, next.holding, price)) yield next.accountId
  }
}

/** Users that this order has filled against, with their projected figures: the first in rank is last. */
function metOpposites(exchange: Exchange): Opposite[] {
  const { plan, projections } = exchange.scratch
  const { market } = plan
  const met: Opposite[] = []
  for (
    let projection = projections.next(TAKER);
    projection !== NONE;
    projection = projections.next(projection)
  ) {
    const isLong = projections.isLong(projection)
    if (!projections.hasFill(projection) || isLong !== plan.isBuy) continue
    const size = projections.size(projection) as Lots
    const holding = { isLong, size, cost: projections.cost(projection) as Usd6 }
    if (size === 0 || priceProfit(market, holding) <= 0) continue
    const accountId = projections.accountId(projection)
    const score = scoreOf(market, { ...holding, equity: equityOf(exchange, market, projection) })
    met.push({ accountId, market, holding, score })
  }
  return met.sort((a, b) => byRank(b, a))
}

/** Returns whether this order has filled against the account: then it is among those, and not at its former rank. */
function hasMet({ accountRows, scratch }: Exchange, accountId: number): boolean {
  const { plan, projections } = scratch
  const projection = accountRows.projectionIn(accountId, plan.sweep)
  return projection !== NONE && projections.hasFill(projection)
}

function equityOf(exchange: Exchange, market: Market, projection: number): number {
  const { projections, marginStatus } = exchange.scratch
  if (market.spec.isolated) isolatedStatus(exchange, market, projection, NONE)
  else crossStatus(exchange, projections.accountId(projection), market, projection)
  return marginStatus.equity + (market.spec.isolated ? 0 : projections.collateralDelta(projection))
}

function planDeleveraged(exchange: Exchange, projection: number, price: number): void {
  const { plan, projections } = exchange.scratch
  const { market } = plan
  const size = Math.min(projections.size(projection), plan.unfilled)
  const before = projections.signedSize(projection)
  projectFill(projections, projection, market, !plan.isBuy, size, price, market.spec.initMarginRatio)
  plan.countOpenInterest(before, projections.signedSize(projection))
  planPool(exchange.scratch, price, size, BY_USER, projection, projections.realizedPnl(projection))
}
