/**
 * Entry of a verify thread: batches of jobs in, verdicts in the same order out. A defect in here ends the
 * thread, which the pool reports as a failure of the process; it never turns into a verdict.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '@vest/protocol'
import { createKeccak256 } from '../keccak.ts'
import { loadBatchCheck } from './batchAddon.ts'
import { judgeSignatures } from './judgeSignature.ts'
import type { SignatureJob, SignatureVerdict, VerifierWork } from './signatureJob.ts'
import { createSignerRecovery } from './signerRecovery.ts'

export interface VerifyWorkerData {
  /** Where the addon for batches was built. */
  readonly addonUrl?: string
}
/** The first message: why batches are not checked as one, where they are not. */
export interface VerifyWorkerReady {
  readonly oneByOne?: string
}
export interface VerifyWorkerAnswer {
  readonly verdicts: readonly SignatureVerdict[]
  /** Of this thread since its start. */
  readonly work: VerifierWork
}

assert(parentPort !== null, 'verifyWorker runs in a worker thread')
const port = parentPort
const keccak = await createKeccak256()
const { addonUrl } = workerData as VerifyWorkerData
const batches = addonUrl === undefined ? 'no addon was built' : loadBatchCheck(addonUrl)
const isBatching = typeof batches !== 'string'
const recovery = createSignerRecovery(keccak, isBatching ? batches : undefined)
port.on('message', (jobs: readonly SignatureJob[]) => {
  const verdicts = judgeSignatures(jobs, keccak, recovery)
  port.postMessage({ verdicts, work: recovery.work } satisfies VerifyWorkerAnswer)
})
port.postMessage((isBatching ? {} : { oneByOne: batches }) satisfies VerifyWorkerReady)
