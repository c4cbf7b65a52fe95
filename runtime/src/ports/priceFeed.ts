/**
 * A price feed: raw quotes of several sources per market, as a vendor would push them. Their aggregation into one
 * index price is a separate step outside the core (adapters/oracle); the simulator of devnet and a real vendor
 * implement the same port.
 */
import type { Ticks, TimeMs } from '@vest/protocol'

export interface SourceQuote {
  readonly symbol: string
  readonly sourceId: string
  /** In ticks of the market; the adapter rounds a finer quote half up. */
  readonly price: Ticks
  readonly confBps: number
  readonly timeMs: TimeMs
  readonly weight: number
}

export interface PriceFeedMarket {
  readonly symbol: string
  readonly priceDecimals: number
}

export interface PriceFeed {
  /** Begins to deliver quotes; the returned function stops it. */
  start(markets: readonly PriceFeedMarket[], onQuotes: (quotes: readonly SourceQuote[]) => void): () => void
}
