/** The markets as notices see them: by symbol, and prices in their decimals. */
import type { MarketView } from '@vest/engine'
import { formatDecimal, type Ticks } from '@vest/protocol'

export type MarketOf = (symbol: string) => MarketView | undefined

/** In ticks where the market is not known. */
export const priceText = (market: MarketOf, symbol: string, price: Ticks): string =>
  formatDecimal(price, market(symbol)?.spec.priceDecimals ?? 0)
