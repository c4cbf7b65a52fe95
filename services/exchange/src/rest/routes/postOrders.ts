/**
 * POST /orders. The answer is the id alone, once the engine has applied the order; fills and refusals of the
 * engine follow on the private channel and in GET /orders. A duplicate is the one refusal of the engine that is
 * answered here: it leaves no record.
 */
import { orderRequest, type IdResponse } from '@vest/protocol'
import { submit } from '../../engineCalls.ts'
import { admitOrder } from '../../orders/orderAdmission.ts'
import { highestNonceOf, proveOrder } from '../../orders/proveOrder.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

export const postOrders = keyRoute('placeOrder', async (edge, request, caller) => {
  const body = readBody(orderRequest, request.body)
  if (isRefusal(body)) return body
  const admitted = await admitOrder(edge, caller, body)
  if (isRefusal(admitted)) return admitted
  const place = await proveOrder(edge, caller, admitted, request)
  if (isRefusal(place)) return place
  const done = await submit(edge, place)
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  edge.view.noteNonce(place.signer, highestNonceOf(place))
  edge.view.noteWrite(caller.account, done.seq)
  const answer: IdResponse = { id: place.id }
  return answer
})
