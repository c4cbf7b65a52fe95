/**
 * What the primary wallet is asked to sign, in the JSON shape of eth_signTypedData_v4: the approval of a
 * session key, and the gasless deposit of EIP-3009. A panel that shows what is signed renders these objects
 * and nothing else.
 */
import { type DepositAuthorization, signerProofTypedData } from '@vest/protocol'
import type { RegistrationTypedData } from './sessionSigner.ts'

export interface RegistrationMessage {
  /** The router of the default chain, see `chains()`. */
  readonly verifyingContract: string
  readonly signingAddress: string
  readonly expiryTimeMs: number
}

/** Typed data by which the primary key approves a session key until `expiryTimeMs`. */
export const registrationTypedData = (message: RegistrationMessage): RegistrationTypedData =>
  signerProofTypedData(message.verifyingContract, message.signingAddress.toLowerCase(), message.expiryTimeMs)

export type DepositAuthorizationMessage = DepositAuthorization

/** Typed data of EIP-3009 `receiveWithAuthorization`: only the vault itself can redeem it. */
export const depositAuthorizationTypedData = (message: DepositAuthorizationMessage) => ({
  domain: {
    name: message.token.name,
    version: message.token.version,
    chainId: message.token.chainId,
    verifyingContract: message.token.address,
  },
  primaryType: 'ReceiveWithAuthorization' as const,
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    ReceiveWithAuthorization: [
      { name: 'from', type: 'address' },
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'validAfter', type: 'uint256' },
      { name: 'validBefore', type: 'uint256' },
      { name: 'nonce', type: 'bytes32' },
    ],
  },
  message: {
    from: message.from,
    to: message.to,
    value: message.value,
    validAfter: message.validAfterS,
    validBefore: message.validBeforeS,
    nonce: message.nonce,
  },
})
