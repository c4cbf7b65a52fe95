/**
 * Starts the engine in its own thread and returns the client. The promise resolves once the journal is replayed and
 * the engine serves; it rejects with one clear sentence if the data cannot be used. If the engine later fails by
 * itself, listeners of `onFailure` are called, and the process exits with EXIT_CODE_ENGINE_FAILED a second later: a
 * process without its engine must not look alive. If the engine's thread still waits for a disk that does not answer,
 * an exit would wait too, so the process is killed.
 */
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { V8_FLAGS } from '@vest/engine'
import { EXIT_AFTER_FAILURE_MS, EXIT_CODE_ENGINE_FAILED } from './bounds.ts'
import { createEngineClient, type EngineClientOptions } from './engine/engineClient.ts'
import type { FromHost } from './engine/messages.ts'
import type { EngineWorkerData } from './engine/runEngineWorker.ts'
import type { EngineClient } from './ports/engineClient.ts'

export interface StartEngineOptions extends EngineClientOptions {
  /** Holds `journal/` and `snapshots/`; created if missing. */
  readonly dataDir: string
  /** The bundled `engineWorker.ts`. */
  readonly workerUrl: URL
  /** Events after this command are sent again during the replay; absent: no past events. */
  readonly emitFromSeq?: number
  readonly segmentBytes?: number
  readonly snapshotEveryCommands?: number
  /** Archived journal segments older than this are removed; absent: never. */
  readonly archiveKeptMs?: number
  /** Shifts the wall clock, for tests. */
  readonly clockOffsetMs?: number
  /** Ends the process after a failure; a test supplies its own. */
  readonly exit?: (code: number) => void
}

export function startEngine(options: StartEngineOptions): Promise<EngineClient> {
  const data: EngineWorkerData = {
    dataDir: options.dataDir,
    workerUrl: options.workerUrl.href,
    emitFromSeq: options.emitFromSeq,
    segmentBytes: options.segmentBytes,
    snapshotEveryCommands: options.snapshotEveryCommands,
    archiveKeptMs: options.archiveKeptMs,
    clockOffsetMs: options.clockOffsetMs,
  }
  // They apply to the whole process, and to code that is compiled from now on.
  for (const flag of V8_FLAGS) setFlagsFromString(flag)
  const worker = new Worker(options.workerUrl, { workerData: data, name: 'engine' })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const side = createEngineClient({ post: (message) => worker.postMessage(message), ended }, options)
  let isServing = false
  let hasEnded = false
  let isEnding = false
  const endProcess = (): void => {
    if (!isServing || isEnding) return
    isEnding = true
    process.exitCode = EXIT_CODE_ENGINE_FAILED
    setTimeout(() => {
      if (options.exit) options.exit(EXIT_CODE_ENGINE_FAILED)
      else if (hasEnded) process.exit(EXIT_CODE_ENGINE_FAILED)
      else process.kill(process.pid, 'SIGKILL')
    }, EXIT_AFTER_FAILURE_MS)
  }
  worker.on('message', (message: FromHost) => {
    side.receive(message)
    if (message.kind === 'failed') endProcess()
  })
  worker.on('messageerror', (error: Error) => side.fail(error))
  worker.on('error', (error: Error) => side.fail(error))
  worker.once('exit', (code) => {
    hasEnded = true
    if (code === 0) return
    side.fail(new Error(`The engine's thread has ended with code ${code}.`))
    endProcess()
  })
  return side.ready.then((client) => {
    isServing = true
    return client
  })
}
