/**
 * Kysely over an embedded database with one session: it is handed out to one user after the other, and a transaction
 * keeps it until its end, so that each is alone.
 */
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely'

export interface SqlRunner {
  /** `isSynced`: what was written is on the disk before the answer comes. */
  run(sql: string, parameters: readonly unknown[], isSynced: boolean): Promise<SqlRows>
  close(): Promise<void>
}
export interface SqlRows {
  readonly rows: readonly unknown[]
  readonly affected?: number
}

export const embeddedDialect = (database: SqlRunner): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => driverOf(database),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

function driverOf(database: SqlRunner): Driver {
  let isWithin = false
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const { rows, affected } = await database.run(sql, parameters, !isWithin)
      return {
        rows: rows as R[],
        ...(affected === undefined ? {} : { numAffectedRows: BigInt(affected) }),
      }
    },
    streamQuery() {
      throw new Error('the embedded database does not stream')
    },
  }
  let isTaken = false
  const waiting: (() => void)[] = []
  return {
    init: async () => undefined,
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
    async beginTransaction() {
      await database.run('begin', [], false)
      isWithin = true
    },
    async commitTransaction() {
      isWithin = false
      await database.run('commit', [], true)
    },
    async rollbackTransaction() {
      isWithin = false
      await database.run('rollback', [], false)
    },
    destroy: () => database.close(),
  }
}
