/**
 * POST /lp/cancel: a scheduled withdrawal from the pool is taken back. The signature covers the id exactly as sent; the
 * lookup ignores its letter case. One that is paid, taken back or unknown is 3017.
 */
import { cancelRequest, type Id, type IdResponse, type SignedCancel, REFUSAL } from '@vest/protocol'
import { admitWrite, checkFresh, proveWrite, submitWrite } from '../../orders/accountWrite.ts'
import { ORDER_ID } from '../../orders/orderAdmission.ts'
import { isRefusal, refuse } from '../../refusal.ts'
import { barCapital } from '../capitalAccounts.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

export const postLpCancel = keyRoute('cancelLpOrder', async (edge, request, caller) => {
  const body = readBody(cancelRequest, request.body)
  if (isRefusal(body)) return body
  const admitted = await admitWrite(edge, caller, body)
  if (isRefusal(admitted)) return admitted
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const { time, nonce } = admitted
  const action: SignedCancel = { kind: 'cancel', time, nonce, id: body.order.id }
  const stale = await checkFresh(edge, caller, admitted, action, body.signature)
  if (stale) return stale
  const signed = await proveWrite(edge, caller, admitted, action, body.signature, request)
  if (isRefusal(signed)) return signed
  const id = body.order.id.toLowerCase() as Id
  if (!ORDER_ID.test(id)) return refuse(REFUSAL.ORDER_NOT_FOUND)
  const done = await submitWrite(edge, { kind: 'CancelLpOrder', ...signed, id })
  if (isRefusal(done)) return done
  const answer: IdResponse = { id }
  return answer
})
