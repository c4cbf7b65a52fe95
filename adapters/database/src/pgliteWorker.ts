/**
 * The thread of the embedded database: opens PGlite on a folder and runs the store's methods as they are
 * called. SQL is built here too, so that the thread of the gateway spends nothing on it.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { InvariantError } from '@vest/protocol'
import { Kysely } from 'kysely'
import { DatabaseError, databaseFailure } from './databaseFailure.ts'
import { BIGINT_OID, exactInteger } from './exactInteger.ts'
import { pgliteDialect } from './pgliteDialect.ts'
import type { PgliteWorkerData, StoreAnswer, StoreCall, StoreFailure } from './pgliteProtocol.ts'
import { PLANNER_SETTINGS } from './plannerSettings.ts'
import { createSqlReadModelStore } from './sqlReadModelStore.ts'
import type { Schema } from './tables.ts'
import { vacuum } from './vacuum.ts'

/**
 * Small buffers: the folder's pages are in the system's cache anyway, and the thread's memory never shrinks.
 * A log of at most 64 MB keeps recovery after a kill below a second.
 */
const SETTINGS = [
  'shared_buffers=32MB',
  'max_wal_size=64MB',
  'min_wal_size=32MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  ...Object.entries(PLANNER_SETTINGS).map(([name, value]) => `${name}=${value}`),
]

/** A server does this by itself. */
const VACUUM_EVERY_MS = 1_800_000

const failureOf = (cause: unknown): StoreFailure => {
  const error = databaseFailure(cause)
  const sqlState = error instanceof DatabaseError ? error.sqlState : undefined
  return {
    name: error.name as StoreFailure['name'],
    message: error.message,
    ...(sqlState === undefined ? {} : { sqlState }),
  }
}

const openDatabase = (dir: string) =>
  PGlite.create(dir, {
    parsers: { [BIGINT_OID]: exactInteger },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  })

async function main(): Promise<void> {
  const port = parentPort
  if (!port) throw new InvariantError('the embedded database runs in a thread of its own')
  const say = (answer: StoreAnswer) => port.postMessage(answer)
  const { dir, createOnly } = workerData as PgliteWorkerData
  const database = await openDatabase(dir)
  if (createOnly) {
    await database.close()
    return say({ ready: true })
  }
  const db = new Kysely<Schema>({ dialect: pgliteDialect(database) })
  const store = createSqlReadModelStore(db)
  // A failure here means damaged files: unhandled, it ends the thread, and the next call is told of it.
  setInterval(() => void vacuum(db), VACUUM_EVERY_MS).unref()
  port.on('message', ({ number, method, args }: StoreCall) => {
    const call = store[method] as (...args: readonly unknown[]) => Promise<unknown>
    call(...args).then(
      (value) => say({ number, value }),
      (cause: unknown) => say({ number, failure: failureOf(cause) }),
    )
  })
  say({ ready: true })
}

main().catch((cause: unknown) => {
  parentPort?.postMessage({ ready: false, failure: failureOf(cause) } satisfies StoreAnswer)
})
