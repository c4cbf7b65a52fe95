/**
 * GET, POST and DELETE /account/apiKeys: who may act for the account. A program gets a key of its own with what it
 * needs and no more, and one that may trade a signing key of its own with a bound on what it gives away in a day; the key is
 * told once and known here by its hash. Sessions stand in the list too, and end here.
 */
import { randomBytes } from 'node:crypto'
import {
  API_KEY_SCOPES,
  apiKeyRequest,
  type Address,
  type ApiKeyRequest,
  type ApiKeyResponse,
  type ApiKeyRow,
  divFloor,
  formatUsd6,
  type Hex,
  parseDecimal,
  timeMs,
  type TimeMs,
  type Usd6,
  usd6,
  USD6_DECIMALS,
  REFUSAL,
} from '@vest/protocol'
import type { Caller } from '../../caller.ts'
import type { Edge, WritePorts } from '../../edge.ts'
import { submit } from '../../engineCalls.ts'
import { tellOwner } from '../../identity/tellOwner.ts'
import { isAddress } from '../../isAddress.ts'
import { hashApiKey, type KeyHolder } from '../../keyRing.ts'
import type { KeyUse } from '../../keyUses.ts'
import { isRefusal, malformed, refuse, type Refusal } from '../../refusal.ts'
import { isNetwork } from '../ipAllowList.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

/** Letters, digits and signs: what stands in a list of keys must not disturb it. */
const LABEL = /^[^\p{C}]+$/u

/** Enough of the hash to tell keys apart; it does not lead to the key. */
const idOf = (apiKeyHash: Hex): Hex => apiKeyHash.slice(0, 34) as Hex

export const getAccountApiKeys = keyRoute('apiKeys', async (edge, _request, caller) => {
  const nowMs = edge.clock.nowMs()
  const holders = edge.view.keys
    .holdersOf(caller.account)
    .filter(({ expiryTimeMs }) => expiryTimeMs === undefined || expiryTimeMs > nowMs)
  const signers = holders.filter(isBounded).map(({ signer }) => signer)
  const lost = signers.length === 0 ? [] : await edge.engine.query('lostToday', { signers })
  const lostOf = new Map(signers.map((signer, at) => [signer, lost[at]!]))
  const uses = await edge.keyUses.of(caller.account)
  return holders.map((holder) => rowOf(holder, caller, uses[holder.apiKeyHash], lostOf.get(holder.signer)))
})

const isBounded = ({ program }: KeyHolder): boolean => program?.maxDailyLossUsd6 !== undefined

function rowOf(
  holder: KeyHolder,
  caller: Caller,
  use: KeyUse | undefined,
  lost: Usd6 | undefined,
): ApiKeyRow {
  const { apiKeyHash, program, createTimeMs, expiryTimeMs, signer } = holder
  return {
    id: idOf(apiKeyHash),
    kind: program === undefined ? 'session' : 'program',
    label: program?.label ?? 'Session',
    scopes: [...(program?.scopes ?? API_KEY_SCOPES)],
    createTime: createTimeMs,
    expiryTime: expiryTimeMs ?? null,
    createdFrom: use?.madeFrom ?? null,
    browser: use?.browser ?? null,
    lastUsedTime: use?.usedMs ?? null,
    lastUsedFrom: use?.usedFrom ?? null,
    ipAllowList: [...(program?.ipAllowList ?? [])],
    signingAddr: signer,
    maxDailyLoss: program?.maxDailyLossUsd6 === undefined ? null : formatUsd6(program.maxDailyLossUsd6),
    lostToday: !isBounded(holder) || lost === undefined ? null : formatUsd6(lost),
    isCurrent: apiKeyHash === caller.apiKeyHash,
  }
}

export const postAccountApiKeys = keyRoute('createApiKey', async (edge, request, caller) => {
  const body = readBody(apiKeyRequest, request.body)
  if (isRefusal(body)) return body
  const wanted = await readWanted(edge, caller, body)
  if (isRefusal(wanted)) return wanted
  const apiKey = randomBytes(32).toString('hex')
  const key = { account: caller.account, apiKeyHash: hashApiKey(apiKey), ...wanted }
  const done = await submit(edge, { kind: 'CreateApiKey', ...key })
  if (isRefusal(done)) return done
  if (!done.answer.ok)
    return done.answer.code === REFUSAL.INVALID_PARAMETER
      ? refuse(REFUSAL.INVALID_PARAMETER, 'The account has too many keys')
      : refuse(done.answer.code)
  edge.view.keys.noteProgram({ ...key, createTimeMs: done.timeMs })
  if (!request.isExempt) edge.keyUses.noteMade(key, request)
  await tellOwner(edge, caller, { kind: 'newKey', label: wanted.label }, request)
  const answer: ApiKeyResponse = { id: idOf(key.apiKeyHash), apiKey }
  return answer
})

