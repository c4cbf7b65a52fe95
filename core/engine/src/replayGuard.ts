/**
 * What must never happen twice: a nonce of a key, remembered for a day, and an order id. An id is a digest of account
 * and signed content, nonce included; so an order can come again only under the nonce that it has used, or under
 * another key of the same account that signs the same words. Ids are therefore looked at only where two keys of an
 * account have used one number. They are remembered for two to four minutes, by when their signed time has left every
 * window. Nothing here is ever iterated to decide anything.
 */
import { type Address, type Id, NONCE_KEPT_MS, RECV_WINDOW_MAX_MS, timeMs } from '@vest/protocol'
import type { Account, Exchange, SignerNonces } from './state.ts'

const HOUR_MS = 3_600_000
const ID_GENERATION_MS = 2 * RECV_WINDOW_MAX_MS

/** The nonces of a key: found through its account where that has seen it before, begun on first sight. */
export function noncesOf(exchange: Exchange, account: Account | undefined, signer: Address): SignerNonces {
  if (account !== undefined) {
    const { signers } = account
    for (let i = 0; i < signers.length; i++) if (signers[i]!.signer === signer) return signers[i]!
  }
  let entry = exchange.nonces.get(signer)
  if (entry === undefined) {
    entry = { signer, last: -1, rising: [], stragglers: new Set(), hours: [] }
    exchange.nonces.set(signer, entry)
  }
  account?.signers.push(entry)
  return entry
}

/** Nonces mostly rise: one above all before is new without looking, a rising list is searched by halves. */
export function isNonceUsed(entry: SignerNonces, nonce: number): boolean {
  if (nonce > entry.last) return false
  const { rising } = entry
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rising[middle]! < nonce) low = middle + 1
    else high = middle
  }
  return (low < rising.length && rising[low] === nonce) || entry.stragglers.has(nonce)
}

/** Uses up a nonce that {@link isNonceUsed} has not found. */
export function useNonce(exchange: Exchange, entry: SignerNonces, nonce: number): void {
  const { hours } = entry
  let hour = hours[hours.length - 1]
  if (hour === undefined || exchange.timeMs - hour.hourMs >= HOUR_MS) {
    hour = { hourMs: exchange.timeMs - (exchange.timeMs % HOUR_MS), rising: 0, stragglers: 0 }
    hours.push(hour)
  }
  if (nonce > entry.last) {
    entry.last = nonce
    entry.rising.push(nonce)
    hour.rising += 1
  } else {
    entry.stragglers.add(nonce)
    hour.stragglers += 1
  }
}

/** Has another key of the account sent this very order before? */
export function isIdRepeated(account: Account, own: SignerNonces, id: Id, nonce: number): boolean {
  const { signers } = account
  if (signers.length === 1) return false
  for (let i = 0; i < signers.length; i++)
    if (signers[i] !== own && isNonceUsed(signers[i]!, nonce))
      return account.youngIds.includes(id) || account.oldIds.includes(id)
  return false
}

/** By the timer: a generation of order ids every two minutes, and whole hours of nonces after a day. */
export function forgetOld(exchange: Exchange): void {
  const { timeMs: now } = exchange
  if (now - exchange.idsTurnedAtMs >= ID_GENERATION_MS) {
    exchange.idsTurnedAtMs = now
    for (const account of exchange.accounts) turnIds(account)
  }
  const hourMs = timeMs(now - (now % HOUR_MS))
  if (hourMs === exchange.noncesForgottenMs) return
  exchange.noncesForgottenMs = hourMs
  for (const entry of exchange.nonces.values()) forgetHours(entry, now)
  for (const account of exchange.accounts)
    if (account.signers.some(isForgotten)) account.signers = account.signers.filter((one) => !isForgotten(one))
}

const isForgotten = (entry: SignerNonces): boolean => entry.hours.length === 0

function turnIds(account: Account): void {
  if (account.oldIds.length === 0 && account.youngIds.length === 0) return
  account.oldIds = account.youngIds
  account.youngIds = []
}

/** The highest nonce of a key stays known for ever. */
function forgetHours(entry: SignerNonces, now: number): void {
  while (entry.hours.length > 0 && now - (entry.hours[0]!.hourMs + HOUR_MS) >= NONCE_KEPT_MS) {
    const { rising, stragglers } = entry.hours.shift()!
    entry.rising.splice(0, rising)
    let left = stragglers
    for (const nonce of entry.stragglers) {
      if (left-- === 0) break
      entry.stragglers.delete(nonce)
    }
  }
}
