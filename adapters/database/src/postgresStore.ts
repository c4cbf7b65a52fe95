/**
 * Read models in a PostgreSQL server (15 or newer). The server may go away at any time: a call that finds it
 * gone, or hears nothing in time, fails as unavailable, and the next one connects again.
 */
import { Kysely } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import postgres, { type Sql } from 'postgres'
import type { ReadModelStore } from '@vest/runtime'
import { ReadModelUnavailableError } from './databaseFailure.ts'
import { BIGINT_OID, exactInteger } from './exactInteger.ts'
import { PLANNER_SETTINGS } from './plannerSettings.ts'
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

const CONNECTIONS = 4
const CONNECT_LIMIT_S = 5
const TIME_LIMIT_MS = 10_000
const CLOSE_LIMIT_S = 5

export async function openPostgresStore(options: PostgresStoreOptions): Promise<OpenedStore> {
  const timeLimitMs = options.timeLimitMs ?? TIME_LIMIT_MS
  const client = connectionsTo(options.url, { statement_timeout: timeLimitMs })
  const sqlStore = createSqlReadModelStore(kyselyOf(client))
  const store: DigestedStore = {
    ...withTimeLimit(sqlStore, timeLimitMs),
    // Connections are ended with a limit of their own: a server that does not answer cannot hold the shutdown.
    close: () => client.end({ timeout: CLOSE_LIMIT_S }),
  }
  // Migrating and emptying may take what they take; only the server's presence is limited, by the connection.
  const opening = connectionsTo(options.url, {})
  try {
    return { store, ...(await sqlStore.openFor(options.journalId, kyselyOf(opening))) }
  } catch (cause) {
    await client.end({ timeout: 0 })
    throw cause
  } finally {
    await opening.end({ timeout: 0 })
  }
}

const kyselyOf = (client: Sql<{ exactInteger: number }>): Kysely<Schema> =>
  new Kysely<Schema>({ dialect: new PostgresJSDialect({ postgres: client }) })

/** Made when they are first needed. */
function connectionsTo(url: string, limits: { readonly statement_timeout?: number }) {
  return postgres(url, {
    max: CONNECTIONS,
    connect_timeout: CONNECT_LIMIT_S,
    // Seconds between attempts to connect while the server is away: the caller has a pace of its own.
    backoff: () => 0.2,
    onnotice: () => {},
    connection: { application_name: 'vest', ...limits, ...PLANNER_SETTINGS },
    types: { exactInteger: { to: BIGINT_OID, from: [BIGINT_OID], parse: exactInteger, serialize: String } },
  })
}

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
