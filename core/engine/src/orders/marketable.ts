/** Whether a limit price would meet the opposite side at once. */
import { bestOpposite } from '../matching/index.ts'
import type { Exchange, Market } from '../state/index.ts'

export function isCrossing(exchange: Exchange, market: Market, isBuy: boolean, limitPrice: number): boolean {
  const best = bestOpposite(exchange, market, isBuy)
  return best !== 0 && (isBuy ? limitPrice >= best : limitPrice <= best)
}
