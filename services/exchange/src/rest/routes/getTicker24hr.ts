/** GET /ticker/24hr: rolling 24 h, prices from marks, volumes from trades. */
import type { Tickers24hrResponse } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { ticker24hrText } from '../../wireText.ts'
import { marketsOf } from '../marketSelection.ts'
import { publicRoute } from '../route.ts'

export const getTicker24hr = publicRoute('tickers24hr', (edge, { query }) => {
  const markets = marketsOf(edge, query)
  if (isRefusal(markets)) return markets
  const answer: Tickers24hrResponse = {
    tickers: markets.flatMap(({ spec }) => {
      const stats = edge.projector.stats24h(spec.symbol)
      return stats ? [ticker24hrText(stats, spec)] : []
    }),
  }
  return answer
})
