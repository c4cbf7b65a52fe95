/**
 * What a liquidation could not sell within the bankruptcy price goes on at that price: to the backstop as far as it
 * takes it, then to users whose opposite positions it closes at a profit; the pool takes the last of it at its own prices.
 * None of it is a trade. As long as the price is in doubt nobody is deleveraged, and the rest stays where it is.
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
  INVENTORY,
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
import { askRun, bidRun, poolAskPrice, poolBidPrice } from '@vest/formulas'
import type { Lots, Usd6 } from '@vest/protocol'

/** Adds to the plan of a liquidation what becomes of the rest that it could not sell. */
export function planTakeover(exchange: Exchange, price: number): void {
  const { market } = PLAN
  const room = backstopRoom(market, { ...backstopAfter(exchange), isBuy: !PLAN.isBuy, price })
  const byBackstop = Math.min(PLAN.size - PLAN.filled, room)
  if (byBackstop > 0) planPool(exchange, price, byBackstop, BY_BACKSTOP)
  if (PLAN.filled === PLAN.size || !isPriceCertain(exchange, market)) return
  const closing = deleveragePrice(exchange, price)
  for (const accountId of inTurn(exchange, closing)) {
    planDeleveraged(exchange, draftOf(exchange, PLAN.sweep, accountId, market), closing)
    if (PLAN.filled === PLAN.size) return
  }
  planLast(exchange, price)
}

/**
 * At the bankruptcy price others close for a loss. Of an account that still has something it would be a gift:
 * they get no more of it than the pool would, or filling the pool's room would be enough to take all of it.
 */
function deleveragePrice(exchange: Exchange, price: number): number {
  const { market, isBuy, numbers } = PLAN
  const hasEquity = isBuy ? price > market.mark! : price < market.mark!
  return hasEquity ? lastPrice(numbers[INVENTORY]!, price) : price
}

/**
 * The pool takes the last of it, room or not, at the prices of its ladder. At the mark, an account that keeps the pool's
 * room filled would have a position taken from it without a discount, and buy back at one what the pool then held.
 */
function planLast(exchange: Exchange, price: number): void {
  const { market, isBuy, numbers } = PLAN
  const { ladder } = market
  let inventory = numbers[INVENTORY]!
  while (PLAN.filled < PLAN.size) {
    const left = PLAN.size - PLAN.filled
    const run = ladder === undefined ? left : isBuy ? askRun(ladder, inventory) : bidRun(ladder, inventory)
    const size = Math.min(left, run)
    planPool(exchange, lastPrice(inventory, price), size, BY_POOL)
    inventory += isBuy ? -size : size
  }
}

/**
 * What the pool quotes at this inventory, as far as the account can pay for it:
 *
 *   sold:    max( bid, min(bankruptcy price, mark) ), at most the mark
 *   bought:  min( ask, max(bankruptcy price, mark) ), at least the mark
 */
function lastPrice(inventory: number, price: number): number {
  const { market, isBuy } = PLAN
  const { ladder } = market
  const mark = market.mark!
  if (ladder === undefined) return mark
  return isBuy
    ? Math.max(mark, Math.min(poolAskPrice(ladder, inventory), Math.max(price, mark)))
    : Math.min(mark, Math.max(poolBidPrice(ladder, inventory), Math.min(price, mark)))
}

/** Position and capital of the backstop once the plan is settled: it may have sold to this very order. */
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

/** Users on the other side with a profit that closing at this price would not turn into a loss, by rank. */
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

/** Of the users that this very order has met, as they will stand: whoever goes first stands last. */
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

/** Has this very order filled against the account? Then it stands among those, and not as it stood before. */
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
