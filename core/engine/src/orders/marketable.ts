/**
 * What can be said of an order without looking at what it would meet: form, window, state of market and account,
 * price and cap. In the published order, one check per line; the first failure wins.
 */
import { bestOpposite } from '../matching/index.ts'
import type { Exchange, Market } from '../state/index.ts'

export function isCrossing(exchange: Exchange, market: Market, isBuy: boolean, limitPrice: number): boolean {
  const best = bestOpposite(exchange, market, isBuy)
  return best !== 0 && (isBuy ? limitPrice >= best : limitPrice <= best)
}
