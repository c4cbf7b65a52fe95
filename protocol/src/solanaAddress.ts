/** Addresses of Solana: public keys of ed25519, written in base58. */
import { base58 } from '@scure/base'
import type { Address } from './enums.ts'

export type SolanaAddress = string & { readonly solana: unique symbol }
/** What people call an account: the address of the wallet that owns it, EVM in lower case. */
export type AccountAddress = Address | SolanaAddress

const FORM = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const KEY_BYTES = 32

/** [5.2] 32 to 44 characters that decode to 32 bytes; undefined where a text names no key. */
export function solanaPublicKey(text: string): Uint8Array | undefined {
  if (!FORM.test(text)) return undefined
  const bytes = base58.decode(text)
  return bytes.length === KEY_BYTES ? bytes : undefined
}

export const isSolanaAddress = (text: string): text is SolanaAddress => solanaPublicKey(text) !== undefined

export const solanaAddressOf = (publicKey: Uint8Array): SolanaAddress =>
  base58.encode(publicKey) as SolanaAddress

/** As one account is named everywhere; undefined where a text names none. Base58 has large and small letters. */
export function accountAddress(text: string): AccountAddress | undefined {
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return text.toLowerCase() as Address
  return isSolanaAddress(text) ? text : undefined
}
