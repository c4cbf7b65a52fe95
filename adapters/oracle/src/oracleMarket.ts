/**
 * What the oracle has to know of a market, and the limits of aggregation that follow from its class.
 * Figures are parameters of the aggregation rule; a deployment with other sources passes its own.
 */
import type { AssetClass, MarketCategory } from '@vest/protocol'
import type { AggregationParameters } from './aggregate.ts'

/** A row of the listing, as far as prices and sessions depend on it. */
export interface OracleMarket {
  readonly marketId: number
  readonly symbol: string
  readonly priceDecimals: number
  readonly asset: AssetClass
  readonly category: MarketCategory
  /** T0 marks the crypto majors, whose jumps are judged more strictly. */
  readonly tier: string
}

const CONF_BPS_MAX = 50
const AGREEMENT_BPS = 20
const CONFIRMATIONS = 3
/** Clocks of two well-run machines differ by less; more is a lie or a fault. */
const SOURCE_AHEAD_MS_MAX = 1_000
/** Two of three: what a live deployment needs. The built-in simulator may be run with 1. */
export const SOURCES_MIN_LIVE = 2

export function aggregationParameters(market: OracleMarket, sourcesMin: number): AggregationParameters {
  return {
    ...limitsOf(market),
    sourcesMin,
    sourceAheadMsMax: SOURCE_AHEAD_MS_MAX,
    confBpsMax: CONF_BPS_MAX,
    agreementBps: AGREEMENT_BPS,
    confirmations: CONFIRMATIONS,
  }
}

type ClassLimits = Pick<AggregationParameters, 'sourceAgeMsMax' | 'deviationBpsMax' | 'jumpBps'>

function limitsOf(market: OracleMarket): ClassLimits {
  switch (market.asset) {
    case 'crypto':
      return { sourceAgeMsMax: 3_000, deviationBpsMax: 100, jumpBps: market.tier === 'T0' ? 200 : 500 }
    case 'forex':
      return { sourceAgeMsMax: 5_000, deviationBpsMax: 25, jumpBps: 75 }
    case 'stock': {
      const isBasket = market.category === 'etf' || market.category === 'index'
      return { sourceAgeMsMax: 5_000, deviationBpsMax: 75, jumpBps: isBasket ? 150 : 300 }
    }
  }
}
