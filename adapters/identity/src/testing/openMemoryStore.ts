/** The store in memory, for tests of what stands on it: the same SQL on the same database, nothing on the disk. */
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { embeddedDialect } from '../store/embeddedDialect.ts'
import type { IdentityStore } from '../store/identityStore.ts'
import { createSqlIdentityStore } from '../store/sqlIdentityStore.ts'
import type { Schema } from '../store/tables.ts'

export interface MemoryStore {
  readonly store: IdentityStore
  /** Every row of every table, as text: what a thief of the database has. */
  dump(): Promise<string>
  /** The same rows under another name of the same database. */
  readonly database: PGlite
}

const BIGINT_OID = 20

export async function openMemoryStore(): Promise<MemoryStore> {
  const database = await PGlite.create({ parsers: { [BIGINT_OID]: Number } })
  const dialect = embeddedDialect({
    async run(sql, parameters) {
      const { rows, affectedRows } = await database.query(sql, [...parameters])
      return { rows, ...(affectedRows === undefined ? {} : { affected: affectedRows }) }
    },
    close: () => database.close(),
  })
  return {
    store: await createSqlIdentityStore(new Kysely<Schema>({ dialect })),
    database,
    async dump() {
      const { rows } = await database.query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      )
      const texts: string[] = []
      for (const { name } of rows) {
        const all = await database.query(`select * from "${name}"`)
        for (const row of all.rows)
          texts.push(
            JSON.stringify(row, (_, value: unknown) =>
              value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
            ),
          )
      }
      return texts.join('\n')
    },
  }
}
