/** Signatures as texts of Solana wallets give them. */
import { base58 } from '@scure/base'
import { hexToBytes } from '@vest/protocol'

const SIGNATURE_BYTES = 64

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
