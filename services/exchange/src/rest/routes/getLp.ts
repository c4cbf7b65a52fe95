/** GET /lp: LP orders of the account, newest first. */
import { LP_ORDER_TYPES, ORDER_STATUSES, REFUSAL } from '@vest/protocol'
import type { StoredLpOrder } from '@vest/runtime'
import { isRefusal, refuse } from '../../refusal.ts'
import { lpOrderRowText } from '../../wireText.ts'
import { BY_ACCEPTANCE, listPageOf } from '../listPage.ts'
import { integerOf, listOf, signerOf, textOf } from '../query.ts'
import { rowsByNow } from '../rowsByNow.ts'
import { keyRoute } from '../route.ts'

export const getLp = keyRoute('lpOrders', async (edge, { query }, caller) => {
  const ids = listOf(query, 'id')
  if (isRefusal(ids)) return ids
  const nonce = integerOf(query, 'nonce')
  if (isRefusal(nonce)) return nonce
  const signer = signerOf(query)
  if (isRefusal(signer)) return signer
  const typeText = textOf(query, 'orderType')
  if (isRefusal(typeText)) return typeText
  const orderType = LP_ORDER_TYPES.find((type) => type === typeText)
  if (typeText !== undefined && orderType === undefined) return refuse(REFUSAL.INVALID_ORDER_TYPE)
  const statusText = textOf(query, 'status')
  if (isRefusal(statusText)) return statusText
  const status = ORDER_STATUSES.find((each) => each === statusText)
  if (statusText !== undefined && status === undefined)
    return refuse(REFUSAL.INVALID_PARAMETER, 'status is one order status')
  const page = listPageOf<StoredLpOrder>(query, BY_ACCEPTANCE)
  if (isRefusal(page)) return page

  const orders = await rowsByNow(edge, caller, { nonce, signer }, () =>
    edge.store.lpOrders({
      account: caller.account,
      ...page.window,
      ...(ids === undefined ? {} : { ids: ids.map((id) => id.toLowerCase()) }),
      ...(nonce === undefined ? {} : { nonce }),
      ...(signer === undefined ? {} : { signer }),
      ...(orderType === undefined ? {} : { orderType }),
      ...(status === undefined ? {} : { status }),
    }),
  )
  if (isRefusal(orders)) return orders
  return page.answer(orders, lpOrderRowText)
})
