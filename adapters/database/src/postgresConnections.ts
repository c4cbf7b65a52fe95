/**
 * Connections to a PostgreSQL server, made when they are first needed, and what node-postgres leaves to its user:
 *
 * - A connection may be lost at any moment. A waiting caller is told by the answer; in between no caller is, and an
 *   error without a listener would end the process. A lost one is not given out again.
 * - A statement is parsed once in each connection, under a name that stands for its text.
 * - An end that does not wait for a server which says nothing.
 */
import { Pool, TypeOverrides, type Client, type PoolClient } from 'pg'
import type { PostgresPool } from 'kysely'
import { BIGINT_OID, exactInteger } from './exactInteger.ts'
import { PLANNER_SETTINGS } from './plannerSettings.ts'

const CONNECTIONS = 4
const CONNECT_LIMIT_MS = 5_000

export interface PostgresConnections {
  readonly pool: PostgresPool
  /** Waits so long for answers that are on their way, then leaves them. */
  readonly close: (limitMs: number) => Promise<void>
}

/** `limits` as the server knows them, for each connection. */
export function createPostgresConnections(
  url: string,
  limits: { readonly statement_timeout?: number } = {},
): PostgresConnections {
  const settings = Object.entries(PLANNER_SETTINGS).map(([name, value]) => `-c ${name}=${value}`)
  const types = new TypeOverrides()
  types.setTypeParser(BIGINT_OID, exactInteger)
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    application_name: 'vest',
    options: settings.join(' '),
    keepAlive: true,
    types,
    ...limits,
  })
  const open = new Set<Client>()
  const unheard = () => {}
  pool.on('error', unheard)
  pool.on('connect', (client) => {
    client.on('error', unheard)
    open.add(client)
  })
  pool.on('remove', (client) => open.delete(client))
  return {
    pool: { connect: async () => named(await pool.connect()), end: () => pool.end() },
    async close(limitMs) {
      const ended = pool.end()
      const over = setTimeout(() => {
        // One that waits for an answer is cut off.
        for (const client of open) void client.end()
      }, limitMs)
      await ended.finally(() => clearTimeout(over))
    },
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `vest_${names.size + 1}`
  names.set(text, name)
  return name
}

type KyselyClient = Awaited<ReturnType<PostgresPool['connect']>>

/** Statements without parameters (begin, migrations) are asked once each and need no name. */
const named = (client: PoolClient): KyselyClient =>
  ({
    query: (text: string, values: readonly unknown[]) =>
      client.query(values.length === 0 ? { text } : { name: nameOf(text), text, values: [...values] }),
    release: () => client.release(),
  }) as unknown as KyselyClient
