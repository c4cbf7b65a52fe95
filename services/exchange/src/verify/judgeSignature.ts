/**
 * The verdict itself: hash the exact strings that came in and find whose signature that is. Pure but for the keccak
 * and the recovery that are injected; runs in a worker in production and in the same thread in tests.
 */
import {
  actionHash,
  bytesToHex,
  orderId,
  personalDigest,
  signerProofDigest,
  type Address,
  type Keccak256,
} from '@vest/protocol'
import type {
  ActionJob,
  ActionVerdict,
  RegistrationJob,
  RegistrationVerdict,
  SignatureJob,
  SignatureVerdict,
} from './signatureJob.ts'
import { createSignerRecovery, type SignedDigest, type SignerRecovery } from './signerRecovery.ts'

export const judgeSignature = (job: SignatureJob, keccak: Keccak256): SignatureVerdict =>
  judgeSignatures([job], keccak, createSignerRecovery(keccak))[0]!

/** One verdict per job, in order; signers of actions are asked for all at once. */
export function judgeSignatures(
  jobs: readonly SignatureJob[],
  keccak: Keccak256,
  recovery: SignerRecovery,
): SignatureVerdict[] {
  const hashed = jobs.map((job) => (job.kind === 'action' ? hashAction(job, keccak) : undefined))
  const signers = recovery.signersOf(hashed.filter((one) => one !== undefined))
  let at = 0
  return jobs.map((job, index) => {
    const action = hashed[index]
    return action === undefined
      ? judgeRegistration(job as RegistrationJob, keccak, recovery)
      : verdictOn(action, signers[at++], keccak)
  })
}

interface HashedAction extends SignedDigest {
  readonly job: ActionJob
  readonly hash: Uint8Array
}

function hashAction(job: ActionJob, keccak: Keccak256): HashedAction {
  const hash = actionHash(job.action, keccak)
  const { signature, likelySigner } = job
  const digest = personalDigest(hash, keccak)
  return { job, hash, digest, signature, ...(likelySigner === undefined ? {} : { likelySigner }) }
}

function verdictOn(
  { job, hash }: HashedAction,
  signer: Address | undefined,
  keccak: Keccak256,
): ActionVerdict {
  return {
    kind: 'action',
    hash: bytesToHex(hash),
    orderId: orderId(job.account, hash, keccak),
    ...(signer === undefined ? {} : { signer }),
  }
}

function judgeRegistration(
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
