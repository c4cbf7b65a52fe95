/** GET /klines: candles of the mark, oldest first, in the REST order of the tuple. */
import { closeTimeMs } from '../../klineTime.ts'
import { isRefusal } from '../../refusal.ts'
import { klineText } from '../../wireText.ts'
import { marketOf } from '../marketSelection.ts'
import { intervalOf, windowOf } from '../query.ts'
import { publicRoute } from '../route.ts'

export const getKlines = publicRoute('klines', async (edge, { query }) => {
  const market = marketOf(edge, query)
  if (isRefusal(market)) return market
  const interval = intervalOf(query)
  if (isRefusal(interval)) return interval
  const window = windowOf(query)
  if (isRefusal(window)) return window
  const { spec } = market
  const candles = await edge.projector.candles({ symbol: spec.symbol, interval, ...window })
  return candles.map((candle) => klineText(candle, closeTimeMs(interval, candle.openTimeMs), spec))
})
