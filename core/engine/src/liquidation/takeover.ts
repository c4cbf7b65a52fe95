/**
 * Takeover of what a liquidation could not sell within its single price (`takeoverPrice.ts`), at that price: by the
 * backstop within its limits, then by profitable users whose opposite positions it closes, and finally by the pool.
 * None of it is a trade. While the price is in doubt no user is deleveraged, and the rest stays with the account.
 */
import { crossStatus, isolatedStatus, projectFill, projectionOf } from '../margin/index.ts'
import { planPool } from '../matching/index.ts'
import { backstopCapital, backstopInventory, backstopRoom } from '../pool/index.ts'
import {
  BY_BACKSTOP,
  BY_POOL,
  BY_USER,
  type Exchange,
  MARGIN_STATUS,
  type Market,
  NONE,
  OFFER,
  type Opposite,
  PLAN,
  PROJECTIONS,
  TAKER,
} from '../state/index.ts'
import { byRank, isNoWorseThanEntry, isPriceCertain, priceProfit, scoreOf } from './deleverageCandidates.ts'
import { rankedOpposites } from './deleverageQueue.ts'
import type { Lots, Usd6 } from '@vest/protocol'

/** Adds to the plan of a liquidation the takeover of the rest that it could not sell at `price` or better. */
export function planTakeover(exchange: Exchange, price: number): void {
  const { market } = PLAN
  const room = backstopRoom(market, { ...backstopAfter(exchange), isBuy: !PLAN.isBuy, price })
  const byBackstop = Math.min(PLAN.unfilled, room)
  if (byBackstop > 0) planPool(price, byBackstop, BY_BACKSTOP)
  if (PLAN.filled === PLAN.size || !isPriceCertain(exchange, market)) return
  for (const accountId of inTurn(exchange, price)) {
    planDeleveraged(projectionOf(exchange, accountId, market), price)
    if (PLAN.filled === PLAN.size) return
  }
  // Without regard to capacity; never worse than the mark for the pool, even if the account has negative equity.
  const last = PLAN.isBuy ? Math.max(price, market.mark!) : Math.min(price, market.mark!)
  planPool(last, PLAN.unfilled, BY_POOL)
}

/** Position and capital of the backstop after the plan: it may have sold to this order. */
function backstopAfter(exchange: Exchange): { inventory: number; capital: number } {
  const { market } = PLAN
  let inventory = backstopInventory(market)
  let capital = market.spec.isolated ? 0 : backstopCapital(exchange)
  for (let fill = 0; fill < PLAN.fillCount; fill += 1) {
    if (PLAN.kind(fill) !== OFFER) continue
    const size = PLAN.fillSize(fill)
    const gain = (PLAN.fillPrice(fill) - market.mark!) * size * market.scale
    inventory += PLAN.isBuy ? -size : size
    capital += PLAN.isBuy ? gain : -gain
  }
  return { inventory, capital }
}

/** Profitable users on the other side for which closing at this price is no loss, by rank. */
function* inTurn(exchange: Exchange, price: number): Generator<number> {
  const { market } = PLAN
  const met = metOpposites(exchange)
  const ranked = rankedOpposites(exchange, market, PLAN.isBuy)
  for (let left = ranked.length; left > 0 || met.length > 0;) {
    const [one, other] = [ranked[left - 1], met.at(-1)]
    const isMet = one === undefined || (other !== undefined && byRank(other, one) < 0)
    const next = isMet ? met.pop()! : one
    if (!isMet) left -= 1
    if (!isMet && (next.accountId === PLAN.accountId || hasMet(exchange, next.accountId))) continue
    if (isNoWorseThanEntry(market, next.holding, price)) yield next.accountId
  }
}

/** Users that this order has filled against, with their projected figures: the first in rank is last. */
function metOpposites(exchange: Exchange): Opposite[] {
  const { market } = PLAN
  const met: Opposite[] = []
  for (
    let projection = PROJECTIONS.next(TAKER);
    projection !== NONE;
    projection = PROJECTIONS.next(projection)
  ) {
    const isLong = PROJECTIONS.isLong(projection)
    if (!PROJECTIONS.hasFill(projection) || isLong !== PLAN.isBuy) continue
    const size = PROJECTIONS.size(projection) as Lots
    const holding = { isLong, size, cost: PROJECTIONS.cost(projection) as Usd6 }
    if (size === 0 || priceProfit(market, holding) <= 0) continue
    const accountId = PROJECTIONS.accountId(projection)
    const score = scoreOf(market, { ...holding, equity: equityOf(exchange, market, projection) })
    met.push({ accountId, market, holding, score })
  }
  return met.sort((a, b) => byRank(b, a))
}

/** Returns whether this order has filled against the account: then it is among those, and not at its former rank. */
function hasMet({ accountRows }: Exchange, accountId: number): boolean {
  const projection = accountRows.projectionIn(accountId, PLAN.sweep)
  return projection !== NONE && PROJECTIONS.hasFill(projection)
}

function equityOf(exchange: Exchange, market: Market, projection: number): number {
  if (market.spec.isolated) isolatedStatus(exchange, market, projection, NONE)
  else crossStatus(exchange, PROJECTIONS.accountId(projection), market, projection)
  return MARGIN_STATUS.equity + (market.spec.isolated ? 0 : PROJECTIONS.collateralDelta(projection))
}

function planDeleveraged(projection: number, price: number): void {
  const { market } = PLAN
  const size = Math.min(PROJECTIONS.size(projection), PLAN.unfilled)
  const before = PROJECTIONS.signedSize(projection)
  projectFill(projection, market, !PLAN.isBuy, size, price, market.spec.initMarginRatio)
  PLAN.countOpenInterest(before, PROJECTIONS.signedSize(projection))
  planPool(price, size, BY_USER, projection, PROJECTIONS.realizedPnl(projection))
}
