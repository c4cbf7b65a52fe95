/** Whether the keys of an embedded wallet signed a text, as identity asks before it keeps a part of that wallet. */
import { concatBytes, signatureParts, solanaPublicKey, utf8, hexToBytes } from '@vest/protocol'
import { createKeccak256 } from '../keccak.ts'
import { createSignerRecovery } from './signerRecovery.ts'
import { verifyEd25519 } from './verifyEd25519.ts'

export interface WalletProofs {
  isEvmSignature(text: string, signature: string, address: string): boolean
  isSolanaSignature(text: string, signature: string, address: string): boolean
}

export async function createWalletProofs(): Promise<WalletProofs> {
  const keccak = await createKeccak256()
  const recovery = createSignerRecovery(keccak)
  return {
    isEvmSignature(text, signature, address) {
      const parts = signatureParts(signature)
      if (parts === undefined) return false
      const message = utf8(text)
      const digest = keccak(concatBytes(utf8(`\x19Ethereum Signed Message:\n${message.length}`), message))
      return recovery.signersOf([{ digest, signature: parts }])[0] === address.toLowerCase()
    },
    isSolanaSignature(text, signature, address) {
      const key = solanaPublicKey(address)
      return key !== undefined && verifyEd25519(key, utf8(text), hexToBytes(signature))
    },
  }
}
