/**
 * POST /orders/cancel. The signature covers the id exactly as sent; the lookup ignores its letter case. An id
 * that is unknown or finished is 3017 by the engine's verdict. Where the account had the order, which is finished, the
 * refusal travels under 200, as existing clients expect it: nothing is left to cancel. With `?strict=1`, and where there
 * never was such an order, it is a 400 like others.
 */
import {
  cancelRequest,
  type Address,
  type Id,
  type IdResponse,
  type SignedCancel,
  REFUSAL,
} from '@vest/protocol'
import { admitWrite, checkFresh, proveWrite, submitWrite } from '../../orders/accountWrite.ts'
import { ORDER_ID } from '../../orders/orderAdmission.ts'
import type { Edge } from '../../edge.ts'
import { catchUp } from '../../engineCalls.ts'
import { isRefusal, malformed, refuse, Refusal } from '../../refusal.ts'
import { textOf } from '../query.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

/** What the table says of 3017 fits an id that never was. */
const FINISHED = 'Order already processed or cancelled'

export const postOrdersCancel = keyRoute('cancelOrder', async (edge, request, caller) => {
  const strict = textOf(request.query, 'strict')
  if (isRefusal(strict)) return strict
  if (strict !== undefined && strict !== '1' && strict !== '0') return malformed('Malformed: strict')
  const body = readBody(cancelRequest, request.body)
  if (isRefusal(body)) return body
  const admitted = await admitWrite(edge, caller, body)
  if (isRefusal(admitted)) return admitted
  const { time, nonce } = admitted
  const action: SignedCancel = { kind: 'cancel', time, nonce, id: body.order.id }
  const stale = await checkFresh(edge, caller, admitted, action, body.signature)
  if (stale) return stale
  const signed = await proveWrite(edge, caller, admitted, action, body.signature, request)
  if (isRefusal(signed)) return signed
  const id = body.order.id.toLowerCase() as Id
  // Nothing that was ever issued has another form: the engine need not be asked.
  if (!ORDER_ID.test(id)) return refuse(REFUSAL.ORDER_NOT_FOUND)
  const done = await submitWrite(edge, { kind: 'CancelOrder', ...signed, id })
  if (isRefusal(done)) {
    if (done.code !== REFUSAL.ORDER_NOT_FOUND || !(await hadOrder(edge, caller.account, id))) return done
    return new Refusal(REFUSAL.ORDER_NOT_FOUND, strict === '1' ? done.httpStatus : 200, FINISHED)
  }
  const answer: IdResponse = { id }
  return answer
})

/** Asked once the engine has refused: what it refused for had become of the order before. */
async function hadOrder(
  edge: Pick<Edge, 'clock' | 'engine' | 'projector' | 'store' | 'view'>,
  account: Address,
  id: Id,
): Promise<boolean> {
  await catchUp(edge)
  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const found = await edge.store.orders({ account, ids: [id], limit: 1 })
  return found.length > 0
}
