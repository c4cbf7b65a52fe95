/**
 * Signatures are the dearest step of a request, so they are verified off the main thread, in batches that form
 * by themselves under load: while a worker is busy jobs wait, and the next batch takes what has gathered.
 * Two queues, one for what takes risk away and one for the rest, are bounded in length and in time; what
 * does not fit is refused before any work is done.
 */
import { Worker } from 'node:worker_threads'
import { assert, type SignedAction } from '@vest/protocol'
import {
  VERIFY_BATCH_MAX,
  VERIFY_BATCH_URGENT,
  VERIFY_QUEUE_MAX,
  VERIFY_URGENT_WAIT_MS_MAX,
  VERIFY_WAIT_MS_MAX,
} from '../limits.ts'
import {
  VerifierBusyError,
  type ActionJob,
  type RegistrationJob,
  type SignatureJob,
  type SignatureVerdict,
  type SignatureVerifier,
  type VerdictOf,
  type VerifierWork,
} from './signatureJob.ts'
import { decodeFindings, encodeJobs } from './tupleRows.ts'
import type {
  VerifyWorkerAnswer,
  VerifyWorkerBatch,
  VerifyWorkerData,
  VerifyWorkerReady,
} from './verifyWorker.ts'

export interface VerifyPoolOptions {
  /** Where the bundled `verifyWorker` lies. */
  readonly workerUrl: URL
  readonly workers: number
  /** Where the addon that checks batches as one was built; absent = signatures are recovered one by one. */
  readonly addonUrl?: URL
  /** A worker died of itself: the process can no longer verify and must stop. */
  readonly onFailure: (reason: Error) => void
}

interface Waiting<Job extends SignatureJob = SignatureJob> {
  readonly job: Job
  readonly sinceMs: number
  readonly resolve: (verdict: SignatureVerdict) => void
  readonly reject: (reason: Error) => void
}
interface Lane {
  readonly worker: Worker
  /** Jobs that this worker has now; none = idle. */
  batch: Batch
  work: VerifierWork
}
interface Batch {
  readonly actions: readonly Waiting<ActionJob>[]
  readonly registrations: readonly Waiting<RegistrationJob>[]
}
const NO_BATCH: Batch = { actions: [], registrations: [] }
const isIdle = ({ batch }: Lane): boolean => batch.actions.length + batch.registrations.length === 0

export async function startVerifyPool(options: VerifyPoolOptions): Promise<SignatureVerifier> {
  assert(options.workers >= 1, 'a verify pool has at least one worker')
  const queues: Queues = { urgent: [], rest: [] }
  const lanes: Lane[] = []
  let stopped = false
  let isFeedDue = false
  let oneByOne: string | undefined

  const fail = (reason: Error): void => {
    if (stopped) return
    stopped = true
    for (const job of [...emptied(queues), ...lanes.flatMap(({ batch }) => allOf(batch))]) job.reject(reason)
    options.onFailure(reason)
  }
  const feed = (lane: Lane): void => {
    lane.batch = nextBatch(queues)
    if (isIdle(lane)) return
    const { actions, registrations } = lane.batch
    const batch: VerifyWorkerBatch = {
      actions: encodeJobs(actions.map(({ job }) => job)),
      registrations: registrations.map(({ job }) => job),
    }
    lane.worker.postMessage(batch, [batch.actions.buffer])
  }
  const settle = ({ actions, registrations }: Batch, answer: VerifyWorkerAnswer): void => {
    assert(answer.registrations.length === registrations.length, 'one verdict per registration')
    const verdicts = decodeFindings(
      answer.findings,
      actions.map(({ job }) => job),
    )
    actions.forEach(({ resolve }, index) => resolve(verdicts[index]!))
    registrations.forEach(({ resolve }, index) => resolve(answer.registrations[index]!))
  }
  /** What comes in one turn of the loop goes together: the worker wakes once, and more are checked as one. */
  const feedSoon = (): void => {
    if (isFeedDue || !lanes.some(isIdle)) return
    isFeedDue = true
    setImmediate(() => {
      isFeedDue = false
      for (const lane of lanes) if (!stopped && isIdle(lane)) feed(lane)
    })
  }
  for (let i = 0; i < options.workers; i += 1) {
    const { worker, ready } = await startWorker(options)
    oneByOne = ready.oneByOne
    const lane: Lane = { worker, batch: NO_BATCH, work: NO_WORK }
    lane.worker.on('message', (answer: VerifyWorkerAnswer) => {
      lane.work = answer.work
      settle(lane.batch, answer)
      feed(lane)
    })
    lane.worker.on('error', (reason) => fail(reason instanceof Error ? reason : new Error(String(reason))))
    lane.worker.on('exit', (code) => fail(new Error(`verify worker ended with code ${code}`)))
    lanes.push(lane)
  }
  return {
    verify: <Job extends SignatureJob>(job: Job) =>
      new Promise<VerdictOf<Job>>((resolve, reject) => {
        if (stopped) return reject(new VerifierBusyError('the verifier has stopped'))
        const waiting = queues[isUrgent(job) ? 'urgent' : 'rest']
        if (waiting.length >= VERIFY_QUEUE_MAX) return reject(new VerifierBusyError('verify queue is full'))
        waiting.push({ job, sinceMs: performance.now(), resolve: resolve as Waiting['resolve'], reject })
        feedSoon()
      }),
    get work() {
      return lanes.map((lane) => lane.work).reduce(addWork, NO_WORK)
    },
    ...(oneByOne === undefined ? {} : { oneByOne }),
    stop: async () => {
      stopped = true
      for (const job of emptied(queues)) job.reject(new VerifierBusyError('the verifier has stopped'))
      await Promise.all(lanes.map((lane) => lane.worker.terminate()))
    },
  }
}

