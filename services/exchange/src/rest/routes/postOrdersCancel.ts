/**
 * POST /orders/cancel. The signature covers the id exactly as sent; the lookup ignores its letter case. An id
 * that is unknown or finished is 3017 by the engine's verdict.
 */
import { cancelRequest, type Id, type IdResponse, type SignedCancel } from '@vest/protocol'
import { submit } from '../../edge.ts'
import {
  checkTime,
  isDuplicate,
  nonceOf,
  provenSigner,
  recvWindowOf,
  signedTimeOf,
} from '../../orders/signedWrite.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

const ORDER_ID = /^0x[0-9a-f]{64}$/

export const postOrdersCancel = keyRoute(
  'POST',
  '/orders/cancel',
  async (edge, request, caller) => {
    const body = readBody(cancelRequest, request.body)
    if (isRefusal(body)) return body
    const time = signedTimeOf(body.order.time, 'order.time')
    if (isRefusal(time)) return time
    const recvWindowMs = recvWindowOf(body.recvWindow)
    if (isRefusal(recvWindowMs)) return recvWindowMs
    const nonce = nonceOf(body.order.nonce)
    if (isRefusal(nonce)) return nonce
    if (!(await edge.view.accountExists(caller.account))) return refuse(1099)
    const action: SignedCancel = { kind: 'cancel', time, nonce, id: body.order.id }
    const signed = { action, signature: body.signature }
    if (await isDuplicate(edge, caller, signed, nonce)) return refuse(3015)
    const late = checkTime(edge.clock.nowMs(), time, recvWindowMs)
    if (late) return late
    const proven = await provenSigner(edge, caller, signed, request)
    if (isRefusal(proven)) return proven
    const id = body.order.id.toLowerCase() as Id
    // Nothing that was ever issued has another form: the engine need not be asked.
    if (!ORDER_ID.test(id)) return refuse(3017)
    const done = await submit(edge, {
      kind: 'CancelOrder',
      id,
      account: caller.account,
      signer: proven.signer,
      nonce,
      orderTimeMs: time,
      recvWindowMs,
    })
    if (isRefusal(done)) return done
    edge.view.noteNonce(proven.signer, nonce)
    edge.view.noteWrite(caller.account, done.seq)
    if (!done.answer.ok) return refuse(done.answer.code)
    const answer: IdResponse = { id }
    return answer
  },
  'cancels',
)
