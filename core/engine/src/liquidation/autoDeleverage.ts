/**
 * Protection of the pool, after the liquidations of a price: a backstop that has lost its allocation closes its
 * positions, and an insolvent pool closes inventory, both against profitable users on the other side, by rank. No user
 * is closed at a price worse than its entry.
 */
import { bankruptcyPrice, maintMargin, valueOf } from '@vest/formulas'
import { type Lots, type Ticks, type Usd6, ticks, usd6 } from '@vest/protocol'
import { forgetUnrested, makeLiquidation, markDeleveraged } from '../book/index.ts'
import { isUntrusted } from '../markets/index.ts'
import { beginPlan, planPool, settlePlan } from '../matching/index.ts'
import { appraisePool, backstopCapital, fillBackstop, fillPool } from '../pool/index.ts'
import {
  BY_BACKSTOP,
  BY_POOL,
  credit,
  type Exchange,
  holdersInAny,
  inventoryOf,
  type Market,
  type Opposite,
  positionIn,
} from '../state/index.ts'
import { byRank, isNoWorseThanEntry, isPriceCertain, oppositeOf } from './deleverageCandidates.ts'

/**
 * The backstop loses at most its allocation: below it, its positions close like those of a bankrupt account, the
 * largest maintenance margin first, at the price at which the allocation is exactly used up. The pool takes the rest
 * at the mark, and bears the loss beyond the allocation.
 */
export function limitBackstopLoss(exchange: Exchange): void {
  const held = exchange.markets.filter((market) => market.backstop !== undefined)
  if (held.length === 0 || held.some((market) => isUntrusted(exchange, market))) return
  if (backstopCapital(exchange) >= 0) return
  const byMargin = held
    .filter((market) => isPriceCertain(exchange, market))
    .map((market) => ({ market, margin: ownMargin(market) }))
    .sort((a, b) => b.margin - a.margin || (a.market.spec.symbol < b.market.spec.symbol ? -1 : 1))
  for (const { market } of byMargin) {
    const capital = backstopCapital(exchange)
    if (capital >= 0) return
    closeBackstop(exchange, market, capital)
  }
  const beyond = -backstopCapital(exchange)
  if (beyond <= 0 || exchange.markets.some((market) => market.backstop !== undefined)) return
  credit(exchange, 'BACKSTOP', beyond)
  credit(exchange, 'POOL', -beyond)
}

const ownMargin = (market: Market): Usd6 =>
  maintMargin(valueOf(market.mark!, market.backstop!.size, market.scale), market.spec.maintMarginRatio)

function closeBackstop(exchange: Exchange, market: Market, capital: number): void {
  const { isLong, size } = market.backstop!
  const price = ticks(
    Math.max(
      1,
      bankruptcyPrice({ isLong, size, mark: market.mark!, scale: market.scale, equity: usd6(capital) }),
    ),
  )
  for (const { accountId } of rankedIn(exchange, market, !isLong, price).sort(byRank)) {
    closeUser(exchange, market, accountId, { most: market.backstop!.size, price, kind: BY_BACKSTOP })
    if (market.backstop === undefined) return
  }
  const rest = market.backstop!.size
  fillBackstop(exchange, market, { isBuy: !isLong, size: rest, price: market.mark! })
  fillPool(exchange, market, { isBuy: isLong, size: rest, price: market.mark! })
}

/** Closes opposing users at the mark, by rank over all markets, until NAV and insurance cover the pool's margin. */
export function deleveragePool(exchange: Exchange): void {
  if (exchange.solvency !== 'INSOLVENT' || isCovered(exchange)) return
  const ranked: Opposite[] = []
  for (const market of exchange.markets) {
    if (market.pool === undefined || market.spec.isolated || !isPriceCertain(exchange, market)) continue
    for (const one of rankedIn(exchange, market, !market.pool.isLong, market.mark!)) ranked.push(one)
  }
  for (const { accountId, market } of ranked.sort(byRank)) {
    const inventory = inventoryOf(market)
    if (inventory === 0) continue
    closeUser(exchange, market, accountId, { most: Math.abs(inventory), price: market.mark!, kind: BY_POOL })
    if (isCovered(exchange)) return
  }
}

function isCovered(exchange: Exchange): boolean {
  const { low, maintMargin: maint } = appraisePool(exchange)
  return low + exchange.money.INSURANCE >= maint
}

/** Profitable users on a side of a market for which the price is no worse than their entry. */
function rankedIn(exchange: Exchange, market: Market, isLong: boolean, price: Ticks): Opposite[] {
  return holdersInAny(exchange.accountRows, [market.id]).flatMap((accountId) => {
    const one = oppositeOf(exchange, market, accountId, isLong)
    return one !== undefined && isNoWorseThanEntry(market, one.holding, price) ? [one] : []
  })
}

/** Closes a user's position, at most `most` lots of it, against the pool or the backstop: no fee, no trade. */
function closeUser(
  exchange: Exchange,
  market: Market,
  accountId: number,
  close: { readonly most: number; readonly price: Ticks; readonly kind: number },
): void {
  const { isLong, size: held } = positionIn(exchange, exchange.account(accountId), market.id)!
  const size = Math.min(held, close.most) as Lots
  const isBuy = !isLong
  beginPlan(exchange, accountId, market, isBuy, size, market.spec.initMarginRatio)
  planPool(exchange.scratch, close.price, size, close.kind)
  const order = makeLiquidation(exchange, accountId, market, { isBuy, size, limitPrice: close.price })
  markDeleveraged(exchange, order)
  settlePlan(exchange, order, 0, false, 0, 'LIQUIDATION')
  forgetUnrested(exchange, order)
}
