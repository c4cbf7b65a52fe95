/** GET /tradingHours: the sessions of a market, from the present one to those of the next days. */
import type { TradingHoursRow } from '@vest/protocol'
import { TRADING_HOURS_AHEAD_MS } from '../../limits.ts'
import { isRefusal } from '../../refusal.ts'
import { tradingHoursText } from '../../wireText.ts'
import { marketOf } from '../marketSelection.ts'
import { publicRoute } from '../route.ts'

export const getTradingHours = publicRoute('tradingHours', (edge, { query }) => {
  const market = marketOf(edge, query)
  if (isRefusal(market)) return market
  const nowMs = edge.clock.nowMs()
  const answer: TradingHoursRow[] = tradingHoursText(
    edge.hours.sessionStarts(market.spec, nowMs, nowMs + TRADING_HOURS_AHEAD_MS),
  )
  return answer
})
