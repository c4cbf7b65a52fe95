/**
 * Whose positions close when nobody else takes the other side of a loss: users on the opposite side with a profit, the
 * highest profit and leverage first, then the older account.
 */
import { deleverageScore, valueOf } from '@vest/formulas'
import { type Lots, type Usd6, usd6 } from '@vest/protocol'
import { isWarmingUp } from './marketMode.ts'
import { freshnessOf } from './staleness.ts'
import type { Exchange, Market } from './state.ts'

export interface Opposite {
  readonly accountId: number
  readonly market: Market
  readonly score: bigint
}

/** What a user holds on the opposite side, and the equity that secures it. */
export interface OppositeHolding {
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
  readonly equity: number
}

/** Profit by price alone, at the mark. */
export function priceProfit(
  market: Market,
  { isLong, size, cost }: Pick<OppositeHolding, 'isLong' | 'size' | 'cost'>,
): number {
  const value = valueOf(market.mark!, size, market.scale)
  return isLong ? value - cost : cost - value
}

/** Would closing at this price be no worse than its entry? */
export function isNoWorseThanEntry(
  market: Market,
  { isLong, size, cost }: Pick<OppositeHolding, 'isLong' | 'size' | 'cost'>,
  price: number,
): boolean {
  const value = price * size * market.scale
  return isLong ? value >= cost : value <= cost
}

export const scoreOf = (market: Market, holding: OppositeHolding): bigint =>
  deleverageScore({
    profit: usd6(priceProfit(market, holding)),
    cost: holding.cost,
    value: valueOf(market.mark!, holding.size, market.scale),
    equity: holding.equity,
  })

export function byRank(a: Opposite, b: Opposite): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1
  return a.accountId - b.accountId || a.market.id - b.market.id
}

/** Nobody is deleveraged at a price that is in doubt: by what the timer has noted of its age, or by its age now. */
export const isPriceCertain = (exchange: Exchange, market: Market): boolean =>
  market.mode !== 'HALT' &&
  market.freshness === 'FRESH' &&
  !market.isHeld &&
  !isWarmingUp(exchange, market) &&
  (freshnessOf(exchange, market) === 'FRESH' || !exchange.features.secondReading)
