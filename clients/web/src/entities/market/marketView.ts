/**
 * What screens say of a market, derived from its raw figures: open interest in USD, 8-hour funding, the list of
 * a tab, trending markets and the search with its "Did you mean". Pure.
 */
import { fundingApy, fundingRate8h, openInterestValue } from '@vest/formulas'
import type { Lots, MarketCategory, Rate8, Usd6 } from '@vest/protocol'
import type { Market, MarketStats, OpenInterestSides, Ticker } from '../../live/index.ts'

export interface MarketRow {
  readonly market: Market
  readonly ticker: Ticker | undefined
  readonly quoteVolume: Usd6 | undefined
  /** max(long, short) · mark, in USD. */
  readonly openInterest: Usd6 | undefined
  /** Long share of the open interest in percent, undefined when nothing is open. */
  readonly longPercent: number | undefined
  readonly funding8h: Rate8 | undefined
  readonly isHalted: boolean
}

export interface MarketFigures {
  readonly ticker: Ticker | undefined
  readonly stats: MarketStats | undefined
  readonly openInterest: OpenInterestSides | undefined
}

export function marketRow(market: Market, figures: MarketFigures): MarketRow {
  const { ticker, stats, openInterest } = figures
  return {
    market,
    ticker,
    quoteVolume: stats?.quoteVolume,
    openInterest:
      ticker === undefined || openInterest === undefined
        ? undefined
        : openInterestValue({ ...openInterest, mark: ticker.markPrice, scale: market.scale }),
    longPercent:
      openInterest === undefined ? undefined : longShare(openInterest.longOi, openInterest.shortOi),
    funding8h: ticker === undefined ? undefined : fundingRate8h(ticker.oneHrFundingRate),
    isHalted: (ticker?.status ?? market.status) === 'HALT',
  }
}

const longShare = (long: Lots, short: Lots): number | undefined =>
  long + short === 0 ? undefined : Math.round((long / (long + short)) * 100)

/** APY = 8-hour rate · 3 · 365 ([9.4]). */
export const apyOf = (ticker: Ticker): Rate8 => fundingApy(ticker.oneHrFundingRate)

export type MarketTab = 'all' | 'favourites' | 'trending' | MarketCategory

/** Tabs of the markets table in the order of the product ([2.31]). */
export const MARKET_TABS: readonly MarketTab[] = [
  'stock',
  'trending',
  'ipo',
  'dat',
  'etf',
  'index',
  'forex',
  'crypto',
]
/** The dropdown begins with everything, so that a search never looks in one group alone. */
export const DROPDOWN_TABS: readonly MarketTab[] = ['all', 'favourites', ...MARKET_TABS]

export const TRENDING_COUNT = 10
const TICKER_BY_VOLUME = 5

/** Trending = the largest moves of the day among markets that trade; ties by symbol. */
export function trendingMarkets(
  rows: readonly MarketRow[],
  count: number = TRENDING_COUNT,
): readonly MarketRow[] {
  return [...rows]
    .filter((row) => row.ticker !== undefined && !row.isHalted)
    .sort(
      (a, b) =>
        Math.abs(b.ticker!.priceChangePercent4) - Math.abs(a.ticker!.priceChangePercent4) ||
        a.market.symbol.localeCompare(b.market.symbol),
    )
    .slice(0, count)
}

/** The ticker strip: trending markets, then the top five by volume that are not among them ([2.24]). */
export function tickerStrip(rows: readonly MarketRow[]): readonly MarketRow[] {
  const trending = trendingMarkets(rows)
  const seen = new Set(trending.map((row) => row.market.symbol))
  const byVolume = [...rows]
    .filter((row) => row.ticker !== undefined && row.quoteVolume !== undefined)
    .sort((a, b) => b.quoteVolume! - a.quoteVolume!)
    .slice(0, TICKER_BY_VOLUME)
  return [...trending, ...byVolume.filter((row) => !seen.has(row.market.symbol))]
}

export function rowsOfTab(
  rows: readonly MarketRow[],
  tab: MarketTab,
  favourites: readonly string[],
): readonly MarketRow[] {
  switch (tab) {
    case 'all':
      return rows
    case 'favourites':
      return rows.filter((row) => favourites.includes(row.market.symbol))
    case 'trending':
      return trendingMarkets(rows)
    default:
      return rows.filter((row) => row.market.category === tab)
  }
}
