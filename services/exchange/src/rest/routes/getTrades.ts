/** GET /trades: newest first, a negative size where the taker sold. */
import type { TradeRow } from '@vest/protocol'
import type { Page, StoredTrade } from '@vest/runtime'
import type { Edge } from '../../edge.ts'
import { isRefusal } from '../../refusal.ts'
import { tradeText } from '../../wireText.ts'
import { BY_TRADE, listPageOf } from '../listPage.ts'
import { marketOf } from '../marketSelection.ts'
import { publicRoute } from '../route.ts'

export const getTrades = publicRoute('trades', async (edge, { query }) => {
  const market = marketOf(edge, query)
  if (isRefusal(market)) return market
  const page = listPageOf(query, BY_TRADE)
  if (isRefusal(page)) return page
  const text = (trade: StoredTrade): TradeRow => tradeText(trade, market.spec)
  const { symbol } = market.spec
  const recent = recentTrades(edge, symbol, page.window)
  if (recent.length >= page.window.limit) return page.answer(recent, text)
  // A trade that was answered or pushed is found here.
  await edge.projector.flushedThrough(edge.view.lastTradeSeqOf(symbol))
  const trades = await edge.store.trades(edge.view.symbolsOf(market), page.window)
  return page.answer(trades, text)
})

/** The tape in memory is the newest there is: what it holds of a window are the newest rows of that window. */
function recentTrades(
  edge: Pick<Edge, 'projector'>,
  symbol: string,
  { startTimeMs, endTimeMs, limit, after }: Page,
): readonly StoredTrade[] {
  const [timeMs, tradeId] = after ?? [Infinity]
  const inWindow = edge.projector
    .recentTrades(symbol)
    .filter((trade) => trade.timeMs >= (startTimeMs ?? 0) && trade.timeMs <= (endTimeMs ?? Infinity))
    .filter((trade) => trade.timeMs < timeMs || (trade.timeMs === timeMs && trade.tradeId < Number(tradeId)))
  return inWindow.slice(0, limit)
}
