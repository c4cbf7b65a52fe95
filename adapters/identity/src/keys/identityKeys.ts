/**
 * Every secret of identity comes from one key-encryption key of 32 bytes, which lies outside the database: a file of
 * mode 0600 on devnet, the environment elsewhere. From it HKDF makes one key per purpose; the data key of each person is
 * random and stands in the database sealed. The database alone opens nothing.
 */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { seal, unseal } from './sealed.ts'

const KEY_BYTES = 32

export interface IdentityKeys {
  /** Names a value in an index without telling it. */
  lookup(kind: string, value: string): Uint8Array
  /** What stands in the place of a code. */
  codeMac(address: string, challengeId: string, code: string): Uint8Array
  refreshMac(sessionId: string, count: number, salt: Uint8Array): Uint8Array
  deviceMac(address: string, nonce: string): Uint8Array
  /** Of the Ed25519 key that signs access tokens. */
  readonly signingSeed: Uint8Array
  newDataKey(userId: string): { readonly dataKey: Uint8Array; readonly wrapped: Uint8Array }
  openDataKey(userId: string, wrapped: Uint8Array): Uint8Array
  /** Of rows that belong to no user yet. */
  readonly looseKey: Uint8Array
}

export function createIdentityKeys(keyEncryptionKey: Uint8Array): IdentityKeys {
  if (keyEncryptionKey.length !== KEY_BYTES)
    throw new Error('the key-encryption key of identity has 32 bytes')
  const keyFor = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', keyEncryptionKey, 'vest identity', purpose, KEY_BYTES))
  const [lookupKey, codeKey, refreshKey, deviceKey, wrapKey] = [
    'lookup',
    'code',
    'refresh',
    'device',
    'wrap',
  ].map(keyFor) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  return {
    lookup: (kind, value) => macOf(lookupKey, kind, value),
    codeMac: (address, challengeId, code) => macOf(codeKey, address, challengeId, code),
    refreshMac: (sessionId, count, salt) =>
      macOf(refreshKey, sessionId, String(count), Buffer.from(salt).toString('hex')),
    deviceMac: (address, nonce) => macOf(deviceKey, address, nonce),
    signingSeed: keyFor('tokens'),
    looseKey: keyFor('loose'),
    newDataKey(userId) {
      const dataKey = randomBytes(KEY_BYTES)
      return { dataKey, wrapped: seal(wrapKey, `data key ${userId}`, dataKey) }
    },
    openDataKey: (userId, wrapped) => unseal(wrapKey, `data key ${userId}`, wrapped),
  }
}

/** Parts are written with their lengths: no two lists of parts have the same bytes. */
function macOf(key: Uint8Array, ...parts: readonly string[]): Uint8Array {
  const mac = createHmac('sha256', key)
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:${part}`)
  return new Uint8Array(mac.digest())
}

/** In the time that the right one takes; `timingSafeEqual` itself throws where lengths differ. */
export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && timingSafeEqual(a, b)

export const sha256 = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest())

/** 64 hex digits or base64 of 32 bytes. */
export function readKeyText(text: string): Uint8Array {
  const trimmed = text.trim()
  const bytes = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed, 'base64')
  if (bytes.length !== KEY_BYTES)
    throw new Error('the key-encryption key is 32 bytes, as 64 hex digits or as base64')
  return new Uint8Array(bytes)
}

/** The key of a file, which is made where there is none: readable for its owner alone, on the disk before it is used. */
export function keyFromFile(path: string): Uint8Array {
  if (!existsSync(path)) {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeSync(file, `${randomBytes(KEY_BYTES).toString('hex')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }
  return readKeyText(readFileSync(path, 'utf8'))
}
