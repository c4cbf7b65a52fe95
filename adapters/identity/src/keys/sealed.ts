/**
 * AES-256-GCM with a random nonce: nonce, ciphertext, tag in one value. The label is authenticated, so that a sealed value
 * opens in the place it was made for and in no other.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export function seal(key: Uint8Array, label: string, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
  return new Uint8Array(Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]))
}

/** Throws on a wrong key, a wrong label, or any changed bit. */
export function unseal(key: Uint8Array, label: string, sealed: Uint8Array): Uint8Array {
  const bytes = Buffer.from(sealed)
  if (bytes.length < NONCE_BYTES + TAG_BYTES)
    throw new Error('a sealed value is longer than its nonce and tag')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(label))
    .setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  const body = bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES)
  return new Uint8Array(Buffer.concat([decipher.update(body), decipher.final()]))
}

export const sealJson = (key: Uint8Array, label: string, value: unknown): Uint8Array =>
  seal(key, label, Buffer.from(JSON.stringify(value)))

export const unsealJson = <T>(key: Uint8Array, label: string, sealed: Uint8Array): T =>
  JSON.parse(Buffer.from(unseal(key, label, sealed)).toString('utf8')) as T
