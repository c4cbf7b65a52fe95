/** The public book: users and pool merged by price, best first. */
import { poolAskPrice, poolAskSize, poolBidPrice, poolBidSize } from '@vest/formulas'
import type { Lots, Ticks } from '@vest/protocol'
import type { DepthView } from '../api/index.ts'
import { highestFillIn, lowestFillIn } from '../markets/index.ts'
import { offeredLots, quotingLadder } from '../pool/index.ts'
import {
  bestLevel,
  type Exchange,
  inventoryOf,
  levelPrice,
  type Market,
  NONE,
  worseLevel,
} from '../state/index.ts'

type Row = [price: Ticks, size: Lots]

export const depthOf = (exchange: Exchange, market: Market, limit: number): DepthView => ({
  symbol: market.spec.symbol,
  bids: sideOf(exchange, market, { isAsk: false, limit }),
  asks: sideOf(exchange, market, { isAsk: true, limit }),
})

/** Walks user levels and ladder cells together; adjacent cells of one price become one row. */
function sideOf(exchange: Exchange, market: Market, input: { isAsk: boolean; limit: number }): Row[] {
  const { isAsk, limit } = input
  const ladder = quotingLadder(exchange, market)
  const side = isAsk ? market.asks : market.bids
  const rows: Row[] = []
  let level = bestLevel(side)
  let inventory = inventoryOf(market)
  let offered = offeredLots(market, isAsk)
  // Quotes of the pool outside the fill band are no offers.
  const [lowest, highest] =
    market.mark === undefined ? [Infinity, 0] : [lowestFillIn(market), highestFillIn(market)]
  for (;;) {
    const poolSize =
      ladder === undefined
        ? 0
        : offered > 0
          ? offered
          : isAsk
            ? poolAskSize(ladder, inventory)
            : poolBidSize(ladder, inventory)
    const poolPrice =
      poolSize === 0 ? 0 : isAsk ? poolAskPrice(ladder!, inventory) : poolBidPrice(ladder!, inventory)
    const hasPool = poolPrice >= lowest && poolPrice <= highest
    if (level === NONE && !hasPool) return rows
    const userPrice = level === NONE ? 0 : levelPrice(side, level)
    const isUser = level !== NONE && (!hasPool || (isAsk ? userPrice <= poolPrice : userPrice >= poolPrice))
    const price = (isUser ? userPrice : poolPrice) as Ticks
    const size = isUser ? side.levelSize(level) : poolSize
    const last = rows[rows.length - 1]
    if (last !== undefined && last[0] === price) last[1] = (last[1] + size) as Lots
    else if (rows.length === limit) return rows
    else rows.push([price, size as Lots])
    if (isUser) level = worseLevel(side, level)
    else if (offered > 0) offered = 0
    else inventory += isAsk ? -poolSize : poolSize
  }
}
