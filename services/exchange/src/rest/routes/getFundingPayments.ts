/** GET /funding/payments: funding that the account received or paid, newest first. */
import { assert, type FundingPaymentRow } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { fundingPaymentText } from '../../wireText.ts'
import { BY_PAYMENT, listPageOf } from '../listPage.ts'
import { symbolsOf } from '../query.ts'
import { keyRoute } from '../route.ts'

export const getFundingPayments = keyRoute('fundingPayments', async (edge, { query }, { account }) => {
  const symbols = symbolsOf(edge, query)
  if (isRefusal(symbols)) return symbols
  const page = listPageOf(query, BY_PAYMENT)
  if (isRefusal(page)) return page

  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const payments = await edge.store.fundingSettled(account, {
    ...page.window,
    ...symbols,
  })
  return page.answer(payments, (payment): FundingPaymentRow => {
    const market = edge.view.market(payment.symbol)
    assert(market !== undefined, `funding of a market that was never listed: ${payment.symbol}`)
    return fundingPaymentText(payment, market.spec)
  })
})
