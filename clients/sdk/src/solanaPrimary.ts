/** The key of a Solana account in memory, for bots and tests: browsers have their wallet. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { solanaAddressOf } from '@vest/protocol'
import type { SolanaPrimarySigner } from './sessionSigner.ts'

/** Of a secret of 32 bytes. */
export function createLocalSolanaPrimary(secret: Uint8Array): SolanaPrimarySigner {
  return {
    address: solanaAddressOf(ed25519.getPublicKey(secret)),
    signMessage: async (message) => ({ signature: ed25519.sign(message, secret), signed: message }),
  }
}
