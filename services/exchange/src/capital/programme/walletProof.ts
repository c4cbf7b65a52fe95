/** The proof that a wallet is the caller's own: a registration that the wallet has signed. */
import {
  REFUSAL,
  SIGNER_VALID_MAX_MS,
  canonicalSignature,
  type Address,
  type WalletProof,
} from '@vest/protocol'
import { OutsideUnavailableError, type OutsideRefusal } from '@vest/runtime'
import type { Edge } from '../../edge.ts'
import { isAddress } from '../../isAddress.ts'
import { verify } from '../../orders/signedWrite.ts'
import { isRefusal } from '../../refusal.ts'
import { no } from './outsideRefusal.ts'

/** 1022: it is not the wallet's own; 1130: it does not hold now. */
export type ProofRefusal = (
  account: Address,
  proof: WalletProof | null | undefined,
) => Promise<OutsideRefusal | undefined>

export const createProofRefusal =
  (edge: Pick<Edge, 'clock' | 'registrationContracts' | 'verifier'>): ProofRefusal =>
  async (account, proof) => {
    if (proof === null || proof === undefined)
      return no(REFUSAL.INVALID_SIGNATURE, 'The wallet must prove that it is yours: proof')
    const signer = proof.signingAddr.toLowerCase() as Address
    const signature = canonicalSignature(proof.signature)
    const nowMs = edge.clock.nowMs()
    if (!isAddress(signer) || !Number.isSafeInteger(proof.expiryTime))
      return no(REFUSAL.INVALID_PARAMETER, 'Malformed: proof')
    if (proof.expiryTime <= nowMs || proof.expiryTime > nowMs + SIGNER_VALID_MAX_MS)
      return no(REFUSAL.INVALID_PARAMETER, 'proof.expiryTime must lie within the next 90 days')
    if (signature === undefined) return no(REFUSAL.INVALID_SIGNATURE)
    const verdict = await verify(edge, {
      kind: 'registration',
      account,
      signer,
      expiryTimeMs: proof.expiryTime,
      contracts: edge.registrationContracts,
      signature: { compact: signature.compact, recovery: signature.recovery },
    })
    if (isRefusal(verdict)) throw new OutsideUnavailableError(verdict.message)
    return verdict.contract === undefined ? no(REFUSAL.INVALID_SIGNATURE) : undefined
  }
