/**
 * Records at rest: AES-GCM under a key of this origin that no script can read (`extractable: false`), each bound to its
 * name, so that none can be moved to another place. A copy of the database without that key is worth nothing. What is
 * only for now lives in memory under the same names and goes before.
 */
import type { z } from 'zod'
import type { RecordStore } from './recordStore.ts'

export interface SealedRecords {
  /** Undefined where there is none, or one that the key does not open: damaged, moved, or of another key. */
  read<S extends z.ZodType>(name: string, schema: S): Promise<z.infer<S> | undefined>
  write(name: string, value: unknown, where: 'lasting' | 'memory'): Promise<void>
  delete(name: string): Promise<void>
  /** What no reload would keep is gone now. */
  forgetMemory(): void
  /** Of both places. */
  names(): Promise<readonly string[]>
}

const WRAPPING_KEY = 'wrapping-key'
const IV_BYTES = 12

export function createSealedRecords(store: RecordStore): SealedRecords {
  const memory = new Map<string, string>()
  let key: Promise<CryptoKey> | undefined

  /** Made at first use; two tabs that race end with the same one. */
  const wrappingKey = (): Promise<CryptoKey> => (key ??= readOrMakeKey(store))

  return {
    async read(name, schema) {
      const text = memory.get(name) ?? (await unsealed(name))
      if (text === undefined) return undefined
      const parsed = schema.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : undefined
    },
    async write(name, value, where) {
      const text = JSON.stringify(value)
      if (where === 'memory') {
        memory.set(name, text)
        return store.delete(name)
      }
      memory.delete(name)
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const data = await crypto.subtle.encrypt(parameters(iv, name), await wrappingKey(), bytes(text))
      await store.put(name, { iv, data } satisfies Sealed)
    },
    async delete(name) {
      memory.delete(name)
      await store.delete(name)
    },
    forgetMemory: () => memory.clear(),
    names: async () => [
      ...new Set([...memory.keys(), ...(await store.names()).filter((name) => name !== WRAPPING_KEY)]),
    ],
  }

  async function unsealed(name: string): Promise<string | undefined> {
    const held = await store.get(name)
    if (!isSealed(held)) return undefined
    try {
      const opened = await crypto.subtle.decrypt(parameters(held.iv, name), await wrappingKey(), held.data)
      return new TextDecoder().decode(opened)
    } catch {
      return undefined
    }
  }
}

async function readOrMakeKey(store: RecordStore): Promise<CryptoKey> {
  const held = await store.get(WRAPPING_KEY)
  if (held !== undefined) return held as CryptoKey
  const usages: readonly KeyUsage[] = ['encrypt', 'decrypt']
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, usages)
  return (await store.putIfAbsent(WRAPPING_KEY, made)) as CryptoKey
}

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}

const isSealed = (value: unknown): value is Sealed =>
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
