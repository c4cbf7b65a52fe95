/**
 * Ids and addresses as numbers: 32-bit words, the first digits first. The engine compares, finds and keeps
 * them in this form; text is made where an external reader needs it. Also their fingerprints: the last 52
 * bits as one number, by which the tables of orders, accounts and recent ids find them. Ids are digests, so
 * their last bits are already spread. The start of a search is mixed with a secret of the process, because
 * anyone can make many digests with equal last bits, which would lengthen the searches of all.
 */
import type { Hex } from '@vest/protocol'

export const ID_WORDS = 8
export const ADDRESS_WORDS = 5
const DIGITS = 8
const TWO_TO_32 = 4_294_967_296
export const HIGH_BITS = 0xfffff

/** The two digits of a byte as two characters, the first in the lower half. */
const PAIR_OF_BYTE = Uint16Array.from({ length: 256 }, (_, byte) => {
  const text = byte.toString(16).padStart(2, '0')
  return text.charCodeAt(0) | (text.charCodeAt(1) << 8)
})

/** Writes the last `count` words of a `0x…` text to `words`; a shorter text has zeros before it. */
export function writeHex(text: string, words: Int32Array, at: number, count: number): void {
  let end = text.length
  for (let word = count - 1; word >= 0; word--) {
    let bits = 0
    for (let i = end - DIGITS < 2 ? 2 : end - DIGITS; i < end; i++) {
      const code = text.charCodeAt(i)
      // '0'..'9' end in 0..9; 'a'..'f' and 'A'..'F' end in 1..6 and have bit 6.
      bits = (bits << 4) | ((code & 15) + (code >> 6) * 9)
    }
    words[at + word] = bits
    end -= DIGITS
  }
}

/** The text of `count` words, in lower case: at most ID_WORDS of them. */
export function readHex(words: Int32Array, at: number, count: number): Hex {
  for (let i = 0; i < count; i++) {
    const word = words[at + i]!
    digitPairs[4 * i + 1] = PAIR_OF_BYTE[word >>> 24]!
    digitPairs[4 * i + 2] = PAIR_OF_BYTE[(word >>> 16) & 255]!
    digitPairs[4 * i + 3] = PAIR_OF_BYTE[(word >>> 8) & 255]!
    digitPairs[4 * i + 4] = PAIR_OF_BYTE[word & 255]!
  }
  // Made in one piece: V8 joins pieces as a tree, which every lookup of the id has to flatten.
  return digits.toString('latin1', 0, 2 + 8 * count) as Hex
}

const digits = Buffer.alloc(2 + 8 * ID_WORDS, '0x')

const digitPairs = new Uint16Array(digits.buffer, digits.byteOffset, 1 + 4 * ID_WORDS)

/** The last 52 bits, given as the last two words, plus one: never 0. */
export const fingerprintOf = (high: number, low: number): number =>
  (high & HIGH_BITS) * TWO_TO_32 + (low >>> 0) + 1

/** Slot, in a table of `mask + 1` slots, where the search for a fingerprint begins; `low` is its last word. */
export function slotOf(low: number, secret: number, mask: number): number {
  let hash = Math.imul(low ^ secret, 0x2c1b3c6d)
  hash = Math.imul(hash ^ (hash >>> 15), 0x297a2d39)
  return (hash ^ (hash >>> 16)) & mask
}

/** The fingerprint's bits of the word before the last. */
export const highOf = (print: number): number => Math.floor((print - 1) / TWO_TO_32)

/** The last word of the fingerprint. */
export const lowOf = (print: number): number => (print - 1) | 0