const NO_WORK: VerifierWork = { together: 0, alone: 0, failedBatches: 0 }
const addWork = (one: VerifierWork, other: VerifierWork): VerifierWork => ({
  together: one.together + other.together,
  alone: one.alone + other.alone,
  failedBatches: one.failedBatches + other.failedBatches,
})

interface Queues {
  readonly urgent: Waiting[]
  readonly rest: Waiting[]
}
const emptied = ({ urgent, rest }: Queues): Waiting[] => [...urgent.splice(0), ...rest.splice(0)]

/** What takes risk away goes first. */
function isUrgent(job: SignatureJob): boolean {
  if (job.kind !== 'action') return false
  const { action } = job
  return action.kind === 'order' ? action.reduceOnly : URGENT_ACTIONS.has(action.kind)
}
const URGENT_ACTIONS: ReadonlySet<SignedAction['kind']> = new Set([
  'cancel',
  'cancelAll',
  'closeAll',
  'deadman',
])

const allOf = ({ actions, registrations }: Batch): readonly Waiting[] => [...actions, ...registrations]

/** Up to 64 jobs, the urgent first, each queue in order of arrival and none without its share. */
function nextBatch({ urgent, rest }: Queues): Batch {
  const places = rest.length > 0 ? VERIFY_BATCH_URGENT : VERIFY_BATCH_MAX
  const first = takeFrom(urgent, places, VERIFY_URGENT_WAIT_MS_MAX)
  const taken = [...first, ...takeFrom(rest, VERIFY_BATCH_MAX - first.length, VERIFY_WAIT_MS_MAX)]
  return { actions: taken.filter(isAction), registrations: taken.filter(isRegistration) }
}
const isAction = (waiting: Waiting): waiting is Waiting<ActionJob> => waiting.job.kind === 'action'
const isRegistration = (waiting: Waiting): waiting is Waiting<RegistrationJob> =>
  waiting.job.kind === 'registration'

/**
 * Those that waited too long are refused instead, while at least a batch waits behind them: without a backlog a long
 * wait only says that this machine stood still, and a refusal would save nothing (CoDel, RFC 8289: no drop
 * while at most one packet waits).
 */
function takeFrom(waiting: Waiting[], count: number, waitMsMax: number): Waiting[] {
  const nowMs = performance.now()
  const taken: Waiting[] = []
  while (taken.length < count && waiting.length > 0) {
    const next = waiting.shift()!
    if (nowMs - next.sinceMs > waitMsMax && waiting.length >= VERIFY_BATCH_MAX)
      next.reject(new VerifierBusyError('verify wait was too long'))
    else taken.push(next)
  }
  return taken
}

interface StartedWorker {
  readonly worker: Worker
  readonly ready: VerifyWorkerReady
}

async function startWorker({ workerUrl, addonUrl }: VerifyPoolOptions): Promise<StartedWorker> {
  const workerData: VerifyWorkerData = addonUrl === undefined ? {} : { addonUrl: addonUrl.href }
  const worker = new Worker(workerUrl, { workerData })
  // Listeners go one by one: a worker keeps some of its own, without which it hears nothing.
  const ready = await new Promise<VerifyWorkerReady>((resolve, reject) => {
    const settle = (outcome: () => void) => {
      worker.off('message', onReady).off('error', onError).off('exit', onExit)
      outcome()
    }
    const onReady = (first: VerifyWorkerReady) => settle(() => resolve(first))
    const onError = (reason: unknown) => settle(() => reject(reason as Error))
    const onExit = (code: number) =>
      settle(() => reject(new Error(`verify worker ended with code ${code} before it was ready`)))
    worker.on('message', onReady).on('error', onError).on('exit', onExit)
  })
  return { worker, ready }
}
