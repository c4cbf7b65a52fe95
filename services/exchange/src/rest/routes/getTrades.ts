/** GET /trades: newest first, a negative size where the taker sold. */
import type { Page, StoredTrade } from '@vest/runtime'
import type { Edge } from '../../edge.ts'
import { isRefusal } from '../../refusal.ts'
import { tradeText } from '../../wireText.ts'
import { marketOf } from '../marketSelection.ts'
import { windowOf } from '../query.ts'
import { publicRoute } from '../route.ts'

export const getTrades = publicRoute('trades', async (edge, { query }) => {
  const market = marketOf(edge, query)
  if (isRefusal(market)) return market
  const window = windowOf(query)
  if (isRefusal(window)) return window
  const { symbol } = market.spec
  const recent = recentTrades(edge, symbol, window)
  if (recent.length >= window.limit) return recent.map((trade) => tradeText(trade, market.spec))
  // Whoever was answered or pushed a trade finds it here.
  await edge.projector.flushedThrough(edge.view.lastTradeSeqOf(symbol))
  const trades = await edge.store.trades(edge.view.symbolsOf(market), window)
  return trades.map((trade) => tradeText(trade, market.spec))
})

/** The tape in memory is the newest there is: what it holds of a window are the newest rows of that window. */
function recentTrades(
  edge: Edge,
  symbol: string,
  { startTimeMs, endTimeMs, limit }: Page,
): readonly StoredTrade[] {
  const inWindow = edge.projector
    .recentTrades(symbol)
    .filter(({ timeMs }) => timeMs >= (startTimeMs ?? 0) && timeMs <= (endTimeMs ?? Infinity))
  return inWindow.slice(0, limit)
}
