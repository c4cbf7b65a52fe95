/** GET /orders: newest first, from a view that has seen everything this account was answered or pushed. */
import {
  assert,
  CLIENT_ID_PATTERN,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderRow,
  REFUSAL,
} from '@vest/protocol'
import type { StoredOrder } from '@vest/runtime'
import { isRefusal, malformed, refuse } from '../../refusal.ts'
import { orderRowText } from '../../wireText.ts'
import { BY_ACCEPTANCE, listPageOf } from '../listPage.ts'
import { integerOf, listOf, signerOf, symbolsOf, textOf } from '../query.ts'
import { rowsByNow } from '../rowsByNow.ts'
import { keyRoute } from '../route.ts'

export const getOrders = keyRoute('orders', async (edge, { query }, caller) => {
  const ids = listOf(query, 'id')
  if (isRefusal(ids)) return ids
  const nonce = integerOf(query, 'nonce')
  if (isRefusal(nonce)) return nonce
  const signer = signerOf(query)
  if (isRefusal(signer)) return signer
  const symbols = symbolsOf(edge, query)
  if (isRefusal(symbols)) return symbols
  const typeText = textOf(query, 'orderType')
  if (isRefusal(typeText)) return typeText
  const orderType = ORDER_TYPES.find((type) => type === typeText)
  if (typeText !== undefined && orderType === undefined) return refuse(REFUSAL.INVALID_ORDER_TYPE)
  const statusText = textOf(query, 'status')
  if (isRefusal(statusText)) return statusText
  const status = ORDER_STATUSES.find((each) => each === statusText)
  if (statusText !== undefined && status === undefined)
    return refuse(REFUSAL.INVALID_PARAMETER, 'status is one order status')
  const clientId = textOf(query, 'clientId')
  if (isRefusal(clientId)) return clientId
  if (clientId !== undefined && !CLIENT_ID_PATTERN.test(clientId)) return malformed('Malformed: clientId')
  const page = listPageOf<StoredOrder>(query, BY_ACCEPTANCE)
  if (isRefusal(page)) return page

  const orders = await rowsByNow(edge, caller, { nonce, signer }, () =>
    edge.store.orders({
      account: caller.account,
      ...page.window,
      ...(ids === undefined ? {} : { ids: ids.map((id) => id.toLowerCase()) }),
      ...(nonce === undefined ? {} : { nonce }),
      ...(signer === undefined ? {} : { signer }),
      ...symbols,
      ...(orderType === undefined ? {} : { orderType }),
      ...(status === undefined ? {} : { status }),
      ...(clientId === undefined ? {} : { clientId }),
    }),
  )
  if (isRefusal(orders)) return orders
  return page.answer(orders, (order): OrderRow => {
    const market = edge.view.market(order.symbol)
    assert(market !== undefined, `order in a market that was never listed: ${order.symbol}`)
    return orderRowText(order, market.spec)
  })
})
