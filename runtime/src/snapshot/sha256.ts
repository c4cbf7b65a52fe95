/** SHA-256 over consecutive parts of any length, as lower-case hex. */
import { createHash } from 'node:crypto'

/** OpenSSL counts the bytes of one call in 31 bits. */
const BYTES_AT_ONCE = 2 ** 30

export function sha256(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256')
  for (const part of parts)
    for (let at = 0; at < part.length; at += BYTES_AT_ONCE) hash.update(part.subarray(at, at + BYTES_AT_ONCE))
  return hash.digest('hex')
}
