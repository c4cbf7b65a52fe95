/**
 * Sealing of secrets at rest: AES-GCM under a key of the browser that no script can read (`extractable: false`).
 * Copying the database off the machine yields nothing without that key. Each sealed text is bound to a name, so
 * that a record cannot be moved to another account.
 */
import type { SecretStore } from './secretStore.ts'

export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

const WRAPPING_KEY = 'wrapping-key'
const IV_BYTES = 12

/** The one wrapping key of this store, made at first use; two tabs that race end with the same one. */
export async function wrappingKey(store: SecretStore): Promise<CryptoKey> {
  const held = await store.get(WRAPPING_KEY)
  if (held !== undefined) return held as CryptoKey
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
  return (await store.putIfAbsent(WRAPPING_KEY, made)) as CryptoKey
}

export async function seal(key: CryptoKey, text: string, boundTo: string): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  return { iv, data: await crypto.subtle.encrypt(parameters(iv, boundTo), key, bytes(text)) }
}

/** Throws when the record was altered, moved, or sealed under another key. */
export async function unseal(key: CryptoKey, sealed: Sealed, boundTo: string): Promise<string> {
  return new TextDecoder().decode(
    await crypto.subtle.decrypt(parameters(sealed.iv, boundTo), key, sealed.data),
  )
}

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' &&
  value !== null &&
  'iv' in value &&
  value.iv instanceof Uint8Array &&
  'data' in value &&
  value.data instanceof ArrayBuffer

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text))
const parameters = (iv: Uint8Array<ArrayBuffer>, boundTo: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytes(boundTo),
})
