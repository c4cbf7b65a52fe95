/** Keys of tests and what they sign, by the same encoders that the wire's published vectors prove. */
import {
  actionDigest,
  bytesToHex,
  hexToBytes,
  signerProofDigest,
  type Address,
  type Hex,
  type Keccak256,
  type SignedAction,
} from '@vest/protocol'
import secp256k1 from 'secp256k1'
import { createKeccak256 } from '../keccak.ts'

export interface TestKey {
  readonly address: Address
  signDigest(digest: Uint8Array): Hex
  signAction(action: SignedAction): Hex
  approveSigner(contract: Address, signer: Address, expiryMs: number): Hex
}

export const keccak: Keccak256 = await createKeccak256()

/** Key number n: 32 bytes of n, or its own where n is no byte. Numbers 0x11 and 0x22 are the wire's signing and primary key. */
export function testKey(n: number): TestKey {
  const secret = new Uint8Array(32).fill(n)
  if (n > 0xff) new DataView(secret.buffer).setUint32(0, n)
  const publicKey = secp256k1.publicKeyCreate(secret, false)
  const signDigest = (digest: Uint8Array): Hex => {
    const { signature, recid } = secp256k1.ecdsaSign(digest, secret)
    return `${bytesToHex(signature)}${recid === 0 ? '1b' : '1c'}`
  }
  return {
    address: bytesToHex(keccak(publicKey.subarray(1)).subarray(12)),
    signDigest,
    signAction: (action) => signDigest(actionDigest(action, keccak)),
    approveSigner: (contract, signer, expiryMs) =>
      signDigest(signerProofDigest(contract, signer, expiryMs, keccak)),
  }
}

const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The twin of a signature with s' = n - s: valid mathematics, never accepted. */
export function highS(signature: Hex): Hex {
  const s = N - BigInt(`0x${signature.slice(66, 130)}`)
  const v = signature.endsWith('1b') ? '1c' : '1b'
  return `${signature.slice(0, 66) as Hex}${s.toString(16).padStart(64, '0')}${v}`
}

export const flipBit = (signature: Hex, byte: number): Hex => {
  const bytes = hexToBytes(signature)
  bytes[byte]! ^= 1
  return bytesToHex(bytes)
}
