/**
 * Candidates for deleveraging when no other counterparty takes the opposite side of a loss: profitable users on that
 * side, the highest profit and leverage first, then the older account.
 */
import { deleverageScore, valueOf } from '@vest/formulas'
import { type Lots, type Usd6, usd6 } from '@vest/protocol'
import { statusFor } from '../margin/index.ts'
import { isWarmingUp } from '../markets/index.ts'
import {
  type Exchange,
  findPosition,
  freshnessOf,
  type Holding,
  type Market,
  NONE,
  type Opposite,
  type OppositeHolding,
} from '../state/index.ts'

/** Profit by price alone, at the mark. */
export function priceProfit(market: Market, { isLong, size, cost }: Holding): number {
  const value = valueOf(market.mark!, size, market.scale)
  return isLong ? value - cost : cost - value
}

/** Returns whether closing at this price is no worse than the entry. */
export function isNoWorseThanEntry(market: Market, { isLong, size, cost }: Holding, price: number): boolean {
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

/** The account as a candidate with its current figures, if it holds this side of the market with a profit. */
export function oppositeOf(
  exchange: Exchange,
  market: Market,
  accountId: number,
  isLong: boolean,
): Opposite | undefined {
  const { marginStatus } = exchange.scratch
  const positions = exchange.positionRows
  const at = findPosition(exchange.accountRows, positions, accountId, market.id)
  if (at === NONE || positions.isLong(at) !== isLong) return undefined
  const holding = { isLong, size: positions.size(at) as Lots, cost: positions.cost(at) as Usd6 }
  if (priceProfit(market, holding) <= 0) return undefined
  statusFor(exchange, accountId, market, at)
  return { accountId, market, holding, score: scoreOf(market, { ...holding, equity: marginStatus.equity }) }
}

export function byRank(a: Opposite, b: Opposite): number {
  if (a.score !== b.score) return a.score > b.score ? -1 : 1
  return a.accountId - b.accountId || a.market.id - b.market.id
}

/** Deleveraging needs a certain price: neither the timer nor the price's age at this moment puts it in doubt. */
export const isPriceCertain = (exchange: Exchange, market: Market): boolean =>
  market.mode !== 'HALT' &&
  market.freshness === 'FRESH' &&
  !market.isHeld &&
  !isWarmingUp(exchange, market) &&
  freshnessOf(exchange, market) === 'FRESH'
