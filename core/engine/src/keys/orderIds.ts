/**
 * Whether an order id was seen: ids are remembered for two to four minutes, by when their signed time has left every
 * window and the nonce alone guards them.
 */
import {
  addNewFingerprint,
  type Exchange,
  findOrderAt,
  hasFingerprint,
  ID_WORDS,
  fingerprintOf,
} from '../state/index.ts'

/** Is that very order live, or was it here minutes ago? */
export function isIdKnown(exchange: Exchange, words: Int32Array, at: number): boolean {
  if (findOrderAt(exchange.orders, words, at) >= 0) return true
  const print = fingerprintOf(words[at + ID_WORDS - 2]!, words[at + ID_WORDS - 1]!)
  return hasFingerprint(exchange.oldIds, print) || hasFingerprint(exchange.youngIds, print)
}

/** Notes the id of a new order, given in words; false = that very order is live or was here minutes ago. */
export function takeId(exchange: Exchange, words: Int32Array, at: number): boolean {
  if (findOrderAt(exchange.orders, words, at) >= 0) return false
  const high = words[at + ID_WORDS - 2]!
  const low = words[at + ID_WORDS - 1]!
  return addNewFingerprint(exchange.oldIds, exchange.youngIds, high, low, fingerprintOf(high, low))
}
