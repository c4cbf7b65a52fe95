/**
 * What lies in the read models, as a figure for each table: equal figures are equal rows. Sums do not ask for an
 * order, so a digest costs one walk and no memory: of each row 120 bits of its MD5, added up.
 */
import { sql, type Kysely } from 'kysely'
import { forgetAll } from './retention.ts'
import { columnName, TABLES, type Schema } from './tables.ts'

export interface TableDigest {
  readonly table: string
  readonly rows: number
  readonly digest: string
}

/** Lets go first of what may go at any time, or two stores of one past would differ by it. */
export async function tableDigests(db: Kysely<Schema>): Promise<TableDigest[]> {
  await db.transaction().execute(forgetAll)
  const digests: TableDigest[] = []
  for (const { name, columns, key } of TABLES) {
    const fields = [...new Set([...key, ...Object.keys(columns)])].sort().map((field) => columnName(field))
    const text = sql.raw(`md5(row(${fields.map((field) => `"${field}"`).join(', ')})::text)`)
    const part = (from: number) =>
      sql`coalesce(sum(('x' || substr(hash, ${sql.lit(from)}, 15))::bit(60)::bigint), 0)`
    const { rows } = await sql<{ rows: string; digest: string }>`
      select count(*)::text as rows, ${part(1)}::text || '-' || ${part(16)}::text as digest
      from (select ${text} as hash from ${sql.raw(name)}) hashed`.execute(db)
    digests.push({ table: name, rows: Number(rows[0]!.rows), digest: rows[0]!.digest })
  }
  return digests
}
