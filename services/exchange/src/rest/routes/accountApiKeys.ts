/**
 * GET, POST and DELETE /account/apiKeys: who may act for the account. A program gets a key of its own with what it
 * needs and no more; the key is told once and known here by its hash. Sessions stand in the list too, and end here.
 */
import { randomBytes } from 'node:crypto'
import {
  API_KEY_SCOPES,
  apiKeyRequest,
  type Address,
  type ApiKeyRequest,
  type ApiKeyResponse,
  type ApiKeyRow,
  type Hex,
  timeMs,
  type TimeMs,
} from '@vest/protocol'
import { type Edge } from '../../edge.ts'
import { submit } from '../../engineCalls.ts'
import { isAddress } from '../../isAddress.ts'
import { hashApiKey, type KeyHolder } from '../../keyRing.ts'
import { isRefusal, malformed, refuse, type Refusal } from '../../refusal.ts'
import { isNetwork } from '../ipAllowList.ts'
import { readBody } from '../readBody.ts'
import { type Caller, keyRoute } from '../route.ts'

/** Letters, digits and signs: what stands in a list of keys must not disturb it. */
const LABEL = /^[^\p{C}]+$/u

/** Enough of the hash to tell keys apart; nobody comes from it to the key. */
const idOf = (apiKeyHash: Hex): Hex => apiKeyHash.slice(0, 34) as Hex

export const getAccountApiKeys = keyRoute('apiKeys', (edge, _request, caller) => {
  const nowMs = edge.clock.nowMs()
  return edge.view.keys
    .holdersOf(caller.account)
    .filter(({ expiryTimeMs }) => expiryTimeMs === undefined || expiryTimeMs > nowMs)
    .map((holder) => rowOf(edge, holder, caller))
})

function rowOf(edge: Edge, holder: KeyHolder, caller: Caller): ApiKeyRow {
  const { apiKeyHash, program, createTimeMs, expiryTimeMs, signer } = holder
  const lastUse = edge.view.keys.lastUse(apiKeyHash)
  return {
    id: idOf(apiKeyHash),
    kind: program === undefined ? 'session' : 'program',
    label: program?.label ?? 'Session',
    scopes: [...(program?.scopes ?? API_KEY_SCOPES)],
    createTime: createTimeMs,
    expiryTime: expiryTimeMs ?? null,
    lastUsedTime: lastUse?.timeMs ?? null,
    lastUsedFrom: lastUse?.address ?? null,
    ipAllowList: [...(program?.ipAllowList ?? [])],
    signingAddr: signer,
    isCurrent: apiKeyHash === caller.apiKeyHash,
  }
}

export const postAccountApiKeys = keyRoute('createApiKey', async (edge, request, caller) => {
  const body = readBody(apiKeyRequest, request.body)
  if (isRefusal(body)) return body
  const wanted = readWanted(edge, caller, body)
  if (isRefusal(wanted)) return wanted
  const apiKey = randomBytes(32).toString('hex')
  const key = { account: caller.account, apiKeyHash: hashApiKey(apiKey), ...wanted }
  const done = await submit(edge, { kind: 'CreateApiKey', ...key })
  if (isRefusal(done)) return done
  if (!done.answer.ok)
    return done.answer.code === 1130
      ? refuse(1130, 'The account has too many keys')
      : refuse(done.answer.code)
  edge.view.keys.noteProgram({ ...key, createTimeMs: done.timeMs })
  const answer: ApiKeyResponse = { id: idOf(key.apiKeyHash), apiKey }
  return answer
})

interface Wanted extends Required<Pick<ApiKeyRequest, 'label' | 'scopes'>> {
  readonly signer: Address
  readonly ipAllowList: readonly string[]
  readonly expiryTimeMs?: TimeMs
}

/** Form first (422), then what the engine would refuse without saying which it was (1130). */
function readWanted(edge: Edge, caller: Caller, body: ApiKeyRequest): Wanted | Refusal {
  const { label, scopes, expiryTime } = body
  const signer = (body.signingAddr ?? caller.signer).toLowerCase() as Address
  if (!LABEL.test(label)) return malformed('Malformed: label')
  if (!isAddress(signer)) return malformed('Malformed: signingAddr')
  if (expiryTime !== null && expiryTime !== undefined && !Number.isSafeInteger(expiryTime))
    return malformed('Not an integer: expiryTime')
  const ipAllowList = body.ipAllowList ?? []
  const stranger = ipAllowList.find((text) => !isNetwork(text))
  if (stranger !== undefined) return refuse(1130, 'ipAllowList must hold addresses or networks')
  const nowMs = edge.clock.nowMs()
  if (typeof expiryTime === 'number' && expiryTime <= nowMs)
    return refuse(1130, 'expiryTime must lie in the future')
  const isApproved = edge.view.keys
    .registrationsOf(caller.account, signer)
    .some(({ expiryTimeMs }) => expiryTimeMs > nowMs)
  if (signer !== caller.account && !isApproved)
    return refuse(1130, 'signingAddr is no registered signing key of the account')
  return {
    label,
    scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    signer,
    ipAllowList,
    ...(typeof expiryTime === 'number' ? { expiryTimeMs: timeMs(expiryTime) } : {}),
  }
}

export const deleteAccountApiKey = keyRoute('revokeApiKey', async (edge, { params }, { account }) => {
  const id = params['id']?.toLowerCase()
  const { keys } = edge.view
  const held = keys.holdersOf(account).find(({ apiKeyHash }) => idOf(apiKeyHash) === id)
  if (held === undefined) return refuse(1130, 'No such key')
  const { apiKeyHash } = held
  const done = await submit(edge, { kind: 'RevokeApiKey', account, apiKeyHash })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  keys.noteRevoked(account, apiKeyHash)
  return {}
})
