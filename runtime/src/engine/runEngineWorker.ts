/**
 * The worker thread's side: connects a host to the port of its parent. The thread ends with code 0 after a stop and
 * with EXIT_CODE_ENGINE_FAILED after anything else; the parent decides about the process.
 */
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { assert, timeMs } from '@vest/protocol'
import { EXIT_CODE_ENGINE_FAILED } from '../bounds.ts'
import { openNodeStorage } from '../journal/nodeStorage.ts'
import type { Clock } from '../ports/clock.ts'
import type { Core } from './core.ts'
import { createEngineHost, type EngineHost } from './engineHost.ts'
import { errorText, type FromHost, handedOver, type ToHost } from './messages.ts'
import {
  createHashThreads,
  createSnapshotThreads,
  runSnapshotTask,
  type SnapshotTask,
} from '../snapshot/snapshotThread.ts'
import { nodeTimers } from './timers.ts'

/** Data that the starter passes to the thread. */
export interface EngineWorkerData {
  readonly dataDir: string
  /** This worker's own file: snapshots are made by the same code in another thread. */
  readonly workerUrl: string
  readonly emitFromSeq?: number | undefined
  readonly segmentBytes?: number | undefined
  readonly snapshotEveryCommands?: number | undefined
  readonly archiveKeptMs?: number | undefined
  readonly clockOffsetMs?: number | undefined
}

export const journalFolder = (dataDir: string): string => join(dataDir, 'journal')
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'snapshots')

export const systemClock = (offsetMs = 0): Clock => ({
  nowMs: () => timeMs(Date.now() + offsetMs),
  monotonicMs: () => performance.now(),
})

export function runEngineWorker<State>(core: Core<State>): void {
  const port = parentPort
  assert(port !== null, 'the engine worker runs in a worker thread')
  const given = workerData as EngineWorkerData | SnapshotTask
  if ('task' in given) return runSnapshotTask(core, given, (report) => port.postMessage(report))
  const data = given
  const send = (message: FromHost): void => {
    port.postMessage(message, handedOver(message))
    if (message.kind === 'stopped') process.exit(0)
    if (message.kind === 'failed') process.exit(EXIT_CODE_ENGINE_FAILED)
  }
  const fail = (error: unknown): void => send({ kind: 'failed', reason: errorText(error) })
  const threads = {
    workerUrl: new URL(data.workerUrl),
    journalFolder: journalFolder(data.dataDir),
    snapshotFolder: snapshotFolder(data.dataDir),
    archiveKeptMs: data.archiveKeptMs,
  }
  let host: EngineHost
  try {
    host = createEngineHost({
      core,
      journalStorage: openNodeStorage(journalFolder(data.dataDir)),
      snapshotStorage: openNodeStorage(snapshotFolder(data.dataDir)),
      emitFromSeq: data.emitFromSeq,
      segmentBytes: data.segmentBytes,
      snapshotEveryCommands: data.snapshotEveryCommands,
      snapshotMaker: createSnapshotThreads(threads),
      stateHasher: createHashThreads(threads),
      clock: systemClock(data.clockOffsetMs),
      timers: nodeTimers,
      send,
    })
  } catch (error) {
    return fail(error)
  }
  port.on('message', (message: ToHost) => host.receive(message))
  host.start().catch(fail)
}
