/** The same verdicts without a thread: for tests and for a process that has a single core. */
import { createKeccak256 } from '../keccak.ts'
import { judgeSignature } from './judgeSignature.ts'
import type { SignatureJob, SignatureVerifier, VerdictOf } from './signatureJob.ts'

export async function createInThreadVerifier(): Promise<SignatureVerifier> {
  const keccak = await createKeccak256()
  return {
    verify: async <Job extends SignatureJob>(job: Job) => judgeSignature(job, keccak) as VerdictOf<Job>,
    stop: async () => undefined,
  }
}
