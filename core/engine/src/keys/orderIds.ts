/**
 * What must never happen twice: a nonce of a key, remembered for a day, and an order id. An id is a digest of account
 * and signed content; it is remembered for two to four minutes, by when its signed time has left every window and the
 * nonce alone guards it. Of ended orders the last 52 bits are kept: a chance likeness, one in four quadrillion,
 * refuses an order that may be signed anew.
 */
import { addNewPrint, type Exchange, findOrderAt, hasPrint, ID_WORDS, printOf } from '../state/index.ts'

/** Is that very order live, or was it here minutes ago? */
export function isIdKnown(exchange: Exchange, words: Int32Array, at: number): boolean {
  if (findOrderAt(exchange.orders, words, at) >= 0) return true
  const print = printOf(words[at + ID_WORDS - 2]!, words[at + ID_WORDS - 1]!)
  return hasPrint(exchange.oldIds, print) || hasPrint(exchange.youngIds, print)
}

/** Notes the id of a new order, given in words; false = that very order is live or was here minutes ago. */
export function takeId(exchange: Exchange, words: Int32Array, at: number): boolean {
  if (findOrderAt(exchange.orders, words, at) >= 0) return false
  const high = words[at + ID_WORDS - 2]!
  const low = words[at + ID_WORDS - 1]!
  return addNewPrint(exchange.oldIds, exchange.youngIds, high, low, printOf(high, low))
}
