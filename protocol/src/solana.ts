/**
 * Accounts of Solana wallets (`networkType` 1): the text that their key signs to approve a signing key, and the 20-byte
 * form under which signed tuples name the account. A hardware wallet signs no bare text, only the off-chain envelope
 * around it; which of the two layouts of that envelope it uses is its own affair.
 */
import { concatBytes, bytesToHex, utf8 } from './abi.ts'
import type { Address } from './enums.ts'
import type { Keccak256 } from './signing.ts'
import { assert } from './units.ts'

/** The text that approves a signing key until a time. */
export const solanaApprovalText = (signingAddr: string, expiryTimeMs: number): string =>
  `Approve trading signer ${signingAddr.toLowerCase()} until ${expiryTimeMs}`

const OFF_CHAIN_DOMAIN = concatBytes(Uint8Array.of(0xff), utf8('solana offchain'))
const VERSION = Uint8Array.of(0)
/** Printable ASCII, at most 1,212 bytes. */
const FORMAT_ASCII = Uint8Array.of(0)
const NO_APPLICATION = new Uint8Array(32)

/** Every form in which a wallet may have signed this text: bare, or within the envelope. */
export function solanaSignedForms(text: string, publicKey: Uint8Array): readonly Uint8Array[] {
  assert(/^[\x20-\x7e]{1,1212}$/.test(text), 'the envelope carries printable ASCII')
  const message = utf8(text)
  const length = Uint8Array.of(message.length & 0xff, message.length >> 8)
  return [
    message,
    concatBytes(OFF_CHAIN_DOMAIN, VERSION, FORMAT_ASCII, length, message),
    concatBytes(
      OFF_CHAIN_DOMAIN,
      VERSION,
      NO_APPLICATION,
      FORMAT_ASCII,
      Uint8Array.of(1),
      publicKey,
      length,
      message,
    ),
  ]
}

/** The last 20 bytes of keccak256 of the public key. */
export function solanaAccount(publicKey: Uint8Array, keccak: Keccak256): Address {
  assert(publicKey.length === 32, 'a public key of ed25519 has 32 bytes')
  return bytesToHex(keccak(publicKey).subarray(12)) as Address
}
