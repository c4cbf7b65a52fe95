/**
 * The verdict itself: hash the exact bytes that were signed and find whose signature that is. Pure but for the keccak
 * and the recovery that are injected; runs in a worker in production and in the same thread in tests.
 */
import {
  actionHash,
  bytesToHex,
  hexToBytes,
  orderIdBytes,
  personalDigest,
  signerProofDigest,
  type Address,
  type Keccak256,
  type SignatureParts,
} from '@vest/protocol'
import type { RegistrationJob, RegistrationVerdict, SignatureJob, SignatureVerdict } from './signatureJob.ts'
import { createSignerRecovery, type SignerRecovery } from './signerRecovery.ts'

/** An action of which no more is asked than who signed it. */
export interface HashedAction {
  /** 20 bytes. */
  readonly account: Uint8Array
  /** keccak256 of its tuple. */
  readonly hash: Uint8Array
  readonly signature: SignatureParts
  readonly likelySigner?: Address
}
/** What an `ActionVerdict` adds to the hash, before it is text. */
export interface ActionFinding {
  readonly orderId: Uint8Array
  readonly signer?: Address
}

/** One finding per action, in order; the signers of all are asked for at once. */
export function judgeActions(
  actions: readonly HashedAction[],
  keccak: Keccak256,
  recovery: SignerRecovery,
): ActionFinding[] {
  const signers = recovery.signersOf(
    actions.map((action) => ({ ...action, digest: personalDigest(action.hash, keccak) })),
  )
  return actions.map(({ account, hash }, at) => {
    const signer = signers[at]
    const orderId = orderIdBytes(account, hash, keccak)
    return signer === undefined ? { orderId } : { orderId, signer }
  })
}

export function judgeRegistration(
  job: RegistrationJob,
  keccak: Keccak256,
  recovery: SignerRecovery,
): RegistrationVerdict {
  for (const contract of job.contracts) {
    const digest = signerProofDigest(contract, job.signer, job.expiryTimeMs, keccak)
    if (recovery.signersOf([{ digest, signature: job.signature }])[0] === job.account)
      return { kind: 'registration', contract }
  }
  return { kind: 'registration' }
}

/** One by itself, from its words to its verdict. */
export function judgeSignature(
  job: SignatureJob,
  keccak: Keccak256,
  recovery: SignerRecovery = createSignerRecovery(keccak),
): SignatureVerdict {
  if (job.kind === 'registration') return judgeRegistration(job, keccak, recovery)
  const hash = actionHash(job.action, keccak)
  const { signature, likelySigner } = job
  const hashed: HashedAction = {
    account: hexToBytes(job.account),
    hash,
    signature,
    ...(likelySigner === undefined ? {} : { likelySigner }),
  }
  const { orderId, signer } = judgeActions([hashed], keccak, recovery)[0]!
  return {
    kind: 'action',
    hash: bytesToHex(hash),
    orderId: bytesToHex(orderId),
    ...(signer === undefined ? {} : { signer }),
  }
}