interface Wanted extends Required<Pick<ApiKeyRequest, 'label' | 'scopes'>> {
  readonly signer: Address
  readonly ipAllowList: readonly string[]
  readonly expiryTimeMs?: TimeMs
  readonly hasOwnSigner?: true
  readonly maxDailyLossUsd6?: Usd6
}

/** Form first (422), then what the engine would refuse without saying which it was (1130). */
async function readWanted(edge: WritePorts, caller: Caller, body: ApiKeyRequest): Promise<Wanted | Refusal> {
  const { label, scopes, expiryTime } = body
  const signer = (body.signingAddr ?? caller.signer).toLowerCase() as Address
  if (!LABEL.test(label)) return malformed('Malformed: label')
  if (!isAddress(signer)) return malformed('Malformed: signingAddr')
  if (expiryTime !== null && expiryTime !== undefined && !Number.isSafeInteger(expiryTime))
    return malformed('Not an integer: expiryTime')
  const ipAllowList = body.ipAllowList ?? []
  const stranger = ipAllowList.find((text) => !isNetwork(text))
  if (stranger !== undefined)
    return refuse(REFUSAL.INVALID_PARAMETER, 'ipAllowList must hold addresses or networks')
  const nowMs = edge.clock.nowMs()
  if (typeof expiryTime === 'number' && expiryTime <= nowMs)
    return refuse(REFUSAL.INVALID_PARAMETER, 'expiryTime must lie in the future')
  const own = scopes.includes('trade') ? await readOwnSigner(edge, caller, body) : undefined
  if (isRefusal(own)) return own
  if (own === undefined && body.maxDailyLoss !== undefined)
    return refuse(REFUSAL.INVALID_PARAMETER, 'maxDailyLoss is of keys with scope trade')
  const isApproved = edge.view.keys
    .registrationsOf(caller.account, signer)
    .some(({ expiryTimeMs }) => expiryTimeMs > nowMs)
  if (own === undefined && signer !== caller.account && !isApproved)
    return refuse(REFUSAL.INVALID_PARAMETER, 'signingAddr is no registered signing key of the account')
  return {
    ...own,
    label,
    scopes: API_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    signer,
    ipAllowList,
    ...(typeof expiryTime === 'number' ? { expiryTimeMs: timeMs(expiryTime) } : {}),
  }
}

/** The least that is proposed as a bound. */
const LEAST_BOUND_USD6 = usd6(100_000_000)

/**
 * A program that may trade signs with a key of its own, so that what it gives away in a day has a bound and what its owner
 * does has none. A tenth of the equity of now where nothing is said; null is the owner's word that there is none.
 */
async function readOwnSigner(
  edge: Pick<Edge, 'engine' | 'view'>,
  { account }: Caller,
  { signingAddr, maxDailyLoss }: ApiKeyRequest,
): Promise<Pick<Wanted, 'hasOwnSigner' | 'maxDailyLossUsd6'> | Refusal> {
  if (typeof signingAddr !== 'string')
    return refuse(
      REFUSAL.INVALID_PARAMETER,
      'A key with scope trade needs a signing key of its own: signingAddr',
    )
  const signer = signingAddr.toLowerCase() as Address
  if (signer === account || edge.view.highestNonce(signer) !== undefined)
    return refuse(REFUSAL.INVALID_PARAMETER, 'signingAddr must be an address that was never used here')
  if (maxDailyLoss === null) return { hasOwnSigner: true }
  if (maxDailyLoss === undefined) {
    const equity = (await edge.engine.query('account', { account }))?.equity ?? 0
    return { hasOwnSigner: true, maxDailyLossUsd6: usd6(Math.max(LEAST_BOUND_USD6, divFloor(equity, 10))) }
  }
  const parsed = parseDecimal(maxDailyLoss, USD6_DECIMALS)
  if (!parsed.ok || parsed.value < 0)
    return refuse(REFUSAL.INVALID_PARAMETER, 'maxDailyLoss is an amount with at most 6 decimals')
  return { hasOwnSigner: true, maxDailyLossUsd6: usd6(parsed.value) }
}

export const deleteAccountApiKey = keyRoute('revokeApiKey', async (edge, { params }, { account }) => {
  const id = params['id']?.toLowerCase()
  const { keys } = edge.view
  const held = keys.holdersOf(account).find(({ apiKeyHash }) => idOf(apiKeyHash) === id)
  if (held === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'No such key')
  const { apiKeyHash } = held
  const done = await submit(edge, { kind: 'RevokeApiKey', account, apiKeyHash })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  keys.noteRevoked(account, apiKeyHash)
  return {}
})
