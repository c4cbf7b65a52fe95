/** The store on a PostgreSQL server, by a URL of its own: people's data need not lie where the read models do. */
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, TypeOverrides } from 'pg'
import type { IdentityStore } from './identityStore.ts'
import { createSqlIdentityStore } from './sqlIdentityStore.ts'
import type { Schema } from './tables.ts'

const CONNECTIONS = 4
const CONNECT_LIMIT_MS = 5_000
const STATEMENT_LIMIT_MS = 10_000
const BIGINT_OID = 20

export async function openPostgresIdentityStore(url: string): Promise<IdentityStore> {
  const types = new TypeOverrides()
  types.setTypeParser(BIGINT_OID, Number)
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    statement_timeout: STATEMENT_LIMIT_MS,
    // A commit that is answered is on the disk, whatever the server's default is.
    options: '-c synchronous_commit=on',
    application_name: 'vest identity',
    types,
  })
  // A lost connection is told by the answer that a caller waits for, and is not given out again.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return createSqlIdentityStore(new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }))
}
