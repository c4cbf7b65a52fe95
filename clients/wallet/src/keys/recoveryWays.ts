/**
 * Ways back in. Each is a secret of 32 bytes that its owner has elsewhere, and makes a key of X25519; the recovery part is
 * sealed for its public half, so that a new split reaches every way without its secret. A mac under a key of the seed says
 * which ways are the owner's own: the server, which keeps the list, can neither put one in nor put a removed one back.
 */
import { x25519 } from '@noble/curves/ed25519.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import {
  bytesToHex,
  concatBytes,
  hexToBytes,
  recoveryWayText,
  shareRecord,
  utf8,
  type Hex,
  type RecoveryRecord,
  type RecoveryWay,
  type ShareRecord,
} from '@vest/protocol'
import { wipe } from './walletKeys.ts'

export const WAY_SECRET_BYTES = 32
type Without<Fields extends string, Of> = Of extends unknown ? Omit<Of, Fields> : never
/** A way that no key of the seed has vouched for yet. */
export type NewWay = Without<'mac', RecoveryWay>

export const wayPublicKey = (secret: Uint8Array): Hex => bytesToHex(x25519.getPublicKey(secret))

const KEY_BYTES = 32

/** That the way belongs to this generation of the split. */
export function wayMac(seed: Uint8Array, userId: string, generation: number, way: NewWay): Hex {
  const key = hkdf(sha256, seed, undefined, utf8('vest recovery ways'), KEY_BYTES)
  const mac = bytesToHex(hmac(sha256, key, utf8(recoveryWayText(userId, generation, way))))
  wipe(key)
  return mac
}

/** What binds the sealing to its owner, its generation and both keys. */
async function sealingKey(shared: Uint8Array, publicKeys: Uint8Array, userId: string, generation: number) {
  const info = utf8(`vest recovery ${userId} ${generation}`)
  const bytes = new Uint8Array(hkdf(sha256, shared, publicKeys, info, KEY_BYTES))
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
  wipe(bytes, shared)
  return key
}

export async function sealForWay(
  part: ShareRecord,
  way: RecoveryWay,
  userId: string,
): Promise<RecoveryRecord> {
  const oneTime = x25519.utils.randomSecretKey()
  const ephemeral = x25519.getPublicKey(oneTime)
  const publicKey = hexToBytes(way.publicKey)
  const key = await sealingKey(
    x25519.getSharedSecret(oneTime, publicKey),
    concatBytes(ephemeral, publicKey),
    userId,
    part.generation,
  )
  wipe(oneTime)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new Uint8Array(utf8(JSON.stringify(part)))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
  return {
    ...way,
    generation: part.generation,
    ephemeralKey: bytesToHex(ephemeral),
    sealed: bytesToHex(new Uint8Array(sealed)),
    nonce: bytesToHex(iv),
  }
}

/** Undefined: the secret is not of this way. */
export async function openWay(
  record: RecoveryRecord,
  secret: Uint8Array,
  userId: string,
): Promise<ShareRecord | undefined> {
  const publicKey = x25519.getPublicKey(secret)
  if (bytesToHex(publicKey) !== record.publicKey) return undefined
  const ephemeral = hexToBytes(record.ephemeralKey)
  try {
    const key = await sealingKey(
      x25519.getSharedSecret(secret, ephemeral),
      concatBytes(ephemeral, publicKey),
      userId,
      record.generation,
    )
    const iv = new Uint8Array(hexToBytes(record.nonce))
    const sealed = new Uint8Array(hexToBytes(record.sealed))
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed)
    return shareRecord.parse(JSON.parse(new TextDecoder().decode(text)))
  } catch {
    return undefined
  }
}

/** The ways of a list without what a split sealed for them. */
export function wayOf(record: RecoveryRecord): RecoveryWay {
  const { generation: _generation, ephemeralKey: _key, sealed: _sealed, nonce: _nonce, ...way } = record
  return way
}

/** A second passphrase, or a second file, takes the place of the first; passkeys stand beside each other. */
export const isSameWay = (a: NewWay, b: NewWay): boolean =>
  a.method === b.method &&
  (a.method !== 'passkey' || b.method !== 'passkey' || a.credentialId === b.credentialId)
