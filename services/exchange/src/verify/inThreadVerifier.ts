/** The same verdicts without a thread: for tests and for a process that has a single core. */
import { createKeccak256 } from '../keccak.ts'
import { judgeSignature } from './judgeSignature.ts'
import type { SignatureJob, SignatureVerifier, VerdictOf } from './signatureJob.ts'
import { createSignerRecovery } from './signerRecovery.ts'

export async function createInThreadVerifier(): Promise<SignatureVerifier> {
  const keccak = await createKeccak256()
  const recovery = createSignerRecovery(keccak)
  return {
    verify: async <Job extends SignatureJob>(job: Job) =>
      judgeSignature(job, keccak, recovery) as VerdictOf<Job>,
    work: recovery.work,
    oneByOne: 'they are verified on the main thread, as they come',
    stop: async () => undefined,
  }
}
