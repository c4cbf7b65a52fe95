/**
 * Nonces in the time style: the corrected time in milliseconds, strictly increasing per signer ([7.1]). An
 * order with attached legs uses up three, its own and one per leg. The last value is kept per signing address
 * for the life of the page or process, so two clients with one key do not collide.
 */

const lastBySigner = new Map<string, number>()

/** Reserves `count` consecutive nonces of `signer` and returns the first. */
export function nextNonce(signer: string, nowMs: number, count = 1): number {
  const key = signer.toLowerCase()
  const nonce = Math.max(nowMs, (lastBySigner.get(key) ?? -1) + 1)
  lastBySigner.set(key, nonce + count - 1)
  return nonce
}

/** How many nonces an order uses up. */
export const nonceCount = (order: { tpPrice?: unknown; slPrice?: unknown }): 1 | 3 =>
  order.tpPrice === undefined && order.slPrice === undefined ? 1 : 3
