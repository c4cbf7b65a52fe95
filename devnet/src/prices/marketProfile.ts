/**
 * How each launch market behaves: where it starts, how much it moves, what it moves with, how often it is
 * traded. Simulator, history and trading flow read the same profile, so the chart of yesterday and the tape of
 * today look like one market.
 */
import { assert, parseDecimal, ticks, type AssetClass, type MarketCategory, type Ticks } from '@vest/protocol'
import { STARTING_PRICES, type StartingPrice } from './startingPrices.ts'

/** Loadings on the three common factors; the rest of a market's variance is its own. */
export interface FactorLoadings {
  readonly equity: number
  readonly crypto: number
  readonly dollar: number
}

export interface MarketProfile {
  readonly symbol: string
  readonly asset: AssetClass
  readonly category: MarketCategory
  readonly priceDecimals: number
  readonly sizeDecimals: number
  readonly startPrice: Ticks
  /** Annual volatility as a fraction. */
  readonly volatility: number
  readonly loadings: FactorLoadings
  /** Taker orders per second that the trading flow sends, on average. */
  readonly takersPerSecond: number
}

/** Every launch market has priceDecimals + sizeDecimals = 6. */
const DECIMALS_TOTAL = 6

/** Taker orders are log-normal in value; history and flow share the figures. */
export const TAKER_VALUE_MEDIAN_USD = 800
export const TAKER_VALUE_LOG_STDEV = 0.9

const NO_LOADING: FactorLoadings = { equity: 0, crypto: 0, dollar: 0 }

/**
 * Where the category tells the wrong story: a volatility index rises when shares fall, a fund of bitcoin moves
 * with crypto, metals, bonds and oil go their own way.
 */
const LOADINGS_BY_SYMBOL: Readonly<Record<string, FactorLoadings>> = {
  'BTC-PERP': { ...NO_LOADING, crypto: 0.9 },
  'VIX-USD-PERP': { ...NO_LOADING, equity: -0.8 },
  'IBIT-USD-PERP': { ...NO_LOADING, crypto: 0.95 },
  'GLD-USD-PERP': { ...NO_LOADING, equity: 0.1, dollar: 0.3 },
  'PAXG-PERP': { ...NO_LOADING, equity: 0.1, dollar: 0.3 },
  'SLV-USD-PERP': { ...NO_LOADING, equity: 0.2, dollar: 0.3 },
  'TLT-USD-PERP': { ...NO_LOADING, equity: -0.2 },
  'USO-USD-PERP': { ...NO_LOADING, equity: 0.3 },
}

function loadingsOf(symbol: string, category: MarketCategory): FactorLoadings {
  const special = LOADINGS_BY_SYMBOL[symbol]
  if (special) return special
  switch (category) {
    case 'stock':
    case 'ipo':
      return { ...NO_LOADING, equity: 0.55 }
    case 'etf':
    case 'index':
      return { ...NO_LOADING, equity: 0.95 }
    case 'dat':
      return { ...NO_LOADING, equity: 0.35, crypto: 0.6 }
    case 'crypto':
      return { ...NO_LOADING, crypto: 0.75 }
    case 'forex':
      return { ...NO_LOADING, dollar: 0.6 }
  }
}

/** The markets a visitor opens first, then those that traders know, then the rest. */
const BUSIEST: readonly string[] = ['COIN-USD-PERP', 'BTC-PERP', 'ETH-PERP', 'SOL-PERP']
const BUSY: readonly string[] = [
  'AAPL-USD-PERP', 'NVDA-USD-PERP', 'TSLA-USD-PERP', 'MSTR-USD-PERP', 'SPY-USD-PERP', 'QQQ-USD-PERP',
  'SPX-USD-PERP', 'NDX-USD-PERP', 'EUR-USD-PERP', 'JPY-USD-PERP', 'HYPE-PERP', 'XRP-PERP', 'DOGE-PERP',
  'HOOD-USD-PERP', 'CRCL-USD-PERP', 'PLTR-USD-PERP',
] // prettier-ignore

function takersPerSecondOf(symbol: string): number {
  if (BUSIEST.includes(symbol)) return 0.4
  return BUSY.includes(symbol) ? 0.05 : 0.015
}

function readProfile([symbol, startPrice, volatilityPercent, category]: StartingPrice): MarketProfile {
  const priceDecimals = startPrice.split('.')[1]?.length ?? 0
  const parsed = parseDecimal(startPrice, priceDecimals)
  assert(parsed.ok, `starting price of ${symbol}: ${startPrice}`)
  return {
    symbol,
    category,
    asset: category === 'crypto' || category === 'forex' ? category : 'stock',
    priceDecimals,
    sizeDecimals: DECIMALS_TOTAL - priceDecimals,
    startPrice: ticks(parsed.value),
    volatility: volatilityPercent / 100,
    loadings: loadingsOf(symbol, category),
    takersPerSecond: takersPerSecondOf(symbol),
  }
}

export const MARKET_PROFILES: readonly MarketProfile[] = STARTING_PRICES.map(readProfile)

const BY_SYMBOL: ReadonlyMap<string, MarketProfile> = new Map(
  MARKET_PROFILES.map((profile) => [profile.symbol, profile]),
)
export const marketProfile = (symbol: string): MarketProfile | undefined => BY_SYMBOL.get(symbol)

/** What the three factors and the market's own draw make together: variance 1 again. */
export function combineDraws(
  loadings: FactorLoadings,
  factors: { readonly equity: number; readonly crypto: number; readonly dollar: number },
  own: number,
): number {
  const { equity, crypto, dollar } = loadings
  const ownLoading = Math.sqrt(1 - equity * equity - crypto * crypto - dollar * dollar)
  return equity * factors.equity + crypto * factors.crypto + dollar * factors.dollar + ownLoading * own
}
