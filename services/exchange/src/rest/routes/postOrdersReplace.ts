/**
 * POST /orders/replace: a cancellation and an order, each signed with a nonce of its own, done together or not at all.
 * So a stop is moved without a moment in which nothing protects the position. Where the new order is refused it is
 * recorded as REJECTED and the old one stays where it stands.
 */
import { type CancelOrder, type PlaceOrder, type ReplaceOrder } from '@vest/engine'
import {
  replaceRequest,
  type Id,
  type IdResponse,
  type ReplaceRequest,
  type SignedCancel,
  REFUSAL,
} from '@vest/protocol'
import type { Caller } from '../../caller.ts'
import type { WritePorts } from '../../edge.ts'
import { submit } from '../../engineCalls.ts'
import { admitWrite, checkFresh, proveWrite } from '../../orders/accountWrite.ts'
import { admitOrder, ORDER_ID } from '../../orders/orderAdmission.ts'
import { highestNonceOf, proveOrder } from '../../orders/proveOrder.ts'
import { isRefusal, refuse, type Refusal } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { keyRoute, type RouteRequest } from '../route.ts'

export const postOrdersReplace = keyRoute('replaceOrder', async (edge, request, caller) => {
  const body = readBody(replaceRequest, request.body)
  if (isRefusal(body)) return body
  const command = await readReplace(edge, caller, body, request)
  if (isRefusal(command)) return command
  const { cancel, place } = command
  // Nothing that was ever issued has another form: the engine need not be asked.
  if (!ORDER_ID.test(cancel.id)) return refuse(REFUSAL.ORDER_NOT_FOUND)
  const done = await submit(edge, command)
  if (isRefusal(done)) return done
  edge.view.noteNonce(cancel.signer, cancel.nonce)
  edge.view.noteNonce(place.signer, highestNonceOf(place))
  edge.view.noteWrite(caller.account, done.seq)
  if (!done.answer.ok) return refuse(done.answer.code)
  const answer: IdResponse = { id: place.id }
  return answer
})

/** The checks of both halves, those of the cancellation first; then both signatures. */
async function readReplace(
  edge: WritePorts,
  caller: Caller,
  { cancel, place, recvWindow }: ReplaceRequest,
  request: RouteRequest,
): Promise<ReplaceOrder | Refusal> {
  const admitted = await admitWrite(edge, caller, { ...cancel, recvWindow })
  if (isRefusal(admitted)) return admitted
  const id = cancel.order.id.toLowerCase() as Id
  const order = await admitOrder(edge, caller, { ...place, recvWindow }, id)
  if (isRefusal(order)) return order
  const { time, nonce } = admitted
  const action: SignedCancel = { kind: 'cancel', time, nonce, id: cancel.order.id }
  const stale = await checkFresh(edge, caller, admitted, action, cancel.signature)
  if (stale) return stale
  const signed = await proveWrite(edge, caller, admitted, action, cancel.signature, request)
  if (isRefusal(signed)) return signed
  const proven: PlaceOrder | Refusal = await proveOrder(edge, caller, order, request)
  if (isRefusal(proven)) return proven
  const cancelOrder: CancelOrder = { kind: 'CancelOrder', ...signed, id }
  return { kind: 'ReplaceOrder', cancel: cancelOrder, place: proven }
}
