/** How signatures were judged: together, alone, and in batches that were not genuine as one. */
import type { Registry } from 'prom-client'
import type { SignatureVerifier } from '../../verify/signatureJob.ts'
import { askedGauge } from './askedGauge.ts'

type CountedVerifier = Pick<SignatureVerifier, 'work' | 'oneByOne'>

export interface SignatureMetrics {
  /** Whom to ask how signatures were judged. */
  countSignatures(verifier: CountedVerifier): void
}

export function createSignatureMetrics(registry: Registry): SignatureMetrics {
  let verifier: CountedVerifier | undefined
  askedGauge(
    registry,
    'vest_signatures_in_batches',
    '1 where signatures that wait together are checked as one, 0 where not.',
    () => (verifier === undefined || verifier.oneByOne !== undefined ? 0 : 1),
  )
  askedGauge(
    registry,
    'vest_signatures_together',
    'Signatures proven as part of a batch.',
    () => verifier?.work.together ?? 0,
  )
  askedGauge(
    registry,
    'vest_signatures_alone',
    'Signatures recovered one by one.',
    () => verifier?.work.alone ?? 0,
  )
  askedGauge(
    registry,
    'vest_signatures_failed_batches',
    'Batches that were not genuine as one, so that each of their signatures was recovered alone.',
    () => verifier?.work.failedBatches ?? 0,
  )
  return { countSignatures: (counted) => void (verifier = counted) }
}
