/**
 * POST /orders/deadman: arms the dead-man's switch, moves it, or disarms it with 0. It draws from the bucket of
 * cancels, so that who trades a lot can still renew it.
 */
import {
  CANCEL_TIMER_MAX_MS,
  CANCEL_TIMER_MIN_MS,
  deadmanRequest,
  type DeadmanResponse,
  type SignedDeadman,
  REFUSAL,
} from '@vest/protocol'
import { admitWrite, checkFresh, proveWrite, submitWrite } from '../../orders/accountWrite.ts'
import { isRefusal, malformed, refuse } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

export const postOrdersDeadman = keyRoute('setCancelTimer', async (edge, request, caller) => {
  const body = readBody(deadmanRequest, request.body)
  if (isRefusal(body)) return body
  const { timeoutMs } = body.order
  if (!Number.isSafeInteger(timeoutMs)) return malformed('Not an integer: order.timeoutMs')
  const admitted = await admitWrite(edge, caller, body)
  if (isRefusal(admitted)) return admitted
  const isAllowed = timeoutMs >= CANCEL_TIMER_MIN_MS && timeoutMs <= CANCEL_TIMER_MAX_MS
  if (timeoutMs !== 0 && !isAllowed)
    return refuse(
      REFUSAL.INVALID_PARAMETER,
      `order.timeoutMs must be 0 or from ${CANCEL_TIMER_MIN_MS} to ${CANCEL_TIMER_MAX_MS}`,
    )
  const { time, nonce } = admitted
  const action: SignedDeadman = { kind: 'deadman', time, nonce, timeoutMs }
  const stale = await checkFresh(edge, caller, admitted, action, body.signature)
  if (stale) return stale
  const signed = await proveWrite(edge, caller, admitted, action, body.signature, request)
  if (isRefusal(signed)) return signed
  const done = await submitWrite(edge, { kind: 'SetCancelTimer', ...signed, timeoutMs })
  if (isRefusal(done)) return done
  const answer: DeadmanResponse = { triggerTime: done.triggerTimeMs ?? null }
  return answer
})
