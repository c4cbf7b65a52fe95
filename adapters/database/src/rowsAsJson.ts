/**
 * Rows as JSON, both ways: one statement writes any number of rows from a single text parameter, and one
 * cell of text brings any number of rows back. NULL and "absent" are the same thing on either side.
 */
import { sql, type Expression, type Kysely, type RawBuilder } from 'kysely'
import { columnName, type ColumnKind, type Schema, type Table } from './tables.ts'

/** Rows in one statement; bounds the size of a parameter, not the size of a batch. */
const ROWS_PER_STATEMENT = 2_000

const SQL_TYPE: Readonly<Record<ColumnKind, string>> = {
  text: 'text',
  boolean: 'boolean',
  bigint: 'bigint',
  funding12: 'numeric',
}

const bigintAsText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value

interface UpsertText {
  readonly before: string
  readonly after: string
}
const upserts = new Map<string, UpsertText>()

/** `insert … select … from json_to_recordset(…) on conflict …` of a table: the same text at every call. */
function upsertText<R>(table: Table<R>): UpsertText {
  const known = upserts.get(table.name)
  if (known) return known
  const fields = Object.entries<ColumnKind>(table.columns)
  const columns = fields.map(([field]) => `"${columnName(field)}"`)
  const recordset = fields.map(([field, kind]) => `"${field}" ${SQL_TYPE[kind]}`)
  const selected = fields.map(([field]) => `"${field}"`)
  const key = table.key.map((field) => `"${columnName(field)}"`)
  const lasting = (table.lasting ?? []).map((field) => `"${columnName(field)}"`)
  const changed = columns
    .filter((column) => !key.includes(column) && !lasting.includes(column))
    .map((column) => `${column} = excluded.${column}`)
  const text = {
    before: `insert into ${table.name} (${columns.join(', ')}) select ${selected.join(', ')} from json_to_recordset(`,
    after:
      `::text::json) as r (${recordset.join(', ')}) on conflict (${key.join(', ')}) ` +
      (table.isAppendOnly ? 'do nothing' : `do update set ${changed.join(', ')}`),
  }
  upserts.set(table.name, text)
  return text
}

/** Inserts or replaces `rows` by the table's key, but what lasts. Keys must be unique within `rows`. */
export async function upsertRows<R>(db: Kysely<Schema>, table: Table<R>, rows: readonly R[]): Promise<void> {
  const { before, after } = upsertText(table)
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const text = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT), bigintAsText)
    await sql`${sql.raw(before)}${text}${sql.raw(after)}`.execute(db)
  }
}

const fieldLists = new Map<object, RawBuilder<unknown>>()

/** The select list that gives a table's columns the names of the record's fields. */
function fieldsOf<R>(table: Table<R>): RawBuilder<unknown> {
  const known = fieldLists.get(table)
  if (known) return known
  const list = Object.entries<ColumnKind>(table.columns).map(
    ([field, kind]) => `"${columnName(field)}"${kind === 'funding12' ? '::text' : ''} as "${field}"`,
  )
  const fields = sql.raw(list.join(', '))
  fieldLists.set(table, fields)
  return fields
}

/** The rows of `query`, which selects all columns of the table, as records in the query's order. */
export async function selectRecords<R>(
  db: Kysely<Schema>,
  table: Table<R>,
  query: Expression<unknown>,
): Promise<R[]> {
  const result = await sql<{ rows: string | null }>`
    select json_agg(json_strip_nulls(to_json(named)))::text as rows
    from (select ${fieldsOf(table)} from ${query} as found) as named`.execute(db)
  const text = result.rows[0]?.rows
  if (text === null || text === undefined) return []
  const records = JSON.parse(text) as Record<string, unknown>[]
  for (const [field, kind] of Object.entries<ColumnKind>(table.columns)) {
    if (kind !== 'funding12') continue
    for (const record of records)
      if (record[field] !== undefined) record[field] = BigInt(record[field] as string)
  }
  return records as R[]
}
