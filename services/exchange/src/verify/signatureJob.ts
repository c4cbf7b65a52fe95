/**
 * What the gateway asks about a signature and what it hears: who signed these exact bytes. Whether that signer
 * may speak for the account is the gateway's question, not this one's. Serialisable, to cross a thread.
 */
import type { Address, Hex, Id, SignatureParts, SignedAction } from '@vest/protocol'

export interface ActionJob {
  readonly kind: 'action'
  readonly account: Address
  readonly action: SignedAction
  readonly signature: SignatureParts
  /** Whose signature it should be. A hint that saves work, never the verdict. */
  readonly likelySigner?: Address
}
export interface ActionVerdict {
  readonly kind: 'action'
  /** keccak256 of the signed tuple; for a withdrawal this is its id. */
  readonly hash: Hex
  /** keccak256(abi.encode(account, hash)): the id of an order. */
  readonly orderId: Id
  /** Absent where the signature recovers to no key. */
  readonly signer?: Address
}

export interface RegistrationJob {
  readonly kind: 'registration'
  readonly account: Address
  readonly signer: Address
  readonly expiryTimeMs: number
  /** The contracts over which a proof is accepted, in order of preference. */
  readonly contracts: readonly Address[]
  readonly signature: SignatureParts
}
export interface RegistrationVerdict {
  readonly kind: 'registration'
  /** The contract whose domain makes the signature the account's; absent = none. */
  readonly contract?: Address
}

export type SignatureJob = ActionJob | RegistrationJob
export type SignatureVerdict = ActionVerdict | RegistrationVerdict
export type VerdictOf<Job extends SignatureJob> = Extract<SignatureVerdict, { kind: Job['kind'] }>

/** No room or no time for another signature: the caller answers 1003. */
export class VerifierBusyError extends Error {
  override readonly name = 'VerifierBusyError'
}

/** How signatures were judged since the start. */
export interface VerifierWork {
  /** As part of a batch that was checked as one. */
  readonly together: number
  /** By a recovery of their own. */
  readonly alone: number
  /** Batches in which something was wrong, so that each of them was recovered alone as well. */
  readonly failedBatches: number
}

export interface SignatureVerifier {
  /** Rejects with VerifierBusyError when the queue is full or the wait was too long. */
  verify<Job extends SignatureJob>(job: Job): Promise<VerdictOf<Job>>
  readonly work: VerifierWork
  /** Why no batches are checked as one; absent = they are. */
  readonly oneByOne?: string
  stop(): Promise<void>
}
