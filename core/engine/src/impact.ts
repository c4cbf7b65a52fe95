/** The average price at which a fixed value could be traded now, users and pool together: what the mark listens to. */
import { type Ladder, poolAskPrice, poolAskSize, poolBidPrice, poolBidSize } from '@vest/formulas'
import { divCeil, divFloor, type Ticks, ticks } from '@vest/protocol'
import { bestLevel, LEVEL_SIZE, levelPrice, worseLevel } from './book.ts'
import { NONE } from './order.ts'
import { offeredLots } from './backstop.ts'
import { quotingLadder } from './pool.ts'
import { type Exchange, inventoryOf, type Market } from './state.ts'

/** Takes both impact prices; a side that lacks the impact value has none. */
export function takeImpactPrices(exchange: Exchange, market: Market): void {
  const { index, spec, scale } = market
  if (index === undefined) return
  const ladder = quotingLadder(exchange, market)
  const target = divCeil(spec.risk.impactValueUsd6, index * scale)
  market.impactAsk = averagePrice(market, ladder, target, true)
  market.impactBid = averagePrice(market, ladder, target, false)
}

/**
 *   lots = ⌈ impact value / (I · K) ⌉ ;  impactAsk = ⌈ Σ price · size / lots ⌉ ;  impactBid = ⌊ … ⌋
 *
 * Rounded away from the middle, as the taker would pay.
 */
function averagePrice(
  market: Market,
  ladder: Ladder | undefined,
  target: number,
  isBuy: boolean,
): Ticks | undefined {
  const side = isBuy ? market.asks : market.bids
  let level = bestLevel(side)
  let inventory = inventoryOf(market)
  let offered = offeredLots(market, isBuy)
  let left = target
  let sum = 0
  while (left > 0) {
    const poolSize =
      ladder === undefined
        ? 0
        : offered > 0
          ? offered
          : isBuy
            ? poolAskSize(ladder, inventory)
            : poolBidSize(ladder, inventory)
    const poolPrice =
      poolSize === 0 ? 0 : isBuy ? poolAskPrice(ladder!, inventory) : poolBidPrice(ladder!, inventory)
    const hasPool = poolPrice >= 1
    if (level === NONE && !hasPool) return undefined
    const price = level === NONE ? 0 : levelPrice(side, level)
    if (level !== NONE && (!hasPool || (isBuy ? price <= poolPrice : price >= poolPrice))) {
      const size = Math.min(left, side.numbers[level + LEVEL_SIZE]!)
      sum += size * price
      left -= size
      level = worseLevel(side, level)
    } else {
      const size = Math.min(left, poolSize)
      sum += size * poolPrice
      left -= size
      if (offered > 0) offered = 0
      else inventory += isBuy ? -size : size
    }
  }
  return ticks(isBuy ? divCeil(sum, target) : divFloor(sum, target))
}
