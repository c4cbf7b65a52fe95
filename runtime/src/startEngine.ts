/**
 * Starts the engine in its own thread and hands out the client. The promise resolves once the journal is
 * replayed and the engine serves; it rejects with one clear sentence if the data cannot be used. If the
 * engine later dies of itself, listeners of `onFailure` are called, and the process exits with
 * EXIT_CODE_ENGINE_FAILED a second later: a process without its engine must not look alive. Its thread may not have
 * ended by then, since it waits for calls to a disk that does not answer; so would an exit, and the process is killed.
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
  /** Events after this command are told again while replaying; absent: none of the past. */
  readonly emitFromSeq?: number
  readonly segmentBytes?: number
  readonly snapshotEveryCommands?: number
  /** Archived segments of the journal older than this are removed; absent: never. */
  readonly archiveKeptMs?: number
  /** Shifts the wall clock, for tests. */
  readonly clockOffsetMs?: number
  /** Ends the process after a failure; a test puts its own here. */
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
  // They count for the whole process, and for code that is compiled from now on.
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
