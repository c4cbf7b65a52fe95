/**
 * Prints: the last 52 bits of an id or address as one number, by which the tables of orders, accounts and recent ids
 * find it. Ids are digests, so their ends are spread already; where a search begins is mixed with a secret of the
 * process, because whoever makes digests can make many that end alike, and would lengthen everybody's search.
 */
import type { Address, Id } from '@vest/protocol'

const LOW_DIGITS = 8
const HIGH_DIGITS = 5
const TWO_TO_32 = 4_294_967_296

/** The last 52 bits of an id or address, plus one: never 0. */
export const textPrint = (text: Id | Address): number =>
  hexBits(text, text.length - LOW_DIGITS - HIGH_DIGITS, HIGH_DIGITS) * TWO_TO_32 +
  (hexBits(text, text.length - LOW_DIGITS, LOW_DIGITS) >>> 0) +
  1

function hexBits(text: string, from: number, digits: number): number {
  let bits = 0
  for (let at = from; at < from + digits; at++) {
    const code = text.charCodeAt(at)
    // '0'..'9' end in 0..9; 'a'..'f' end in 1..6 and have bit 6.
    bits = (bits << 4) | ((code & 15) + (code >> 6) * 9)
  }
  return bits
}

/** Slot of a table of `mask + 1` slots where the search for a print begins. */
export function slotOf(print: number, secret: number, mask: number): number {
  // The low 32 bits; the print has 52.
  let hash = Math.imul((print | 0) ^ secret, 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39)
  return (hash ^ (hash >>> 16)) & mask
}
