/**
 * POST /orders/amend: another size or price for a resting LIMIT order, which keeps its id. The engine's refusals are
 * answered here, for they leave the order as it was and no record. An order that is unknown, finished or of another
 * account is 3017, after everything that can be said without it.
 */
import type { OrderRecord } from '@vest/engine'
import {
  amendRequest,
  type AmendRequest,
  assert,
  type Id,
  type IdResponse,
  lots,
  type Lots,
  type SignedAmend,
  ticks,
  type Ticks,
  REFUSAL,
} from '@vest/protocol'
import type { Caller } from '../../caller.ts'
import type { Edge } from '../../edge.ts'
import { admitWrite, checkFresh, proveWrite, submitWrite } from '../../orders/accountWrite.ts'
import { checkDecimals, exceedsValueCap, ORDER_ID, scaled } from '../../orders/orderAdmission.ts'
import { isRefusal, refuse, type Refusal } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

interface Change {
  readonly size: Lots
  readonly limitPrice: Ticks
  /** The market is in HALT, and the order would lose its turn. */
  readonly isHalted: boolean
}

export const postOrdersAmend = keyRoute('amendOrder', async (edge, request, caller) => {
  const body = readBody(amendRequest, request.body)
  if (isRefusal(body)) return body
  const fault = checkDecimals(body.order, ['size', 'limitPrice'])
  if (fault) return fault
  const admitted = await admitWrite(edge, caller, body)
  if (isRefusal(admitted)) return admitted
  const id = body.order.id.toLowerCase() as Id
  const order = await openOrder(edge, caller, id)
  const change = order && readChange(edge, order, body.order)
  if (isRefusal(change)) return change
  const { time, nonce } = admitted
  const { size, limitPrice } = body.order
  const action: SignedAmend = { kind: 'amend', time, nonce, id: body.order.id, size, limitPrice }
  const stale = await checkFresh(edge, caller, admitted, action, body.signature)
  if (stale) return stale
  if (change?.isHalted) return refuse(REFUSAL.MARKET_CLOSED)
  const signed = await proveWrite(edge, caller, admitted, action, body.signature, request)
  if (isRefusal(signed)) return signed
  // Without its market the texts are no numbers, so there is nothing that the engine could be asked.
  if (change === undefined) return refuse(REFUSAL.ORDER_NOT_FOUND)
  const done = await submitWrite(edge, {
    kind: 'AmendOrder',
    ...signed,
    id,
    size: change.size,
    limitPrice: change.limitPrice,
  })
  if (isRefusal(done)) return done
  const answer: IdResponse = { id }
  return answer
})

/** The caller's own order, if it is open. */
async function openOrder(
  edge: Pick<Edge, 'engine'>,
  caller: Caller,
  id: Id,
): Promise<OrderRecord | undefined> {
  if (!ORDER_ID.test(id)) return undefined
  const order = await edge.engine.query('order', { id })
  return order?.account === caller.account ? order : undefined
}

/** The rows of the order checks that an amendment can fail: its type (1116), decimals (1111), values (1130). */
function readChange(
  edge: Pick<Edge, 'view'>,
  order: OrderRecord,
  texts: AmendRequest['order'],
): Change | Refusal {
  if (order.orderType !== 'LIMIT') return refuse(REFUSAL.INVALID_ORDER_TYPE)
  const market = edge.view.market(order.symbol)
  assert(market !== undefined, `order in a market that was never listed: ${order.symbol}`)
  const size = scaled(texts.size, market.spec.sizeDecimals, 'size')
  if (isRefusal(size)) return size
  const limitPrice = scaled(texts.limitPrice, market.spec.priceDecimals, 'limitPrice')
  if (isRefusal(limitPrice)) return limitPrice
  assert(size !== undefined && limitPrice !== undefined, 'size and price are required by the schema')
  if (size === 0) return refuse(REFUSAL.INVALID_PARAMETER, 'order.size must be at least one lot')
  if (limitPrice === 0) return refuse(REFUSAL.INVALID_PARAMETER, 'order.limitPrice must be above zero')
  if (exceedsValueCap(limitPrice, size, market))
    return refuse(REFUSAL.INVALID_PARAMETER, 'order value is too large')
  const keepsTurn = limitPrice === order.limitPrice && size <= order.size
  return {
    size: lots(size),
    limitPrice: ticks(limitPrice),
    isHalted: market.status === 'HALT' && !keepsTurn,
  }
}
