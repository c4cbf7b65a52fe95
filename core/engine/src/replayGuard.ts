/**
 * What must never happen twice: a nonce of a signer, remembered for a day, and an order id. Ids are made of account and
 * signed content, so only another key of the same account could send one again under a nonce of its own; they are
 * therefore looked up only where two keys of an account have used the same number.
 */
import { type Address, type Id, NONCE_KEPT_MS, RECV_WINDOW_MAX_MS, timeMs } from '@vest/protocol'
import type { Account, Exchange, SignerNonces } from './state.ts'

const HOUR_MS = 3_600_000
/** Twice the longest window: an order older than that is late whatever it says. */
const ID_GENERATION_MS = 2 * RECV_WINDOW_MAX_MS

export function isNonceUsed(exchange: Exchange, signer: Address, nonce: number): boolean {
  const entry = exchange.nonces.get(signer)
  return entry !== undefined && isUsed(entry, nonce)
}

/** The nonces of a signer, found through its account where that has seen it before. */
export function noncesOf(exchange: Exchange, account: Account | undefined, signer: Address): SignerNonces {
  if (account !== undefined) for (const entry of account.signers) if (entry.signer === signer) return entry
  let entry = exchange.nonces.get(signer)
  if (entry === undefined) {
    entry = { signer, last: -1, rising: [], stragglers: new Set(), hours: [] }
    exchange.nonces.set(signer, entry)
  }
  account?.signers.push(entry)
  return entry
}

/** Nonces mostly rise: a higher one than ever is new without looking, a rising list is searched by halves. */
export function isUsed(entry: SignerNonces, nonce: number): boolean {
  if (nonce > entry.last) return false
  const { rising } = entry
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rising[middle]! < nonce) low = middle + 1
    else high = middle
  }
  return rising[low] === nonce || entry.stragglers.has(nonce)
}

/** Uses a nonce up that {@link isUsed} has not found. */
export function useNonce(exchange: Exchange, entry: SignerNonces, nonce: number): void {
  const hour = currentHour(exchange, entry)
  if (nonce > entry.last) {
    entry.last = nonce
    entry.rising.push(nonce)
    hour.rising += 1
  } else {
    entry.stragglers.add(nonce)
    hour.stragglers += 1
  }
}

function currentHour(exchange: Exchange, entry: SignerNonces): SignerNonces['hours'][number] {
  const { hours } = entry
  const last = hours[hours.length - 1]
  if (last !== undefined && exchange.timeMs - last.hourMs < HOUR_MS) return last
  const hour = { hourMs: exchange.timeMs - (exchange.timeMs % HOUR_MS), rising: 0, stragglers: 0 }
  hours.push(hour)
  return hour
}

/** Has another key of the account sent this very order before? */
export function isIdRepeated(exchange: Exchange, account: Account, own: SignerNonces, order: { id: Id; nonce: number }): boolean {
  if (account.signers.length === 1) return false
  for (const other of account.signers)
    if (other !== own && isUsed(other, order.nonce)) return isIdKnown(exchange, account, order.id)
  return false
}

const isIdKnown = (exchange: Exchange, account: Account, id: Id): boolean =>
  exchange.orders.has(id) || account.youngIds.includes(id) || account.oldIds.includes(id)

/** By the timer: two generations of order ids of the last minutes, and whole hours of nonces after a day. */
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
  for (const account of exchange.accounts) account.signers = account.signers.filter((entry) => entry.hours.length > 0)
}

function turnIds(account: Account): void {
  account.oldIds = account.youngIds
  if (account.youngIds.length > 0) account.youngIds = []
}

/** The highest nonce of a signer stays known for ever. */
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
