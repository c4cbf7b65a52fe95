/** POST /transfer/withdraw/profits: a funded account pays out what it has won; nine tenths arrive on the primary account. */
import {
  REFUSAL,
  assert,
  canonicalSignature,
  parseInteger,
  profitWithdrawRequest,
  usd6,
  type Address,
  type IdResponse,
  type SignedAction,
} from '@vest/protocol'
import { signalsOf } from '../../../capital/accountSignals.ts'
import { submit } from '../../../engineCalls.ts'
import { isAddress } from '../../../isAddress.ts'
import { checkFresh } from '../../../orders/accountWrite.ts'
import { nonceOf, provenSigner, recvWindowOf, signedTimeOf } from '../../../orders/signedWrite.ts'
import { isRefusal, malformed, refuse } from '../../../refusal.ts'
import { readBody } from '../../readBody.ts'
import { keyRoute } from '../../route.ts'

export const postTransferWithdrawProfits = keyRoute('withdrawProfits', async (edge, request, caller) => {
  const body = readBody(profitWithdrawRequest, request.body)
  if (isRefusal(body)) return body
  const time = signedTimeOf(body.order.time, 'order.time')
  if (isRefusal(time)) return time
  const size = parseInteger(body.order.size)
  if (!size.ok)
    return size.failure === 'range'
      ? refuse(REFUSAL.INVALID_PARAMETER, 'order.size is too large')
      : malformed('Malformed: order.size')
  const recvWindowMs = recvWindowOf(body.recvWindow)
  if (isRefusal(recvWindowMs)) return recvWindowMs
  const nonce = nonceOf(body.order.nonce)
  if (isRefusal(nonce)) return nonce
  const recipient = body.order.recipient.toLowerCase() as Address
  const { account } = caller
  const [view] = await edge.engine.query('capital', { accounts: [account] })
  if (view?.isFunded !== true)
    return refuse(REFUSAL.INVALID_PARAMETER, 'Only a funded account has profits to withdraw')
  if (!isAddress(recipient) || recipient !== view.ownerId)
    return refuse(REFUSAL.INVALID_PARAMETER, 'recipient must be the primary account')
  const action = {
    kind: 'profitWithdraw',
    time,
    nonce,
    account,
    recipient,
    size: size.value,
  } as const satisfies SignedAction
  const stale = await checkFresh(
    edge,
    caller,
    { time, nonce, recvWindowMs },
    action,
    body.signature,
    REFUSAL.TRANSFER_DUPLICATE,
  )
  if (stale) return stale
  const proven = await provenSigner(edge, caller, { action, signature: body.signature }, request)
  if (isRefusal(proven)) return proven
  const canonical = canonicalSignature(body.signature)
  assert(canonical !== undefined, 'a proven signature is canonical')
  const signals = await signalsOf(edge, account, recipient)
  const done = await submit(edge, {
    kind: 'WithdrawProfit',
    id: proven.hash,
    account,
    signer: proven.signer,
    nonce,
    orderTimeMs: time,
    recipient,
    sizeUsd6: usd6(size.value),
    signature: canonical.hex,
    ...(signals.length === 0 ? {} : { signals }),
  })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  edge.view.noteNonce(proven.signer, nonce)
  edge.view.noteWrite(account, done.seq)
  const answer: IdResponse = { id: proven.hash }
  return answer
})
