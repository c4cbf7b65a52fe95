/**
 * POST /register: the primary key has approved a signing key; the answer is an API key. Repeatable: every call
 * makes a new key, and earlier ones stay valid until their own expiry, a hundred sessions of an account at the most: then
 * the oldest of the same signing key makes room, or else the oldest of all. Only the hash of the key is kept. An approval
 * whose session was revoked, or that a withdrawal has made public, opens no more keys.
 */
import { randomBytes } from 'node:crypto'
import {
  canonicalSignature,
  NETWORK_TYPES,
  registerRequest,
  SIGNER_VALID_MAX_MS,
  timeMs,
  type Address,
  type RegisterResponse,
} from '@vest/protocol'
import { submit } from '../../engineCalls.ts'
import { isAddress } from '../../isAddress.ts'
import { hashApiKey } from '../../keyRing.ts'
import { verify } from '../../orders/signedWrite.ts'
import { isRefusal, malformed, refuse, tooMany } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { publicRoute } from '../route.ts'

/** Our server is one account group. */
const ACCOUNT_GROUP = 0

/** The one refusal that the engine itself has (`spentProofs.ts`). */
const SPENT = 'This approval was ended, or became public with a withdrawal: approve with another expiryTime'

export const postRegister = publicRoute('register', async (edge, request) => {
  const body = readBody(registerRequest, request.body)
  if (isRefusal(body)) return body
  if ((body.networkType ?? NETWORK_TYPES.evm) !== NETWORK_TYPES.evm) return refuse(1024)
  const account = body.primaryAddr.toLowerCase() as Address
  const signer = body.signingAddr.toLowerCase() as Address
  if (!isAddress(account)) return malformed('Malformed: primaryAddr')
  if (!isAddress(signer)) return malformed('Malformed: signingAddr')
  const nowMs = edge.clock.nowMs()
  if (!Number.isSafeInteger(body.expiryTime)) return malformed('Not an integer: expiryTime')
  if (body.expiryTime <= nowMs || body.expiryTime > nowMs + SIGNER_VALID_MAX_MS)
    return refuse(1130, 'expiryTime must lie within the next 90 days')

  const blockedS = request.isExempt ? 0 : edge.rateLimits.blockedForS([request.address], nowMs)
  if (blockedS > 0) return tooMany(blockedS)
  const signature = canonicalSignature(body.signature)
  const verdict =
    signature &&
    (await verify(edge, {
      kind: 'registration',
      account,
      signer,
      expiryTimeMs: body.expiryTime,
      contracts: edge.registrationContracts,
      signature: { compact: signature.compact, recovery: signature.recovery },
    }))
  if (isRefusal(verdict)) return verdict
  if (signature === undefined || verdict?.contract === undefined) {
    if (!request.isExempt) edge.rateLimits.noteBadSignature([request.address], nowMs)
    return refuse(1022)
  }
  const apiKey = randomBytes(32).toString('hex')
  const done = await submit(edge, {
    kind: 'Register',
    account,
    networkType: NETWORK_TYPES.evm,
    signer,
    expiryTimeMs: timeMs(body.expiryTime),
    apiKeyHash: hashApiKey(apiKey),
    proofSignature: signature.hex,
    verifyingContract: verdict.contract,
    isMobile: body.isMobile ?? false,
  })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code, SPENT)
  edge.view.keys.noteSession({
    account,
    networkType: NETWORK_TYPES.evm,
    signer,
    expiryTimeMs: timeMs(body.expiryTime),
    apiKeyHash: hashApiKey(apiKey),
    proofSignature: signature.hex,
    verifyingContract: verdict.contract,
    createTimeMs: done.timeMs,
  })
  const answer: RegisterResponse = { apiKey, accGroup: ACCOUNT_GROUP }
  return answer
})
