/** GET /ticker/latest: mark, index, funding and the change against the mark 24 h ago. */
import type { TickersResponse } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { tickerText } from '../../wireText.ts'
import { freshTickers } from '../marketSelection.ts'
import { publicRoute } from '../route.ts'

export const getTickerLatest = publicRoute('tickers', async (edge, { query }) => {
  const tickers = await freshTickers(edge, query)
  if (isRefusal(tickers)) return tickers
  const answer: TickersResponse = {
    tickers: tickers.map(({ market, row }) =>
      tickerText(row, market.spec, {
        stats: edge.projector.stats24h(row.symbol),
        lastPrice: edge.projector.lastPrice(row.symbol),
        next: edge.hours.nextChange(market.spec, edge.clock.nowMs()),
      }),
    ),
  }
  return answer
})
