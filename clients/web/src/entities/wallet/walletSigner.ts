/**
 * The wallet as a signer: of the registration proof, and of a withdrawal to an address other than its own,
 * which the session key does not sign.
 */
import { keccak256, type PrimarySigner, type SessionSigner } from '@vest/sdk'
import {
  actionHash,
  bytesToHex,
  canonicalSignature,
  type Address,
  type Hex,
  WALLET_SENTENCES,
} from '@vest/protocol'
import { ProviderError, type Eip1193Provider } from './eip1193.ts'

interface Wallet {
  readonly provider: Eip1193Provider
  readonly address: Address
}

export const primarySignerOf = ({ provider, address }: Wallet): PrimarySigner => ({
  address,
  signTypedData: async (typedData) =>
    readApproval(
      await provider.request({
        method: 'eth_signTypedData_v4',
        params: [address, JSON.stringify(typedData)],
      }),
    ),
})

/** Signs the raw hash of an action by personal_sign, as the exchange and the vault verify it. */
export const actionSignerOf = ({ provider, address }: Wallet): SessionSigner => ({
  address,
  sign: async (action) =>
    readSignature(
      await provider.request({
        method: 'personal_sign',
        params: [bytesToHex(actionHash(action, keccak256)), address],
      }),
    ),
})

/** Of a key in its one form; a contract wallet's is as long as it likes, and the exchange asks the contract. */
function readApproval(value: unknown): Hex {
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2}){0,2048}$/.test(value)) return readSignature(value)
  return canonicalSignature(value)?.hex ?? (value.toLowerCase() as Hex)
}

function readSignature(value: unknown): Hex {
  const signature = typeof value === 'string' ? canonicalSignature(value) : undefined
  if (signature === undefined) throw new ProviderError(-32603, WALLET_SENTENCES.signFailed)
  return signature.hex
}
