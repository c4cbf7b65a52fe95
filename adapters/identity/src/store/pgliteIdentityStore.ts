/** The store in a folder: PGlite in a thread of its own, with one session that is handed from one user to the next. */
import { Worker } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { embeddedDialect, type SqlRows, type SqlRunner } from './embeddedDialect.ts'
import type { IdentityStore } from './identityStore.ts'
import { createSqlIdentityStore } from './sqlIdentityStore.ts'
import type { SqlAnswer, SqlCall, SqlFailure, SqlThreadData } from './sqlThreadProtocol.ts'
import type { Schema } from './tables.ts'

export interface PgliteIdentityStoreOptions {
  readonly dir: string
  /** Where the bundled thread lies. */
  readonly workerUrl: URL
}

export async function openPgliteIdentityStore(options: PgliteIdentityStoreOptions): Promise<IdentityStore> {
  const thread = await startSqlThread(options)
  return createSqlIdentityStore(new Kysely<Schema>({ dialect: embeddedDialect(thread) }))
}

class SqlError extends Error {
  override readonly name = 'SqlError'
  readonly code: string | undefined
  constructor({ message, code }: SqlFailure) {
    super(message)
    this.code = code
  }
}

function startSqlThread({ dir, workerUrl }: PgliteIdentityStoreOptions): Promise<SqlRunner> {
  const worker = new Worker(workerUrl, {
    workerData: { dir } satisfies SqlThreadData,
    stdout: true,
    stderr: true,
  })
  const calls = new Map<number, { resolve: (rows: SqlRows) => void; reject: (reason: Error) => void }>()
  let lastNumber = 0
  let death: Error | undefined
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const thread: SqlRunner = {
    run: (sql, parameters, isSynced) =>
      new Promise((resolve, reject) => {
        if (death) return reject(death)
        lastNumber += 1
        calls.set(lastNumber, { resolve, reject })
        worker.postMessage({ number: lastNumber, sql, parameters, isSynced } satisfies SqlCall)
      }),
    async close() {
      if (!death) worker.postMessage('close')
      await exited
    },
  }
  return new Promise((resolve, reject) => {
    const die = (reason: Error): void => {
      death ??= reason
      reject(death)
      for (const call of calls.values()) call.reject(death)
      calls.clear()
    }
    worker.on('error', (cause) => die(new Error('the database of identity broke', { cause })))
    worker.on('exit', () => die(new Error('the thread of the database of identity has ended')))
    worker.on('message', (answer: SqlAnswer) => {
      if ('ready' in answer) return answer.ready ? resolve(thread) : reject(new SqlError(answer.failure))
      const call = calls.get(answer.number)
      calls.delete(answer.number)
      if ('failure' in answer) call?.reject(new SqlError(answer.failure))
      else call?.resolve(answer)
    })
  })
}
