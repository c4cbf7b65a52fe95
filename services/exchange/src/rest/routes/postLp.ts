/**
 * POST /lp: a deposit into the LP pool or a withdrawal from it. Only the form is refused here; what money, caps and
 * the state of the pool decide the engine says on the record. An account without a deposit gets a record too (4011).
 */
import {
  lpRequest,
  LP_ORDER_TYPES,
  parseDecimal,
  TRANSFER_MIN_USD6,
  usd6,
  USD6_DECIMALS,
  type IdResponse,
  type LpOrderType,
  type SignedLp,
  type Usd6,
  REFUSAL,
} from '@vest/protocol'
import { checkFresh, readWrite, submitWrite } from '../../orders/accountWrite.ts'
import { checkDecimals } from '../../orders/orderAdmission.ts'
import { provenSigner } from '../../orders/signedWrite.ts'
import { isRefusal, refuse, type Refusal } from '../../refusal.ts'
import { barCapital } from '../capitalAccounts.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

export const postLp = keyRoute('placeLpOrder', async (edge, request, caller) => {
  const body = readBody(lpRequest, request.body)
  if (isRefusal(body)) return body
  const fault = checkDecimals(body.order, ['size'])
  if (fault) return fault
  const admitted = readWrite(body)
  if (isRefusal(admitted)) return admitted
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const { order, signature } = body
  const orderType = LP_ORDER_TYPES.find((type) => type === order.orderType)
  if (orderType === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'order.orderType is no LP order type')
  const sizeUsd6 = sizeOf(order.size, orderType)
  if (isRefusal(sizeUsd6)) return sizeUsd6
  const { time, nonce, recvWindowMs } = admitted
  const action: SignedLp = { kind: 'lp', time, nonce, orderType, size: order.size }
  const stale = await checkFresh(edge, caller, admitted, action, signature, REFUSAL.LP_DUPLICATE)
  if (stale) return stale
  const proven = await provenSigner(edge, caller, { action, signature }, request)
  if (isRefusal(proven)) return proven
  const done = await submitWrite(edge, {
    kind: 'PlaceLpOrder',
    id: proven.orderId,
    account: caller.account,
    signer: proven.signer,
    nonce,
    orderTimeMs: time,
    recvWindowMs,
    orderType,
    sizeUsd6,
    sizeText: order.size,
  })
  if (isRefusal(done)) return done
  const answer: IdResponse = { id: proven.orderId }
  return answer
})

/** USDC with at most 6 decimals, above zero, of a deposit at least one. */
function sizeOf(text: string, orderType: LpOrderType): Usd6 | Refusal {
  const parsed = parseDecimal(text, USD6_DECIMALS)
  if (!parsed.ok)
    return refuse(
      REFUSAL.INVALID_PARAMETER,
      parsed.failure === 'decimals' ? 'order.size has more than 6 decimals' : 'order.size is too large',
    )
  if (parsed.value === 0) return refuse(REFUSAL.INVALID_PARAMETER, 'order.size must be above zero')
  if (orderType === 'DEPOSIT' && parsed.value < TRANSFER_MIN_USD6)
    return refuse(REFUSAL.INVALID_PARAMETER, 'order.size of a deposit must be at least 1 USDC')
  return usd6(parsed.value)
}
