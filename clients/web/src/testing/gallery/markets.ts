/** The markets of the gallery with their figures: one of each category, one halted, one with long numbers. */
import { rate8, timeMs, type MarketCategory, type Session } from '@vest/protocol'
import type { Market, MarketStats, OpenInterestSides, Ticker } from '../../live/index.ts'
import { at, BTC, COIN, sized, tickerOf, usd } from '../fixtures.ts'

const listed = (base: string, displayName: string, category: MarketCategory): Market => ({
  ...COIN,
  symbol: `${base}-USD-PERP`,
  label: `${base}-USD`,
  displayName,
  base,
  category,
})

export const NVDA = listed('NVDA', 'NVIDIA', 'stock')
export const TSLA = listed('TSLA', 'Tesla', 'stock')

const FIGURES: readonly (readonly [Market, mark: number, percent: number, volume: number])[] = [
  [COIN, 312.48, 27_400, 48_271_350],
  [NVDA, 188.15, -9_100, 31_402_118],
  [TSLA, 421.06, 4_200, 12_884_020],
  [BTC, 108_412.5, -15_600, 912_604_551],
]

export const MARKET_LIST: readonly Market[] = FIGURES.map(([market]) => market)

export const TICKERS: ReadonlyMap<string, Ticker> = new Map(
  FIGURES.map(([market, mark, percent4]) => [
    market.symbol,
    tickerOf(market, mark, {
      priceChangePercent4: percent4,
      priceChange: Math.round((at(market, mark) * percent4) / 1_000_000),
      oneHrFundingRate: rate8(525),
      status: market === TSLA ? 'HALT' : 'TRADING',
    }),
  ]),
)

export const STATS: ReadonlyMap<string, MarketStats> = new Map(
  FIGURES.map(([market, mark, , volume]) => [
    market.symbol,
    { quoteVolume: usd(volume), highPrice: at(market, mark * 1.04), lowPrice: at(market, mark * 0.97) },
  ]),
)

export const OPEN_INTEREST: ReadonlyMap<string, OpenInterestSides> = new Map(
  FIGURES.map(([market, mark, , volume]) => [
    market.symbol,
    {
      longOi: sized(market, Math.round(volume / mark / 4)),
      shortOi: sized(market, Math.round(volume / mark / 5)),
    },
  ]),
)

/** The same tickers with some of them changed. */
export const tickersWith = (...changed: readonly Ticker[]): ReadonlyMap<string, Ticker> =>
  new Map([...TICKERS, ...changed.map((ticker) => [ticker.symbol, ticker] as const)])

const COIN_TICKER = TICKERS.get(COIN.symbol)!
/** So far away that the countdown stands while a picture is taken. */
const IN_DAYS_MS = 2.5 * 86_400_000
const later = (session: Session) => ({ session, timeMs: timeMs(Date.now() + IN_DAYS_MS) })
export const AFTER_HOURS_COIN = tickersWith({
  ...COIN_TICKER,
  session: 'EXTENDED',
  nextSession: later('CLOSED'),
})
export const CLOSED_COIN = tickersWith({
  ...COIN_TICKER,
  status: 'HALT',
  mode: 'HALT',
  session: 'CLOSED',
  nextSession: later('OVERNIGHT'),
})
export const REDUCE_ONLY_COIN = tickersWith({ ...COIN_TICKER, mode: 'REDUCE_ONLY' })

export const HALTED_COIN = tickersWith({ ...COIN_TICKER, status: 'HALT' })
