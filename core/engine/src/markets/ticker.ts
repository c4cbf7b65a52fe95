/** The ticker row of a market: current prices, funding rate and open interest. */
import type { TickerRow } from '../api/index.ts'
import type { Market } from '../state/index.ts'
import { marketStatus, tradingMode } from './tradingMode.ts'

/** Current figures of a market; absent before its first index price. */
export function tickerRow(market: Market): TickerRow | undefined {
  const { index, mark } = market
  if (index === undefined || mark === undefined) return undefined
  return {
    marketId: market.id,
    symbol: market.spec.symbol,
    index,
    mark,
    rate: market.rate,
    cumFunding: market.cumFunding,
    longOi: market.longOi,
    shortOi: market.shortOi,
    status: marketStatus(market),
    mode: tradingMode(market),
    session: market.session,
  }
}
