/**
 * What a liquidation could not sell within the bankruptcy price goes on at that price: to the backstop as far as it
 * takes it, then to users whose opposite positions it closes at a profit; the pool takes the last of it at the mark.
 * None of it is a trade. As long as the price is in doubt nobody is deleveraged, and the rest stays where it is.
 */
import { type Lots, type Ticks } from '@vest/protocol'
import { accountRow, DRAFT_OF_SWEEP, holdersInAny } from './accountRows.ts'
import { backstopCapital, backstopInventory, backstopRoom, fillBackstop } from './backstop.ts'
import {
  COLLATERAL_DELTA,
  DRAFT_ACCOUNT,
  DRAFT_COST,
  DRAFT_LONG,
  DRAFT_PNL,
  DRAFT_SIZE,
  draftFill,
  draftOf,
  DRAFTS,
  reportFunding,
  signedSize,
} from './draft.ts'
import { logFill } from './eventLog.ts'
import { fillPool } from './ledger.ts'
import { makeLiquidation, tellDeleveraged } from './liquidationOrder.ts'
import {
  byRank,
  isNoWorseThanEntry,
  isPriceCertain,
  type Opposite,
  priceProfit,
  scoreOf,
} from './opposite.ts'
import { addFill, NONE } from './order.ts'
import {
  BY_BACKSTOP,
  BY_POOL,
  BY_USER,
  FILL_PRICE,
  FILL_ROW,
  FILL_SIZE,
  FILL_VALUE,
  KIND,
  MAKER_DRAFT,
  MAKER_PNL,
  OFFER,
  PLAN,
} from './plan.ts'
import { findPosition, IS_LONG } from './positionRows.ts'
import { crossStanding, EQUITY, isolatedStanding, STANDING } from './standing.ts'
import type { Exchange, Market } from './state.ts'
import { countOpenInterest, planPool } from './sweep.ts'

/** Adds to the plan of a liquidation what becomes of the rest that it could not sell. */
export function planTakeover(exchange: Exchange, price: number): void {
  const { market } = PLAN
  const room = backstopRoom(market, { ...backstopAfter(exchange), isBuy: !PLAN.isBuy, price })
  const byBackstop = Math.min(PLAN.size - PLAN.filled, room)
  if (byBackstop > 0) planPool(exchange, price, byBackstop, BY_BACKSTOP)
  if (PLAN.filled === PLAN.size || !isPriceCertain(exchange, market)) return
  for (const { accountId } of rankedIn(exchange, price)) {
    planDeleveraged(exchange, draftOf(exchange, PLAN.sweep, accountId, market), price)
    if (PLAN.filled === PLAN.size) return
  }
  planPool(exchange, market.mark!, PLAN.size - PLAN.filled, BY_POOL)
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

/** Users on the other side with a profit that closing at this price would not turn into a loss. */
function rankedIn(exchange: Exchange, price: number): Opposite[] {
  const { market } = PLAN
  const ranked: Opposite[] = []
  for (const accountId of holdersInAny(exchange.accountRows, [market.id])) {
    if (accountId === PLAN.accountId || !isOpposite(exchange, accountId)) continue
    const draft = draftOf(exchange, PLAN.sweep, accountId, market)
    const { numbers } = DRAFTS
    const isLong = numbers[draft + DRAFT_LONG] === 1
    const holding = {
      isLong,
      size: numbers[draft + DRAFT_SIZE] as Lots,
      cost: numbers[draft + DRAFT_COST] as never,
    }
    if (holding.size === 0 || isLong !== PLAN.isBuy) continue
    if (priceProfit(market, holding) <= 0 || !isNoWorseThanEntry(market, holding, price)) continue
    const equity = equityOf(exchange, market, draft)
    ranked.push({ accountId, market, score: scoreOf(market, { ...holding, equity }) })
  }
  return ranked.sort(byRank)
}

/** A look at the position before a draft is made of it; an account that has met this order has one already. */
function isOpposite(exchange: Exchange, accountId: number): boolean {
  const { accountRows, positionRows } = exchange
  const row = accountRow(accountId)
  if (accountRows.numbers[row + DRAFT_OF_SWEEP] === PLAN.sweep) return true
  const at = findPosition(accountRows, positionRows, accountId, PLAN.market.id)
  return at !== NONE && (positionRows.halves[2 * at + IS_LONG] === 1) === PLAN.isBuy
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
  const before = signedSize(drafts, draft)
  draftFill(drafts, draft, market, !PLAN.isBuy, size, price, market.spec.initMarginRatio)
  countOpenInterest(numbers, before, signedSize(drafts, draft))
  const pnl = drafts[draft + DRAFT_PNL]!
  const at = PLAN.fillCount * FILL_ROW
  planPool(exchange, price, size, BY_USER, draft)
  PLAN.fills[at + MAKER_PNL] = pnl
}

/** The other side of a fill that meets neither a resting order nor a cell of the pool. */
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

/** Its owner sees a LIQUIDATION order without a fee, with 3008 on it. */
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
  addFill(
    exchange.orderRows,
    order,
    size,
    value,
    size,
    price,
    exchange.timeMs,
    0,
    pnl,
    funding,
    market.cumFunding,
  )
  logFill(exchange.work.log, order, exchange.tradeCount, false, price, size, value, 0, pnl, funding)
  tellDeleveraged(exchange, order)
}
