/** Texts that name what Solana calls by base58: public keys and signatures. undefined where a text names none. */
import { base58 } from '@scure/base'
import { hexToBytes } from '@vest/protocol'

const KEY_FORM = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

/** [5.2] 32 to 44 characters that decode to 32 bytes. */
export function solanaPublicKey(text: string): Uint8Array | undefined {
  const bytes = KEY_FORM.test(text) ? decoded(text) : undefined
  return bytes?.length === KEY_BYTES ? bytes : undefined
}

export const solanaAddress = (publicKey: Uint8Array): string => base58.encode(publicKey)

/** base58, base64 or 0x-hex: what the text may stand for, each read that has 64 bytes. */
export function solanaSignatures(text: string): readonly Uint8Array[] {
  if (/^0x[0-9a-fA-F]{128}$/.test(text)) return [hexToBytes(text)]
  const reads = [
    /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text) ? decoded(text) : undefined,
    /^[A-Za-z0-9+/]{86}(==)?$/.test(text) ? new Uint8Array(Buffer.from(text, 'base64')) : undefined,
  ]
  return reads.filter((bytes): bytes is Uint8Array => bytes?.length === SIGNATURE_BYTES)
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}
