/**
 * The verdict itself: hash the exact strings that came in, recover the public key, make its address. Pure but
 * for the keccak that is injected; runs in a worker in production and in the same thread in tests.
 */
import {
  actionHash,
  bytesToHex,
  orderId,
  personalDigest,
  signerProofDigest,
  type Address,
  type Keccak256,
  type SignatureParts,
} from '@vest/protocol'
import secp256k1 from 'secp256k1'
import type {
  ActionJob,
  ActionVerdict,
  RegistrationJob,
  RegistrationVerdict,
  SignatureJob,
  SignatureVerdict,
} from './signatureJob.ts'

export const judgeSignature = (job: SignatureJob, keccak: Keccak256): SignatureVerdict =>
  job.kind === 'action' ? judgeAction(job, keccak) : judgeRegistration(job, keccak)

function judgeAction(job: ActionJob, keccak: Keccak256): ActionVerdict {
  const hash = actionHash(job.action, keccak)
  const signer = recoverAddress(personalDigest(hash, keccak), job.signature, keccak)
  return {
    kind: 'action',
    hash: bytesToHex(hash),
    orderId: orderId(job.account, hash, keccak),
    ...(signer === undefined ? {} : { signer }),
  }
}

function judgeRegistration(job: RegistrationJob, keccak: Keccak256): RegistrationVerdict {
  for (const contract of job.contracts) {
    const digest = signerProofDigest(contract, job.signer, job.expiryTimeMs, keccak)
    if (recoverAddress(digest, job.signature, keccak) === job.account)
      return { kind: 'registration', contract }
  }
  return { kind: 'registration' }
}

/** Lower-case address of the key that made the signature, or undefined where r is no point of the curve. */
export function recoverAddress(
  digest: Uint8Array,
  signature: SignatureParts,
  keccak: Keccak256,
): Address | undefined {
  let publicKey: Uint8Array
  try {
    publicKey = secp256k1.ecdsaRecover(signature.compact, signature.recovery, digest, false)
  } catch {
    // The library throws for well-formed signatures that recover to no key: an answer, not a failure.
    return undefined
  }
  return bytesToHex(keccak(publicKey.subarray(1)).subarray(12))
}
