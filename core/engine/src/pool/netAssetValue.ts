/**
 * Value of the main pool, its backstop included. Its cash accounts and positions are listed here and nowhere else, so
 * that further assets of the shareholders are added in this one place.
 *
 *   NAV(price) = cash + Σ profit of the positions at that price, funding owed included
 */
import { fundingOwed, initMargin, valueOf } from '@vest/formulas'
import { RATIO4_ONE, type Ticks, mulDivCeil } from '@vest/protocol'
import type { Exchange, Market, Position } from '../state/index.ts'

export interface PoolNav {
  /** The smaller and the larger of the values at mark and at index. */
  readonly low: number
  readonly high: number
  /** Σ ⌈ |P| · I · K · initMarginRatio / 10⁴ ⌉, and the same with the maintenance ratio. */
  readonly initMargin: number
  readonly maintMargin: number
}

export const poolCash = ({ money }: Exchange): number => money.POOL + money.BACKSTOP

/** Positions of the pool and its backstop in a market; isolated markets belong to the other sleeve. */
export const poolPositions = ({ pool, backstop, spec }: Market): readonly Position[] =>
  spec.isolated ? [] : [pool, backstop].filter((held) => held !== undefined)

export function appraisePool(exchange: Exchange): PoolNav {
  let atIndex = poolCash(exchange)
  let atMark = atIndex
  let init = 0
  let maint = 0
  for (const market of exchange.markets) {
    const { index, spec } = market
    if (index === undefined) continue
    for (const position of poolPositions(market)) {
      atIndex += pnlOf(position, market, index)
      atMark += pnlOf(position, market, market.mark ?? index)
      const value = valueOf(index, position.size, market.scale)
      init += initMargin(value, spec.initMarginRatio)
      maint += mulDivCeil(value, spec.maintMarginRatio, RATIO4_ONE)
    }
  }
  return {
    low: Math.min(atIndex, atMark),
    high: Math.max(atIndex, atMark),
    initMargin: init,
    maintMargin: maint,
  }
}

/** Unrealised profit of a pool position, funding owed included. */
export function pnlOf(position: Position, market: Market, price: Ticks): number {
  const value = valueOf(price, position.size, market.scale)
  const owed = fundingOwed(position, market.cumFunding, market.spec.sizeDecimals)
  return (position.isLong ? value - position.cost : position.cost - value) - owed
}
