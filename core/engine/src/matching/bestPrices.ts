/**
 * The best price and size that each side of a market offers: resting orders, the ladder of the pool, and its mirror in
 * SIM.
 */
import { type Ladder, poolAskPrice, poolAskSize, poolBidPrice, poolBidSize } from '@vest/formulas'
import { highestFillIn, lowestFillIn } from '../markets/index.ts'
import { offeredLots, quotingLadder } from '../pool/index.ts'
import {
  bestLevel,
  bestPrice,
  type Exchange,
  inventoryOf,
  levelPrice,
  type Market,
  NONE,
  type SimSide,
  worseLevel,
} from '../state/index.ts'

/** The best price at which an order of this side would fill now, users and pool; 0 = none. */
export function bestOpposite(exchange: Exchange, market: Market, isBuy: boolean): number {
  const user = market.sim === undefined ? bestPrice(isBuy ? market.asks : market.bids) : 0
  const pool = market.ladder === undefined ? undefined : bestPoolPrice(exchange, market, isBuy)
  if (pool === undefined) return user
  if (user === 0) return pool
  return isBuy ? Math.min(user, pool) : Math.max(user, pool)
}

/** The pool's first ask (for a buyer) or bid; absent when it does not quote that side within the fill band. */
export function bestPoolPrice(exchange: Exchange, market: Market, isBuy: boolean): number | undefined {
  const price = quotedPoolPrice(exchange, market, isBuy)
  if (price === undefined || market.mark === undefined) return undefined
  return price >= lowestFillIn(market) && price <= highestFillIn(market) ? price : undefined
}

/**
 * Returns whether the pool quotes both sides, at any price. Only then can neither side alone set the middle of the
 * book.
 */
export const isQuotedOnBothSides = (exchange: Exchange, market: Market): boolean =>
  quotedPoolPrice(exchange, market, true) !== undefined &&
  quotedPoolPrice(exchange, market, false) !== undefined

/** The same at any distance. */
function quotedPoolPrice(exchange: Exchange, market: Market, isBuy: boolean): number | undefined {
  if (market.sim !== undefined) return bestMirroredPrice(market, market.sim, isBuy)
  const ladder = quotingLadder(exchange, market)
  if (ladder === undefined) return undefined
  const inventory = inventoryOf(market)
  if (poolSizeAt(ladder, inventory, isBuy) === 0 && offeredLots(market, isBuy) === 0) return undefined
  const price = poolPriceAt(ladder, inventory, isBuy)
  return price < 1 ? undefined : price
}

/**
 * The best level on the opposite side whose orders the ladder has not reached: reached orders are the pool's to fill,
 * at the pool's price (index-cross rule).
 */
export function firstUnreached(exchange: Exchange, market: Market, isBuy: boolean): number {
  const side = isBuy ? market.asks : market.bids
  // At any distance: it is called before the new mark, which places the band, is known.
  const pool = quotedPoolPrice(exchange, market, !isBuy)
  let level = bestLevel(side)
  if (pool === undefined) return level
  while (level !== NONE && (isBuy ? levelPrice(side, level) <= pool : levelPrice(side, level) >= pool))
    level = worseLevel(side, level)
  return level
}

export const mirroredInventory = ({ inventoryToBuy, inventoryToSell }: SimSide, isBuy: boolean): number =>
  isBuy ? inventoryToBuy : inventoryToSell

function bestMirroredPrice(market: Market, sim: SimSide, isBuy: boolean): number | undefined {
  if (market.ladder === undefined || sim.room <= 0) return undefined
  const price = poolPriceAt(market.ladder, mirroredInventory(sim, isBuy), isBuy)
  return price < 1 ? undefined : price
}

export const poolSizeAt = (ladder: Ladder, inventory: number, isBuy: boolean): number =>
  isBuy ? poolAskSize(ladder, inventory) : poolBidSize(ladder, inventory)

export const poolPriceAt = (ladder: Ladder, inventory: number, isBuy: boolean): number =>
  isBuy ? poolAskPrice(ladder, inventory) : poolBidPrice(ladder, inventory)
