/** GET /fills: what the account bought and sold, newest first. */
import { assert, type FillRow } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { fillRowText } from '../../wireText.ts'
import { BY_FILL, listPageOf } from '../listPage.ts'
import { symbolsOf, textOf } from '../query.ts'
import { keyRoute } from '../route.ts'

export const getFills = keyRoute('fills', async (edge, { query }, { account }) => {
  const orderId = textOf(query, 'orderId')
  if (isRefusal(orderId)) return orderId
  const symbols = symbolsOf(edge, query)
  if (isRefusal(symbols)) return symbols
  const page = listPageOf(query, BY_FILL)
  if (isRefusal(page)) return page

  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const fills = await edge.store.fills(account, {
    ...page.window,
    ...(orderId === undefined ? {} : { orderId: orderId.toLowerCase() }),
    ...symbols,
  })
  return page.answer(fills, (fill): FillRow => {
    const market = edge.view.market(fill.symbol)
    assert(market !== undefined, `fill in a market that was never listed: ${fill.symbol}`)
    return fillRowText(fill, market.spec)
  })
})
