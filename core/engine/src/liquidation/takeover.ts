/**
 * Takeover of what a liquidation could not sell within its single price (`takeoverPrice.ts`), at that price: by the
 * backstop within its limits, then by profitable users whose opposite positions it closes, and finally by the pool.
 * None of it is a trade. While the price is in doubt no user is deleveraged, and the rest stays with the account.
 */
import { countOpenInterest, crossStanding, draftFill, draftOf, isolatedStanding } from '../margin/index.ts'
import { planPool } from '../matching/index.ts'
import { backstopCapital, backstopInventory, backstopRoom } from '../pool/index.ts'
import {
  accountRow,
  BY_BACKSTOP,
  BY_POOL,
  BY_USER,
  COLLATERAL_DELTA,
  DRAFT,
  DRAFT_ACCOUNT,
  DRAFT_COST,
  DRAFT_FLAGS,
  DRAFT_LONG,
  DRAFT_OF_SWEEP,
  DRAFT_PNL,
  DRAFT_ROW,
  DRAFT_SIZE,
  DRAFTS,
  draftSignedSize,
  EQUITY,
  type Exchange,
  FILL_PRICE,
  FILL_ROW,
  FILL_SIZE,
  HAS_FILL,
  KIND,
  MAKER_PNL,
  type Market,
  NONE,
  OFFER,
  type Opposite,
  PLAN,
  STANDING,
  TAKER,
} from '../state/index.ts'
import { byRank, isNoWorseThanEntry, isPriceCertain, priceProfit, scoreOf } from './deleverageCandidates.ts'
import { rankedOpposites } from './deleverageQueue.ts'
import type { Lots, Usd6 } from '@vest/protocol'

/** Adds to the plan of a liquidation the takeover of the rest that it could not sell at `price` or better. */
export function planTakeover(exchange: Exchange, price: number): void {
  const { market } = PLAN
  const room = backstopRoom(market, { ...backstopAfter(exchange), isBuy: !PLAN.isBuy, price })
  const byBackstop = Math.min(PLAN.size - PLAN.filled, room)
  if (byBackstop > 0) planPool(exchange, price, byBackstop, BY_BACKSTOP)
  if (PLAN.filled === PLAN.size || !isPriceCertain(exchange, market)) return
  for (const accountId of inTurn(exchange, price)) {
    planDeleveraged(exchange, draftOf(exchange, PLAN.sweep, accountId, market), price)
    if (PLAN.filled === PLAN.size) return
  }
  // Without regard to capacity; never worse than the mark for the pool, even if the account has negative equity.
  const last = PLAN.isBuy ? Math.max(price, market.mark!) : Math.min(price, market.mark!)
  planPool(exchange, last, PLAN.size - PLAN.filled, BY_POOL)
}

/** Position and capital of the backstop after the plan: it may have sold to this order. */
function backstopAfter(exchange: Exchange): { inventory: number; capital: number } {
  const { market, fills } = PLAN
  let inventory = backstopInventory(market)
  let capital = market.spec.isolated ? 0 : backstopCapital(exchange)
  for (let at = 0; at < PLAN.fillCount * FILL_ROW; at += FILL_ROW) {
    if (PLAN.fillHalves[2 * at + KIND] !== OFFER) continue
    const size = fills[at + FILL_SIZE]!
    const gain = (fills[at + FILL_PRICE]! - market.mark!) * size * market.scale
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
  const { numbers, halves } = DRAFTS
  const met: Opposite[] = []
  for (let draft = TAKER + DRAFT_ROW; draft < DRAFTS.end; draft += DRAFT_ROW) {
    const isLong = numbers[draft + DRAFT_LONG] === 1
    if ((halves[2 * draft + DRAFT_FLAGS]! & HAS_FILL) === 0 || isLong !== PLAN.isBuy) continue
    const size = numbers[draft + DRAFT_SIZE] as Lots
    const holding = { isLong, size, cost: numbers[draft + DRAFT_COST] as Usd6 }
    if (size === 0 || priceProfit(market, holding) <= 0) continue
    const accountId = halves[2 * draft + DRAFT_ACCOUNT]!
    const score = scoreOf(market, { ...holding, equity: equityOf(exchange, market, draft) })
    met.push({ accountId, market, holding, score })
  }
  return met.sort((a, b) => byRank(b, a))
}

/** Returns whether this order has filled against the account: then it is among those, and not at its former rank. */
function hasMet({ accountRows }: Exchange, accountId: number): boolean {
  const row = accountRow(accountId)
  if (accountRows.numbers[row + DRAFT_OF_SWEEP] !== PLAN.sweep) return false
  const draft = accountRows.halves[2 * row + DRAFT]!
  return (DRAFTS.halves[2 * draft + DRAFT_FLAGS]! & HAS_FILL) !== 0
}

function equityOf(exchange: Exchange, market: Market, draft: number): number {
  if (market.spec.isolated) isolatedStanding(exchange, market, draft, NONE)
  else crossStanding(exchange, DRAFTS.halves[2 * draft + DRAFT_ACCOUNT]!, market, draft)
  return STANDING[EQUITY]! + (market.spec.isolated ? 0 : DRAFTS.numbers[draft + COLLATERAL_DELTA]!)
}

function planDeleveraged(exchange: Exchange, draft: number, price: number): void {
  const { market, numbers } = PLAN
  const drafts = DRAFTS.numbers
  const size = Math.min(drafts[draft + DRAFT_SIZE]!, PLAN.size - PLAN.filled)
  const before = draftSignedSize(drafts, draft)
  draftFill(drafts, draft, market, !PLAN.isBuy, size, price, market.spec.initMarginRatio)
  countOpenInterest(numbers, before, draftSignedSize(drafts, draft))
  const pnl = drafts[draft + DRAFT_PNL]!
  const at = PLAN.fillCount * FILL_ROW
  planPool(exchange, price, size, BY_USER, draft)
  PLAN.fills[at + MAKER_PNL] = pnl
}
