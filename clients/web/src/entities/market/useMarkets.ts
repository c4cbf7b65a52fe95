/** Hooks over the market stores: one market with its figures, or all rows for tables and the ticker strip. */
import { useMemo } from 'react'
import {
  createDerived,
  useFrame,
  useLive,
  type Live,
  type Market,
  type Readable,
  type Ticker,
} from '../../live/index.ts'
import { usePreferences, VISITOR } from '../preferences/index.ts'
import { useSession } from '../session/index.ts'
import { marketOfSymbol } from './marketOfSymbol.ts'
import { marketRow, type MarketRow } from './marketView.ts'

/** Of a symbol as an address has it, in any case; the market's own is `symbol` of what is returned. */
export const useMarket = (symbol: string | undefined): Market | undefined =>
  useFrame(useLive().markets, (markets) =>
    symbol === undefined || markets === undefined ? undefined : marketOfSymbol(markets, symbol),
  )

/** False until the list of markets has arrived. */
export const useHasMarkets = (): boolean => useFrame(useLive().markets, (markets) => markets !== undefined)

/** False until the figures of the day have arrived, or could not be read. */
export const useHasAskedStats = (): boolean => useFrame(useLive().hasAskedStats, (hasAsked) => hasAsked)

export const useTicker = (symbol: string | undefined): Ticker | undefined =>
  useFrame(useLive().tickers, (tickers) => (symbol === undefined ? undefined : tickers.get(symbol)))

export function useMarketRow(symbol: string): MarketRow | undefined {
  const live = useLive()
  const market = useMarket(symbol)
  const ticker = useTicker(symbol)
  const stats = useFrame(live.stats, (all) => all.get(symbol))
  const openInterest = useFrame(live.openInterest, (all) => all.get(symbol))
  return useMemo(
    () => (market === undefined ? undefined : marketRow(market, { ticker, stats, openInterest })),
    [market, ticker, stats, openInterest],
  )
}

const rowStores = new WeakMap<Live, Readable<readonly MarketRow[]>>()
const NO_ROWS: readonly MarketRow[] = []

/** Rows of all markets; a row keeps its identity while nothing of it changed. */
function rowStore(live: Live): Readable<readonly MarketRow[]> {
  const held = rowStores.get(live)
  if (held !== undefined) return held
  let last = new Map<string, { readonly inputs: readonly unknown[]; readonly row: MarketRow }>()
  const store = createDerived(
    [live.markets, live.tickers, live.stats, live.openInterest],
    (markets, tickers, stats, sides) => {
      if (markets === undefined) return NO_ROWS
      const next: typeof last = new Map()
      const rows = [...markets.values()].map((market) => {
        const { symbol } = market
        const figures = {
          ticker: tickers.get(symbol),
          stats: stats.get(symbol),
          openInterest: sides.get(symbol),
        }
        const inputs = [market, figures.ticker, figures.stats, figures.openInterest]
        const before = last.get(symbol)
        const kept =
          before?.inputs.every((input, index) => input === inputs[index]) === true
            ? before.row
            : marketRow(market, figures)
        next.set(symbol, { inputs, row: kept })
        return kept
      })
      last = next
      return rows
    },
  )
  rowStores.set(live, store)
  return store
}

export const useMarketRows = (): readonly MarketRow[] => useFrame(rowStore(useLive()))

const NO_FAVOURITES: readonly string[] = []

/** Favourites of the signed-in account, and how to change them ([3.17]). */
export function useFavourites(): {
  readonly favourites: readonly string[]
  readonly toggle: (symbol: string) => void
} {
  const owner = useSession((state) => state.address) ?? VISITOR
  const favourites = usePreferences((state) => state.favourites[owner]) ?? NO_FAVOURITES
  const toggleFavourite = usePreferences((state) => state.toggleFavourite)
  return { favourites, toggle: (symbol) => toggleFavourite(owner, symbol) }
}
