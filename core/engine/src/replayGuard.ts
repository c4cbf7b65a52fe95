/**
 * What must never happen twice: a nonce of a signer (remembered a day) and an order id (remembered two minutes, by
 * when its signed time has left every window; the nonce goes on guarding it). Nothing here is ever iterated to
 * decide anything.
 */
import { type Address, type Id, NONCE_KEPT_MS, RECV_WINDOW_MAX_MS } from '@vest/protocol'
import type { Exchange } from './state.ts'

const HOUR_MS = 3_600_000
const ID_GENERATION_MS = 2 * RECV_WINDOW_MAX_MS

export const isNonceUsed = (exchange: Exchange, signer: Address, nonce: number): boolean =>
  exchange.nonces.get(signer)?.used.has(nonce) === true

export const isOrderIdKnown = (exchange: Exchange, id: Id): boolean =>
  exchange.orders.has(id) || exchange.youngIds.has(id) || exchange.oldIds.has(id)

export function useNonce(exchange: Exchange, signer: Address, nonce: number): void {
  let entry = exchange.nonces.get(signer)
  if (entry === undefined) {
    entry = { last: 0, used: new Set() }
    exchange.nonces.set(signer, entry)
  }
  entry.used.add(nonce)
  if (nonce > entry.last) entry.last = nonce
  const { bySigner } = currentHour(exchange)
  const list = bySigner.get(signer)
  if (list === undefined) bySigner.set(signer, [nonce])
  else list.push(nonce)
}

function currentHour(exchange: Exchange): Exchange['nonceHours'][number] {
  const { nonceHours, timeMs } = exchange
  const last = nonceHours[nonceHours.length - 1]
  if (last !== undefined && timeMs - last.hourMs < HOUR_MS) return last
  const hour = { hourMs: timeMs - (timeMs % HOUR_MS), bySigner: new Map<Address, number[]>() }
  nonceHours.push(hour)
  return hour
}

export function rememberOrderId(exchange: Exchange, id: Id): void {
  if (exchange.timeMs - exchange.idsTurnedAtMs >= ID_GENERATION_MS) {
    exchange.oldIds = exchange.youngIds
    exchange.youngIds = new Set()
    exchange.idsTurnedAtMs = exchange.timeMs
  }
  exchange.youngIds.add(id)
}

/** Forgets whole hours of nonces once their youngest is a day old; the highest nonce of a signer stays known. */
export function forgetOldNonces(exchange: Exchange): void {
  const { nonceHours, nonces, timeMs } = exchange
  while (nonceHours.length > 0 && timeMs - (nonceHours[0]!.hourMs + HOUR_MS) >= NONCE_KEPT_MS) {
    for (const [signer, list] of nonceHours[0]!.bySigner) {
      const { used } = nonces.get(signer)!
      for (const nonce of list) used.delete(nonce)
    }
    nonceHours.shift()
  }
}
