/** The book as others see it: users and pool merged by price, best first. */
import { poolAskPrice, poolAskSize, poolBidPrice, poolBidSize } from '@vest/formulas'
import { type Lots, type Ticks } from '@vest/protocol'
import { LEVEL_PRICE, LEVEL_SIZE } from './book.ts'
import { offeredLots } from './backstop.ts'
import { quotingLadder } from './pool.ts'
import { type Exchange, inventoryOf, type Market } from './state.ts'
import type { DepthView } from './view.ts'

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
  const { places, numbers } = isAsk ? market.asks : market.bids
  const rows: Row[] = []
  let levelAt = places.length - 1
  let inventory = inventoryOf(market)
  let offered = offeredLots(market, isAsk)
  for (;;) {
    const level = places[levelAt]
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
    const hasPool = poolPrice >= 1
    if (level === undefined && !hasPool) return rows
    const userPrice = level === undefined ? 0 : numbers[level + LEVEL_PRICE]!
    const isUser =
      level !== undefined && (!hasPool || (isAsk ? userPrice <= poolPrice : userPrice >= poolPrice))
    const price = (isUser ? userPrice : poolPrice) as Ticks
    const size = isUser ? numbers[level + LEVEL_SIZE]! : poolSize
    const last = rows[rows.length - 1]
    if (last !== undefined && last[0] === price) last[1] = (last[1] + size) as Lots
    else if (rows.length === limit) return rows
    else rows.push([price, size as Lots])
    if (isUser) levelAt -= 1
    else if (offered > 0) offered = 0
    else inventory += isAsk ? -poolSize : poolSize
  }
}
