/**
 * One running thread of the embedded database, seen from outside: calls go in numbered, answers come back,
 * and when the thread dies every call in flight fails at once.
 */
import { Worker } from 'node:worker_threads'
import { DatabaseError, ReadModelUnavailableError } from './databaseFailure.ts'
import type { PgliteWorkerData, StoreAnswer, StoreCall, StoreFailure, StoreMethod } from './pgliteProtocol.ts'

export interface PgliteThread {
  call(method: StoreMethod, args: readonly unknown[]): Promise<unknown>
  /** Ends the thread; calls in flight fail. */
  end(): Promise<void>
}

const errorOf = ({ name, message, sqlState }: StoreFailure): Error =>
  name === 'ReadModelUnavailableError'
    ? new ReadModelUnavailableError(message)
    : new DatabaseError(message, sqlState === undefined ? {} : { sqlState })

/** Resolves when the thread says that it is ready; rejects with the reason it gave, or with its death. */
export function startPgliteThread(workerUrl: URL, workerData: PgliteWorkerData): Promise<PgliteThread> {
  // What PostgreSQL prints is in the errors already; the output of a recovery is not needed.
  const worker = new Worker(workerUrl, { workerData, stdout: true, stderr: true })
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>()
  let lastNumber = 0
  let death: Error | undefined

  const thread: PgliteThread = {
    call: (method, args) =>
      new Promise((resolve, reject) => {
        if (death) return reject(death)
        lastNumber += 1
        calls.set(lastNumber, { resolve, reject })
        worker.postMessage({ number: lastNumber, method, args } satisfies StoreCall)
      }),
    async end() {
      await worker.terminate()
    },
  }

  return new Promise((resolve, reject) => {
    const die = (reason: Error) => {
      death ??= reason
      reject(death)
      for (const call of calls.values()) call.reject(death)
      calls.clear()
    }
    worker.on('error', (cause) =>
      die(new DatabaseError(`the embedded database broke: ${String(cause)}`, { cause })),
    )
    worker.on('exit', () => die(new DatabaseError('the thread of the embedded database has ended')))
    worker.on('message', (answer: StoreAnswer) => {
      if ('ready' in answer) return answer.ready ? resolve(thread) : reject(errorOf(answer.failure))
      const call = calls.get(answer.number)
      calls.delete(answer.number)
      if ('failure' in answer) call?.reject(errorOf(answer.failure))
      else call?.resolve(answer.value)
    })
  })
}
