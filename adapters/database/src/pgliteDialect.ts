/**
 * Kysely over an embedded PGlite. It has one session, so its one connection is handed out to one user after
 * the other; a transaction keeps it until its end.
 */
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { PGlite } from '@electric-sql/pglite'

type Database = Pick<PGlite, 'waitReady' | 'query' | 'close'>

export const pgliteDialect = (database: Database): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => pgliteDriver(database),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

function pgliteDriver(database: Database): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affectedRows } = await database.query<R>(sql, [...parameters])
      return { rows, ...(affectedRows === undefined ? {} : { numAffectedRows: BigInt(affectedRows) }) }
    },
    streamQuery() {
      throw new Error('the embedded database does not stream: its rows are in memory already')
    },
  }
  const run = (statement: string) => async () => {
    await connection.executeQuery(CompiledQuery.raw(statement))
  }
  let isTaken = false
  const waiting: (() => void)[] = []

  return {
    init: () => database.waitReady,
    async acquireConnection() {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
      isTaken = true
      return connection
    },
    async releaseConnection() {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
    beginTransaction: run('begin'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    destroy: () => database.close(),
  }
}
