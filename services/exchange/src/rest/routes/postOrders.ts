/**
 * POST /orders. The answer is the id alone, once the engine has applied the order; fills and refusals of the
 * engine follow on the private channel and in GET /orders. A duplicate is the one refusal of the engine that is
 * answered here: it leaves no record.
 */
import { orderRequest, type IdResponse } from '@vest/protocol'
import { submit } from '../../edge.ts'
import { admitOrder } from '../../orders/orderAdmission.ts'
import { provenSigner } from '../../orders/signedWrite.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

export const postOrders = keyRoute('placeOrder', async (edge, request, caller) => {
  const body = readBody(orderRequest, request.body)
  if (isRefusal(body)) return body
  const admitted = await admitOrder(edge, caller, body)
  if (isRefusal(admitted)) return admitted
  const { signed, size, limitPrice, timeInForce, initMarginRatio, clientId, orderTimeMs, recvWindowMs } =
    admitted
  const proven = await provenSigner(edge, caller, { action: signed, signature: admitted.signature }, request)
  if (isRefusal(proven)) return proven
  const done = await submit(edge, {
    kind: 'PlaceOrder',
    id: proven.orderId,
    account: caller.account,
    signer: proven.signer,
    nonce: signed.nonce,
    orderTimeMs,
    recvWindowMs,
    symbol: signed.symbol,
    isBuy: signed.isBuy,
    size,
    orderType: signed.orderType,
    ...(limitPrice === undefined ? {} : { limitPrice }),
    reduceOnly: signed.reduceOnly,
    timeInForce,
    ...(initMarginRatio === undefined ? {} : { initMarginRatio }),
    ...(clientId === undefined ? {} : { clientId }),
  })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  edge.view.noteNonce(proven.signer, signed.nonce)
  edge.view.noteWrite(caller.account, done.seq)
  const answer: IdResponse = { id: proven.orderId }
  return answer
})
