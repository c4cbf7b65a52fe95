/**
 * SLIP-0010 for ed25519: every step is hardened, I = HMAC-SHA512(chain code, 0x00 ‖ key ‖ index + 2^31), the left half is
 * the next key and the right half the next chain code. `@scure/bip32` speaks secp256k1 only.
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { utf8 } from '@vest/protocol'

const HARDENED = 0x8000_0000

export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8('ed25519 seed'), seed)
  for (const index of path) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index + HARDENED)
    const next = hmac(sha512, node.subarray(32), data)
    node.fill(0)
    data.fill(0)
    node = next
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}
