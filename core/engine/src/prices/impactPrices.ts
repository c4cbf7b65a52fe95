/** The average price at which a fixed value could be traded now, users and pool together: the input of the mark. */
import {
  type Ladder,
  highestMark,
  impactMid,
  lowestMark,
  poolAskPrice,
  poolAskSize,
  poolBidPrice,
  poolBidSize,
} from '@vest/formulas'
import { type Ticks, divCeil, divFloor, ticks } from '@vest/protocol'
import { firstUnreached, isQuotedOnBothSides } from '../matching/index.ts'
import { offeredLots, quotingLadder } from '../pool/index.ts'
import { type Exchange, inventoryOf, levelPrice, type Market, NONE, worseLevel } from '../state/index.ts'

/**
 * Computes both impact prices; a side with less than the impact value has none. Without a ladder resting orders cannot
 * be taken, so they are no price either.
 */
export function takeImpactPrices(exchange: Exchange, market: Market, clampBps: number): void {
  const { index, spec, scale } = market
  if (index === undefined) return
  const ladder = quotingLadder(exchange, market)
  if (ladder === undefined) {
    market.impactAsk = market.impactBid = undefined
    return
  }
  const target = divCeil(spec.risk.impactValueUsd6, index * scale)
  market.impactAsk = averagePrice(exchange, market, ladder, target, true, clampBps)
  market.impactBid = averagePrice(exchange, market, ladder, target, false, clampBps)
}

/** The middle of both impact prices while the pool quotes both sides: prices of users alone do not count. */
export const midOf = (exchange: Exchange, market: Market): Ticks | undefined =>
  market.impactBid === undefined || market.impactAsk === undefined || !isQuotedOnBothSides(exchange, market)
    ? undefined
    : impactMid(market.impactBid, market.impactAsk)

/**
 *   lots = ⌈ impact value / (I · K) ⌉ ;  impactAsk = ⌈ Σ price · size / lots ⌉ ;  impactBid = ⌊ … ⌋
 *
 * Rounded away from the middle, as the taker would pay. A user's order counts for its worth to a taker: not where the
 * ladder has reached it, because the pool fills it at its own price first (index-cross rule); and at no better price
 * than a mark can have, because nothing else bounds it while the pool does not quote the other side.
 */
function averagePrice(
  exchange: Exchange,
  market: Market,
  ladder: Ladder,
  target: number,
  isBuy: boolean,
  clampBps: number,
): Ticks | undefined {
  const side = isBuy ? market.asks : market.bids
  const bound = isBuy ? lowestMark(market.index!, clampBps) : highestMark(market.index!, clampBps)
  let level = firstUnreached(exchange, market, isBuy)
  let inventory = inventoryOf(market)
  let offered = offeredLots(market, isBuy)
  let left = target
  let sum = 0
  while (left > 0) {
    const poolSize =
      offered > 0 ? offered : isBuy ? poolAskSize(ladder, inventory) : poolBidSize(ladder, inventory)
    const poolPrice =
      poolSize === 0 ? 0 : isBuy ? poolAskPrice(ladder, inventory) : poolBidPrice(ladder, inventory)
    const hasPool = poolPrice >= 1
    if (level === NONE && !hasPool) return undefined
    let price = level === NONE ? 0 : levelPrice(side, level)
    if (isBuy ? price < bound : price > bound) price = bound
    if (level !== NONE && (!hasPool || (isBuy ? price <= poolPrice : price >= poolPrice))) {
      const size = Math.min(left, side.levelSize(level))
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
