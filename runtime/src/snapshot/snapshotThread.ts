/**
 * Snapshots in a separate thread, which begins with each order and ends with its snapshot: between two of them it
 * holds no memory. It runs the engine worker's own file with another task, so that the same code reads state and rules
 * as wrote them.
 */
import { Worker } from 'node:worker_threads'
import { errorFromText } from '../engine/errorFromText.ts'
import { errorText, type ErrorText } from '../engine/messages.ts'
import type { Core } from '../engine/core.ts'
import { openNodeStorage } from '../journal/nodeStorage.ts'
import {
  hashState,
  makeSnapshot,
  type MadeSnapshot,
  type SnapshotOrder,
  type StateHash,
} from './makeSnapshot.ts'
import type { HashOutcome, StateHasher } from './stateHasher.ts'
import type { SnapshotMaker, SnapshotOutcome } from './snapshotMaker.ts'

/** The thread's input. */
export interface SnapshotTask {
  /** `stateHash`: only the hash is computed, nothing is written. */
  readonly task: 'snapshot' | 'stateHash'
  readonly journalFolder: string
  readonly snapshotFolder: string
  readonly archiveKeptMs: number | undefined
  readonly order: SnapshotOrder
}

export type SnapshotReport =
  { readonly made: MadeSnapshot } | { readonly hashed: StateHash } | { readonly reason: ErrorText }

export interface SnapshotThreadOptions {
  readonly workerUrl: URL
  readonly journalFolder: string
  readonly snapshotFolder: string
  readonly archiveKeptMs: number | undefined
}

export function createSnapshotThreads(options: SnapshotThreadOptions): SnapshotMaker {
  let worker: Worker | undefined
  return {
    get isBusy() {
      return worker !== undefined
    },
    make(order, done) {
      const { journalFolder, snapshotFolder, archiveKeptMs } = options
      const workerData: SnapshotTask = {
        task: 'snapshot',
        journalFolder,
        snapshotFolder,
        archiveKeptMs,
        order,
      }
      const started = new Worker(options.workerUrl, { workerData, name: 'snapshot' })
      worker = started
      let outcome: SnapshotOutcome | undefined
      started.on('message', (report: SnapshotReport) => {
        if ('made' in report) outcome = report.made
        else if ('reason' in report) outcome = { failure: errorFromText(report.reason) }
      })
      started.on('error', (failure: Error) => (outcome = { failure }))
      started.once('exit', (code) => {
        if (worker !== started) return // cancelled
        worker = undefined
        done(outcome ?? { failure: new Error(`the snapshot's thread has ended with code ${code}`) })
      })
    },
    async stop() {
      const running = worker
      worker = undefined
      await running?.terminate()
    },
  }
}

/** The same for the state hash only. Restoring the state takes as long as a restart: one thread at a time. */
export function createHashThreads(options: SnapshotThreadOptions): StateHasher {
  let worker: Worker | undefined
  return {
    hash(order, done) {
      const { journalFolder, snapshotFolder, archiveKeptMs } = options
      const task: SnapshotTask = { task: 'stateHash', journalFolder, snapshotFolder, archiveKeptMs, order }
      const started = new Worker(options.workerUrl, { workerData: task, name: 'state hash' })
      worker = started
      let outcome: HashOutcome | undefined
      started.on('message', (report: SnapshotReport) => {
        if ('hashed' in report) outcome = report.hashed
        else if ('reason' in report) outcome = { failure: errorFromText(report.reason) }
      })
      started.on('error', (failure: Error) => (outcome = { failure }))
      started.once('exit', (code) => {
        if (worker !== started) return // cancelled
        worker = undefined
        done(outcome ?? { failure: new Error(`the state hash's thread has ended with code ${code}`) })
      })
    },
    async stop() {
      const running = worker
      worker = undefined
      await running?.terminate()
    },
  }
}

/** The thread's side. */
export function runSnapshotTask<State>(
  core: Core<State>,
  task: SnapshotTask,
  post: (report: SnapshotReport) => void,
): void {
  try {
    const input = {
      core,
      journalStorage: openNodeStorage(task.journalFolder),
      snapshotStorage: openNodeStorage(task.snapshotFolder),
      order: task.order,
      archiveKeptMs: task.archiveKeptMs,
    }
    post(task.task === 'stateHash' ? { hashed: hashState(input) } : { made: makeSnapshot(input) })
  } catch (error) {
    post({ reason: errorText(error) })
  }
}
