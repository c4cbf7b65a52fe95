/**
 * The verdict itself: hash the exact bytes that were signed and find whose signature that is. Pure but for the keccak
 * and the recovery that are injected; runs in a worker in production and in the same thread in tests.
 */
import {
  actionTuple,
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

/** An action as the bytes that its signer hashed. */
export interface SignedTuple {
  /** 20 bytes. */
  readonly account: Uint8Array
  readonly tuple: Uint8Array
  readonly signature: SignatureParts
  readonly likelySigner?: Address
}
/** What an `ActionVerdict` says, before it is text. */
export interface TupleFinding {
  readonly hash: Uint8Array
  readonly orderId: Uint8Array
  readonly signer?: Address
}

/** One finding per tuple, in order; the signers of all are asked for at once. */
export function judgeTuples(
  tuples: readonly SignedTuple[],
  keccak: Keccak256,
  recovery: SignerRecovery,
): TupleFinding[] {
  const hashed = tuples.map(({ tuple, signature, likelySigner }) => {
    const hash = keccak(tuple)
    const digest = personalDigest(hash, keccak)
    return { hash, digest, signature, ...(likelySigner === undefined ? {} : { likelySigner }) }
  })
  const signers = recovery.signersOf(hashed)
  return hashed.map(({ hash }, at) => {
    const signer = signers[at]
    const orderId = orderIdBytes(tuples[at]!.account, hash, keccak)
    return { hash, orderId, ...(signer === undefined ? {} : { signer }) }
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

/** Read before the call returns. */
const TUPLE_ROOM = new Uint8Array(2_048)

/** One by itself, from its words to its verdict. */
export function judgeSignature(
  job: SignatureJob,
  keccak: Keccak256,
  recovery: SignerRecovery = createSignerRecovery(keccak),
): SignatureVerdict {
  if (job.kind === 'registration') return judgeRegistration(job, keccak, recovery)
  const { account, action, signature, likelySigner } = job
  const signed: SignedTuple = {
    account: hexToBytes(account),
    tuple: actionTuple(action, TUPLE_ROOM),
    signature,
    ...(likelySigner === undefined ? {} : { likelySigner }),
  }
  const { hash, orderId, signer } = judgeTuples([signed], keccak, recovery)[0]!
  return {
    kind: 'action',
    hash: bytesToHex(hash),
    orderId: bytesToHex(orderId),
    ...(signer === undefined ? {} : { signer }),
  }
}
