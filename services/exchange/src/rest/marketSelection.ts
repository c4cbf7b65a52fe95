/** Which markets a query means: all, those of a comma list, or the one it must name. */
import type { MarketView, TickerRow } from '@vest/engine'
import { REFUSAL } from '@vest/protocol'
import type { Edge } from '../edge.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import { listOf, requiredText, type Query } from './query.ts'

/** `symbols`: optional comma list, all by default; an unknown symbol is 1121. */
export function marketsOf(edge: Pick<Edge, 'view'>, query: Query): readonly MarketView[] | Refusal {
  const symbols = listOf(query, 'symbols')
  if (isRefusal(symbols)) return symbols
  if (symbols === undefined) return edge.view.markets()
  const markets: MarketView[] = []
  for (const symbol of new Set(symbols)) {
    const market = edge.view.market(symbol)
    if (market === undefined) return refuse(REFUSAL.BAD_SYMBOL)
    markets.push(market)
  }
  return markets
}

/** `symbol`, required. */
export function marketOf(edge: Pick<Edge, 'view'>, query: Query): MarketView | Refusal {
  const symbol = requiredText(query, 'symbol')
  if (isRefusal(symbol)) return symbol
  return edge.view.market(symbol) ?? refuse(REFUSAL.BAD_SYMBOL)
}

/**
 * The markets' tickers with open interest as it is now, in listing order. The pushed rows are as old as the last mark; open
 * interest also moves with trades, so the engine is asked, for these markets and their figures alone: whole markets of
 * all were five times as much to hand over. Markets without a first mark have no ticker.
 */
export async function freshTickers(
  edge: Pick<Edge, 'engine' | 'view'>,
  query: Query,
): Promise<readonly { readonly market: MarketView; readonly row: TickerRow }[] | Refusal> {
  const wanted = marketsOf(edge, query)
  if (isRefusal(wanted)) return wanted
  const markets = new Map(wanted.map((market) => [market.marketId, market]))
  const marketIds = [...markets.keys()].sort((a, b) => a - b)
  const rows = await edge.engine.query('tickers', { marketIds })
  return rows.map((row) => ({ market: markets.get(row.marketId)!, row }))
}
