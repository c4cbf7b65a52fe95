/** GET /exchangeInfo: every market with its decimals, ratios and status, and the exchange's own funds. */
import { formatUsd6, USD6_DECIMALS, type ExchangeInfoResponse } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { marketInfoText } from '../../wireText.ts'
import { marketsOf } from '../marketSelection.ts'
import { publicRoute } from '../route.ts'

export const getExchangeInfo = publicRoute('exchangeInfo', async (edge, { query }) => {
  const markets = marketsOf(edge, query)
  if (isRefusal(markets)) return markets
  const { poolNav, insurance, offHoursProfitPercent, fundingIntervalMs } = await edge.engine.query(
    'exchange',
    {},
  )
  const answer: ExchangeInfoResponse = {
    symbols: markets.map((market) => marketInfoText(market, offHoursProfitPercent)),
    exchange: {
      lp: formatUsd6(poolNav),
      insurance: formatUsd6(insurance),
      collateralDecimals: USD6_DECIMALS,
      fundingInterval: fundingIntervalMs,
    },
  }
  return answer
})
