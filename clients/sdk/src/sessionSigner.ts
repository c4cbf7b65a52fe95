/**
 * Who signs. A session key signs orders, cancels and withdrawals; it may live anywhere (a worker, a hardware
 * module), so the client knows it only as `SessionSigner` and hands it typed actions, never bytes. The local
 * signers below hold the key in memory: for bots, tests, and inside the browser's signing worker.
 *
 * Signatures are deterministic (RFC 6979) and low-s; the canonical check of the protocol guards every one.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  actionDigest,
  assert,
  bytesToHex,
  canonicalSignature,
  depositAuthorizationDigest,
  hexToBytes,
  signerProofDigest,
  signerProofTypedData,
} from '@vest/protocol'
import type { Address, DepositAuthorization, Hex, SignedAction } from '@vest/protocol'
import { keccak256 } from './keccak256.ts'

export interface SessionSigner {
  /** 0x + 40 lower-case hex digits. */
  readonly address: Address
  sign(action: SignedAction): Promise<Hex>
}

export type RegistrationTypedData = ReturnType<typeof signerProofTypedData>

/** The wallet that owns the account: it approves a session key, once per registration. */
export interface PrimarySigner {
  readonly address: string
  signTypedData(typedData: RegistrationTypedData): Promise<Hex>
}

/** A Solana wallet that owns the account. It signs a text; a hardware wallet signs the envelope around it. */
export interface SolanaPrimarySigner {
  /** Base58. */
  readonly address: string
  /** `signed`: the bytes that the signature is over, where the wallet says so. */
  signMessage(
    message: Uint8Array,
  ): Promise<{ readonly signature: Uint8Array; readonly signed?: Uint8Array | undefined }>
}

/** The owner of the money signs away a part of it to the vault; another sender pays for the transaction. */
export interface DepositSigner {
  readonly address: string
  signDeposit(authorization: DepositAuthorization): Promise<Hex>
}

/** The address of a private key: the last 20 bytes of keccak256 over the uncompressed public point. */
export function addressOf(privateKey: Hex | Uint8Array): Address {
  const publicKey = secp256k1.getPublicKey(keyBytes(privateKey), false)
  return bytesToHex(keccak256(publicKey.slice(1)).slice(12))
}

/** A new private key from the platform's secure random source. */
export const createPrivateKey = (): Hex => bytesToHex(secp256k1.utils.randomSecretKey())

/** A session signer with the key in memory. */
export function createLocalSigner(privateKey: Hex | Uint8Array): SessionSigner {
  const key = keyBytes(privateKey)
  return {
    address: addressOf(key),
    sign: async (action) => signDigest(actionDigest(action, keccak256), key),
  }
}

/** A primary signer with the key in memory, for bots and tests: browsers have their wallet. */
export function createLocalPrimary(privateKey: Hex | Uint8Array): PrimarySigner & DepositSigner {
  const key = keyBytes(privateKey)
  return {
    address: addressOf(key),
    signTypedData: async ({ domain, message }) =>
      signDigest(
        signerProofDigest(domain.verifyingContract, message.approvedSigner, message.signerExpiry, keccak256),
        key,
      ),
    signDeposit: async (authorization) =>
      signDigest(depositAuthorizationDigest(authorization, keccak256), key),
  }
}

/** r, s, v of a 32-byte digest as 0x + 130 hex digits, v = 27 or 28. */
export function signDigest(digest: Uint8Array, privateKey: Hex | Uint8Array): Hex {
  const signed = secp256k1.sign(digest, keyBytes(privateKey), {
    prehash: false,
    lowS: true,
    format: 'recovered',
  })
  // noble puts the recovery bit first, Ethereum last.
  const v = signed[0] === 0 ? '1b' : '1c'
  const canonical = canonicalSignature(`${bytesToHex(signed.slice(1))}${v}`)
  assert(canonical !== undefined, 'a local signature is canonical')
  return canonical.hex
}

function keyBytes(privateKey: Hex | Uint8Array): Uint8Array {
  const bytes = typeof privateKey === 'string' ? hexToBytes(privateKey) : privateKey
  assert(secp256k1.utils.isValidSecretKey(bytes), 'not a private key')
  return bytes
}
