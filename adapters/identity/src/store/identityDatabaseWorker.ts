/** The thread of identity's embedded database: runs statements one after the other, and syncs its folder where it is told. */
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { InvariantError } from '@vest/protocol'
import type { SqlAnswer, SqlCall, SqlFailure, SqlThreadData } from './sqlThreadProtocol.ts'
import { createSyncedFolder } from './syncedFolder.ts'

const BIGINT_OID = 20
/** Small: a few rows for each person. A checkpoint comes with the close, which is synced, and seldom else. */
const SETTINGS = ['shared_buffers=16MB', 'wal_level=minimal', 'max_wal_senders=0', 'min_wal_size=32MB']

const failureOf = (cause: unknown): SqlFailure => {
  const { message = String(cause), code } = cause as { message?: string; code?: unknown }
  return { message, ...(typeof code === 'string' ? { code } : {}) }
}

async function main(): Promise<void> {
  const port = parentPort
  if (!port) throw new InvariantError('the embedded database runs in a thread of its own')
  const say = (answer: SqlAnswer) => port.postMessage(answer)
  const { dir } = workerData as SqlThreadData
  const database = await PGlite.create(dir, {
    parsers: { [BIGINT_OID]: Number },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  })
  const folder = createSyncedFolder(dir)
  await folder.sync()
  port.on('message', (call: SqlCall | 'close') => {
    if (call === 'close')
      return void (async () => {
        await database.close()
        await folder.sync()
        port.close()
      })()
    const { number, sql, parameters, isSynced } = call
    database
      .query(sql, [...parameters])
      .then(async ({ rows, affectedRows }) => {
        if (isSynced) await folder.sync()
        say({ number, rows, ...(affectedRows === undefined ? {} : { affected: affectedRows }) })
      })
      .catch((cause: unknown) => say({ number, failure: failureOf(cause) }))
  })
  say({ ready: true })
}

main().catch((cause: unknown) => {
  parentPort?.postMessage({ ready: false, failure: failureOf(cause) } satisfies SqlAnswer)
})
