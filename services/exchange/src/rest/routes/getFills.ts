/** GET /fills: what the account bought and sold, newest first. */
import { assert, type FillRow } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { fillRowText } from '../../wireText.ts'
import { symbolsOf, textOf, windowOf } from '../query.ts'
import { keyRoute } from '../route.ts'

export const getFills = keyRoute('fills', async (edge, { query }, { account }) => {
  const orderId = textOf(query, 'orderId')
  if (isRefusal(orderId)) return orderId
  const symbols = symbolsOf(edge, query)
  if (isRefusal(symbols)) return symbols
  const window = windowOf(query)
  if (isRefusal(window)) return window

  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const fills = await edge.store.fills(account, {
    ...window,
    ...(orderId === undefined ? {} : { orderId: orderId.toLowerCase() }),
    ...symbols,
  })
  return fills.map((fill): FillRow => {
    const market = edge.view.market(fill.symbol)
    assert(market !== undefined, `fill in a market that was never listed: ${fill.symbol}`)
    return fillRowText(fill, market.spec)
  })
})
