/**
 * Entry of a verify thread: batches of jobs in, verdicts in the same order out. A defect in here ends the
 * thread, which the pool reports as a failure of the process; it never turns into a verdict.
 */
import { parentPort } from 'node:worker_threads'
import { assert } from '@vest/protocol'
import { createKeccak256 } from '../keccak.ts'
import { judgeSignature } from './judgeSignature.ts'
import type { SignatureJob } from './signatureJob.ts'

assert(parentPort !== null, 'verifyWorker runs in a worker thread')
const port = parentPort
const keccak = await createKeccak256()
port.on('message', (jobs: readonly SignatureJob[]) => {
  port.postMessage(jobs.map((job) => judgeSignature(job, keccak)))
})
port.postMessage('ready')
