/**
 * The recovery part under a passphrase: argon2id makes the key, AES-GCM seals the part, bound to its owner and its
 * generation. What the server keeps opens with nothing that the server has.
 */
import { argon2idAsync } from '@noble/hashes/argon2.js'
import {
  bytesToHex,
  hexToBytes,
  shareRecord,
  utf8,
  type RecoveryRecord,
  type ShareRecord,
} from '@vest/protocol'

type UnderPassphrase = Extract<RecoveryRecord, { readonly method: 'passphrase' }>

/** A guess costs about half a second of a laptop. */
const MEMORY_KIB = 32_768
const PASSES = 3
export const PASSPHRASE_CHARACTERS_MIN = 12

/** The same for however it was typed: blanks at the ends and runs of them count for one. */
const normalised = (passphrase: string): Uint8Array =>
  utf8(passphrase.normalize('NFKC').trim().replace(/\s+/g, ' '))

interface Cost {
  readonly salt: Uint8Array
  readonly memoryKib: number
  readonly passes: number
}

async function keyOf(passphrase: string, { salt, memoryKib, passes }: Cost): Promise<CryptoKey> {
  const made = await argon2idAsync(normalised(passphrase), salt, { m: memoryKib, t: passes, p: 1, dkLen: 32 })
  const key = new Uint8Array(made)
  made.fill(0)
  const usable = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
  key.fill(0)
  return usable
}

const boundTo = (userId: string, generation: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(utf8(`vest recovery ${userId} ${generation}`))

export async function sealUnderPassphrase(
  part: ShareRecord,
  passphrase: string,
  { userId, nowMs }: { readonly userId: string; readonly nowMs: number },
): Promise<UnderPassphrase> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await keyOf(passphrase, { salt, memoryKib: MEMORY_KIB, passes: PASSES })
  const additionalData = boundTo(userId, part.generation)
  const text = new Uint8Array(utf8(JSON.stringify(part)))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, text)
  return {
    ...{ method: 'passphrase', generation: part.generation, savedTimeMs: nowMs },
    ...{ sealed: bytesToHex(new Uint8Array(sealed)), nonce: bytesToHex(iv), salt: bytesToHex(salt) },
    ...{ memoryKib: MEMORY_KIB, passes: PASSES },
  }
}

/** Undefined: it is another passphrase. */
export async function openWithPassphrase(
  record: UnderPassphrase,
  passphrase: string,
  userId: string,
): Promise<ShareRecord | undefined> {
  const { memoryKib, passes, generation } = record
  const key = await keyOf(passphrase, { salt: hexToBytes(record.salt), memoryKib, passes })
  const iv = new Uint8Array(hexToBytes(record.nonce))
  const additionalData = boundTo(userId, generation)
  try {
    const sealed = new Uint8Array(hexToBytes(record.sealed))
    const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, sealed)
    return shareRecord.parse(JSON.parse(new TextDecoder().decode(text)))
  } catch {
    return undefined
  }
}
