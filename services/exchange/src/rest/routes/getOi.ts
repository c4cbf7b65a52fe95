/** GET /oi: open interest of users per side, in base units. */
import type { OpenInterestResponse } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { openInterestText } from '../../wireText.ts'
import { freshTickers } from '../marketSelection.ts'
import { publicRoute } from '../route.ts'

export const getOi = publicRoute('openInterest', async (edge, { query }) => {
  const tickers = await freshTickers(edge, query)
  if (isRefusal(tickers)) return tickers
  const answer: OpenInterestResponse = {
    ois: tickers.map(({ market, row }) => openInterestText(row, market.spec)),
  }
  return answer
})
