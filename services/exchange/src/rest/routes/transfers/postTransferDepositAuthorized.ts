/**
 * POST /transfer/deposit/authorized: a gasless deposit. The trader has signed an EIP-3009 authorization to the
 * vault; the relayer submits it. Keyed by (chain, token, account, nonce): the same request again has the same id.
 */
import {
  canonicalSignature,
  depositAuthorizedRequest,
  parseInteger,
  TRANSFER_MIN_USD6,
  usd6,
  type Address,
  type Hex,
  type IdResponse,
  REFUSAL,
} from '@vest/protocol'
import { isRefusal, malformed, refuse, tooMany } from '../../../refusal.ts'
import { readBody } from '../../readBody.ts'
import { keyRoute } from '../../route.ts'

const NONCE = /^0x[0-9a-f]{64}$/

export const postTransferDepositAuthorized = keyRoute('depositAuthorized', async (edge, request, caller) => {
  const body = readBody(depositAuthorizedRequest, request.body)
  if (isRefusal(body)) return body
  const value = parseInteger(body.value)
  if (!value.ok)
    return value.failure === 'range'
      ? refuse(REFUSAL.INVALID_PARAMETER, 'value is too large')
      : malformed('Malformed: value')
  for (const field of ['valid_after', 'valid_before', 'chain_id'] as const)
    if (!Number.isSafeInteger(body[field]) || body[field] < 0) return malformed(`Not an integer: ${field}`)
  const nonce = body.nonce.toLowerCase() as Hex
  if (!NONCE.test(nonce)) return malformed('Malformed: nonce')
  const account = body.account.toLowerCase() as Address
  if (account !== caller.account)
    return refuse(REFUSAL.INVALID_PARAMETER, 'account is not that of the API key')
  const chain = edge.chains.info(body.chain_id)
  if (!chain?.tokens.some((token) => token.authorization !== null))
    return refuse(REFUSAL.INVALID_PARAMETER, 'gasless deposits are not possible on this chain')
  if (value.value < TRANSFER_MIN_USD6)
    return refuse(REFUSAL.INVALID_PARAMETER, 'value must be at least 1 USDC')
  const signature = canonicalSignature(body.signature)
  if (signature === undefined) return refuse(REFUSAL.INVALID_SIGNATURE)
  const subjects = [caller.apiKeyHash, request.address]
  const blockedS = request.isExempt ? 0 : edge.rateLimits.blockedForS(subjects, edge.clock.nowMs())
  if (blockedS > 0) return tooMany(blockedS)
  // Whether it is known is read where finished transfers are; that view must have seen this account's last.
  await edge.projector.flushedThrough(edge.view.lastSeqOf(account))
  const relayed = await edge.relay.accept(body.chain_id, {
    account,
    valueUsd6: usd6(value.value),
    validAfterS: body.valid_after,
    validBeforeS: body.valid_before,
    nonce,
    signature: signature.hex,
  })
  if (isRefusal(relayed)) {
    if (relayed.code === REFUSAL.INVALID_SIGNATURE && !request.isExempt)
      edge.rateLimits.noteBadSignature(subjects, edge.clock.nowMs())
    return relayed
  }
  edge.view.noteWrite(account, relayed.seq)
  const answer: IdResponse = { id: relayed.id }
  return answer
})
