/**
 * Entry of a verify thread: batches of jobs in, what was found of each in the same order out. A defect in here ends
 * the thread, which the pool reports as a failure of the process; it never turns into a verdict.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '@vest/protocol'
import { createKeccak256 } from '../keccak.ts'
import { judgeActions, judgeRegistration } from './judgeSignature.ts'
import type { RegistrationJob, RegistrationVerdict, VerifierWork } from './signatureJob.ts'
import { loadSignatureAddon } from './signatureAddon.ts'
import { createSignerRecovery } from './signerRecovery.ts'
import { decodeJobs, encodeFindings } from './tupleRows.ts'

export interface VerifyWorkerData {
  /** Where the addon was built. */
  readonly addonUrl?: string
}
/** The first message: why batches are not checked as one, where they are not. */
export interface VerifyWorkerReady {
  readonly oneByOne?: string
}
export interface VerifyWorkerBatch {
  /** Rows of actions (`tupleRows.ts`). */
  readonly actions: Uint8Array<ArrayBuffer>
  readonly registrations: readonly RegistrationJob[]
}
export interface VerifyWorkerAnswer {
  /** Rows, one for each action. */
  readonly findings: Uint8Array<ArrayBuffer>
  readonly registrations: readonly RegistrationVerdict[]
  /** Of this thread since its start. */
  readonly work: VerifierWork
}

assert(parentPort !== null, 'verifyWorker runs in a worker thread')
const port = parentPort
const keccak = await createKeccak256()
const { addonUrl } = workerData as VerifyWorkerData
const native = addonUrl === undefined ? 'no addon was built' : loadSignatureAddon(addonUrl)
const recovery = createSignerRecovery(keccak, typeof native === 'string' ? {} : native)
port.on('message', ({ actions, registrations }: VerifyWorkerBatch) => {
  const jobs = decodeJobs(actions, keccak)
  const findings = encodeFindings(judgeActions(jobs, keccak, recovery), jobs)
  const answer: VerifyWorkerAnswer = {
    findings,
    registrations: registrations.map((job) => judgeRegistration(job, keccak, recovery)),
    work: recovery.work,
  }
  port.postMessage(answer, [findings.buffer])
})
port.postMessage((typeof native === 'string' ? { oneByOne: native } : {}) satisfies VerifyWorkerReady)
