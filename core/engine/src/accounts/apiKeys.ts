/**
 * API keys that an account gives to its programs, and the end of any key, those of its sessions included. Of a key the
 * exchange knows the hash alone, whose signing key it speaks with (a session's, or one of its own with a bound on what it
 * may give away), what it may do and from where; whether a request bears it out is the gateway's question. A key ends by its word or by its time, for ever.
 */
import { API_KEYS_MAX, type Address, type Hex, REFUSAL } from '@vest/protocol'
import type { Answer, ApiKey, CreateApiKey, RevokeApiKey } from '../api/index.ts'
import { noncesOf, spendProof } from '../keys/index.ts'
import { type Account, accountAt, emit, type Exchange } from '../state/index.ts'

/** 1099: no such account; 1130: a hash that is taken, a signer that may not speak for it, too many keys, the past. */
export function createApiKey(exchange: Exchange, command: CreateApiKey): Answer {
  const { account: address, signer, apiKeyHash, label, scopes, expiryTimeMs, ipAllowList } = command
  const account = accountAt(exchange, address)
  if (account === undefined) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  forgetExpired(exchange, account)
  const { hasOwnSigner, maxDailyLossUsd6 } = command
  const isAllowed =
    hasOwnSigner === true ? isUnknownSigner(exchange, command) : maySpeakFor(exchange, account, signer)
  if (exchange.apiKeys.has(apiKeyHash) || !isAllowed || !isBoundAllowed(command))
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  if (expiryTimeMs !== undefined && expiryTimeMs <= exchange.timeMs)
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  if (account.apiKeys.length >= API_KEYS_MAX) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const key: ApiKey = {
    accountId: account.id,
    signer,
    apiKeyHash,
    label,
    scopes,
    createTimeMs: exchange.timeMs,
    ...(expiryTimeMs === undefined ? {} : { expiryTimeMs }),
    ipAllowList,
    ...(hasOwnSigner === undefined ? {} : { hasOwnSigner }),
    ...(maxDailyLossUsd6 === undefined ? {} : { maxDailyLossUsd6 }),
  }
  addApiKey(exchange, key)
  if (hasOwnSigner === true) noncesOf(exchange, signer).lossMax = maxDailyLossUsd6 ?? Infinity
  const { accountId: _, ...told } = key
  emit(exchange, { kind: 'ApiKeyCreated', account: address, ...told })
  return { ok: true }
}

/** 1130: the account has no such key. */
export function revokeApiKey(exchange: Exchange, { account: address, apiKeyHash }: RevokeApiKey): Answer {
  const account = accountAt(exchange, address)
  if (account === undefined) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  const { registrations } = account
  const session = registrations.findIndex((held) => held.apiKeyHash === apiKeyHash)
  if (session >= 0) {
    spendProof(exchange, account, registrations[session]!)
    registrations.splice(session, 1)
  } else if (exchange.apiKeys.get(apiKeyHash)?.accountId === account.id) removeApiKey(exchange, apiKeyHash)
  else return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  emit(exchange, { kind: 'ApiKeyRevoked', account: address, apiKeyHash })
  return { ok: true }
}

/** By its hash among all, and among those of its account. */
export function addApiKey(exchange: Exchange, key: ApiKey): void {
  exchange.apiKeys.set(key.apiKeyHash, key)
  exchange.account(key.accountId).apiKeys.push(key)
}

function removeApiKey(exchange: Exchange, apiKeyHash: Hex): void {
  const key = exchange.apiKeys.get(apiKeyHash)!
  const { apiKeys } = exchange.account(key.accountId)
  apiKeys.splice(apiKeys.indexOf(key), 1)
  exchange.apiKeys.delete(apiKeyHash)
}

function forgetExpired(exchange: Exchange, { apiKeys }: Account): void {
  for (const { apiKeyHash, expiryTimeMs } of apiKeys.slice())
    if (expiryTimeMs !== undefined && expiryTimeMs <= exchange.timeMs) removeApiKey(exchange, apiKeyHash)
}

/**
 * A signing key that was never seen. A key has one bound: a second API key that names a known signing key makes no second
 * bound for it.
 */
const isUnknownSigner = (exchange: Exchange, { signer }: CreateApiKey): boolean =>
  !exchange.nonces.has(signer) && accountAt(exchange, signer) === undefined

const isBoundAllowed = ({ hasOwnSigner, maxDailyLossUsd6 }: CreateApiKey): boolean =>
  maxDailyLossUsd6 === undefined ||
  (hasOwnSigner === true && Number.isSafeInteger(maxDailyLossUsd6) && maxDailyLossUsd6 >= 0)

const maySpeakFor = ({ timeMs }: Exchange, { address, registrations }: Account, signer: Address): boolean =>
  signer === address || registrations.some((held) => held.signer === signer && held.expiryTimeMs > timeMs)
