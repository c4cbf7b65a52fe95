/** GET /trades: newest first, a negative size where the taker sold. */
import { isRefusal } from '../../refusal.ts'
import { tradeText } from '../../wireText.ts'
import { marketOf } from '../marketSelection.ts'
import { windowOf } from '../query.ts'
import { publicRoute } from '../route.ts'

export const getTrades = publicRoute('GET', '/trades', async (edge, { query }) => {
  const market = marketOf(edge, query)
  if (isRefusal(market)) return market
  const window = windowOf(query)
  if (isRefusal(window)) return window
  const { symbol } = market.spec
  const recent = edge.projector.recentTrades(symbol)
  // Without bounds the tape in memory is fresher than the store; it answers alone when it is long enough.
  const isOpen = window.startTimeMs === undefined && window.endTimeMs === undefined
  const trades =
    isOpen && recent.length >= window.limit
      ? recent.slice(0, window.limit)
      : await edge.store.trades(symbol, window)
  return trades.map((trade) => tradeText(trade, market.spec))
})
