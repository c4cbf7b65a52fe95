/**
 * Read models in a PostgreSQL server (15 or newer). The server may go away at any time: a call that finds it
 * gone, or hears nothing in time, fails as unavailable, and the next one connects again.
 */
import { Kysely, PostgresDialect } from 'kysely'
import type { ReadModelStore } from '@vest/runtime'
import { ReadModelUnavailableError } from './databaseFailure.ts'
import { createPostgresConnections, type PostgresConnections } from './postgresConnections.ts'
import { createSqlReadModelStore, type DigestedStore, type OpenedStore } from './sqlReadModelStore.ts'
import type { Schema } from './tables.ts'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  /** Names the journal these are the read models of; those of another one are emptied. */
  readonly journalId?: string
  /** A call that takes longer counts as unavailable. */
  readonly timeLimitMs?: number
}

const TIME_LIMIT_MS = 10_000
const CLOSE_LIMIT_MS = 5_000

export async function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedStore> {
  const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS
  const connections = createPostgresConnections(options.url, { statement_timeout: timeLimitMs })
  const sqlStore = createSqlReadModelStore(kyselyOf(connections))
  const store: DigestedStore = {
    ...withTimeLimit(sqlStore, timeLimitMs),
    // Connections are ended with a limit of their own: a server that does not answer cannot hold the shutdown.
    close: () => connections.close(CLOSE_LIMIT_MS),
  }
  // Migrating and emptying may take what they take; only the server's presence is limited, by the connection.
  const opening = createPostgresConnections(options.url)
  try {
    return { store, ...(await sqlStore.openFor(options.journalId, kyselyOf(opening))) }
  } catch (cause) {
    await connections.close(0)
    throw cause
  } finally {
    await opening.close(0)
  }
}

const kyselyOf = (connections: PostgresConnections): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: connections.pool }) })

/** An answer that does not come in time is not waited for: a silent server must not stop its reader. */
function withTimeLimit<T extends ReadModelStore>(store: T, timeLimitMs: number): T {
  const limited = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<never>((_, reject) => {
        const late = () =>
          reject(new ReadModelUnavailableError(`the database gave no answer in ${timeLimitMs} ms`))
        timer = setTimeout(late, timeLimitMs)
      })
      try {
        return await Promise.race([(method as (...args: unknown[]) => Promise<unknown>)(...args), limit])
      } finally {
        clearTimeout(timer)
      }
    },
  ])
  return Object.fromEntries(limited) as T
}
