/** GET /funding/payments: funding that the account received or paid, newest first. */
import { assert, type FundingPaymentRow } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { fundingPaymentText } from '../../wireText.ts'
import { symbolsOf, windowOf } from '../query.ts'
import { keyRoute } from '../route.ts'

export const getFundingPayments = keyRoute('fundingPayments', async (edge, { query }, { account }) => {
  const symbols = symbolsOf(edge, query)
  if (isRefusal(symbols)) return symbols
  const window = windowOf(query)
  if (isRefusal(window)) return window

  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const payments = await edge.store.fundingSettled(account, {
    ...window,
    ...symbols,
  })
  return payments.map((payment): FundingPaymentRow => {
    const market = edge.view.market(payment.symbol)
    assert(market !== undefined, `funding of a market that was never listed: ${payment.symbol}`)
    return fundingPaymentText(payment, market.spec)
  })
})
