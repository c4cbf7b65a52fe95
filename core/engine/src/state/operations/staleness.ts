/** Age limits of index prices. Age is sequencer time minus the source's time; both are journalled. */
import type { Exchange } from '../exchange.ts'
import type { Freshness, Market } from '../market.ts'

export function freshnessOf(exchange: Exchange, market: Market): Freshness {
  if (market.index === undefined) return 'HARD'
  const age = exchange.timeMs - market.indexTimeMs
  if (age > market.hardStaleMs) return 'HARD'
  return age > market.softStaleMs ? 'SOFT' : 'FRESH'
}

export const isHardStale = (exchange: Exchange, market: Market): boolean =>
  freshnessOf(exchange, market) === 'HARD'
