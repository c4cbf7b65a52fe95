/** Whether a limit price would meet the opposite side at once. */
import { isBeyondBand } from '../markets/index.ts'
import { bestOpposite, bestPoolPrice } from '../matching/index.ts'
import { bestLevel, type Exchange, levelPrice, type Market, NONE, worseLevel } from '../state/index.ts'

export function isCrossing(exchange: Exchange, market: Market, isBuy: boolean, limitPrice: number): boolean {
  const best = bestOpposite(exchange, market, isBuy)
  return best !== 0 && reaches(isBuy, limitPrice, best)
}

/** The same, but for resting orders beyond the fill band: those it would meet, and take nothing from them. */
export function wouldTake(exchange: Exchange, market: Market, isBuy: boolean, limitPrice: number): boolean {
  const pool = bestPoolPrice(exchange, market, isBuy)
  if (pool !== undefined && reaches(isBuy, limitPrice, pool)) return true
  if (market.sim !== undefined) return false
  const side = isBuy ? market.asks : market.bids
  let level = bestLevel(side)
  while (level !== NONE && isBeyondBand(market, !isBuy, levelPrice(side, level)))
    level = worseLevel(side, level)
  return level !== NONE && reaches(isBuy, limitPrice, levelPrice(side, level))
}

const reaches = (isBuy: boolean, limitPrice: number, price: number): boolean =>
  isBuy ? limitPrice >= price : limitPrice <= price
