/**
 * What a server does by itself and the embedded database does not: it gives back the room of deleted rows, and
 * freezes what is old. PostgreSQL counts its transactions in 32 bits and takes no more writes when two billion have
 * passed since the oldest row that is not frozen, of any table, its own included, and of any database beside ours.
 */
import { sql, type Kysely } from 'kysely'
import { databaseFailure, ReadModelUnavailableError } from './databaseFailure.ts'
import type { Schema } from './tables.ts'

/** Rows of these are deleted, or written again and again. */
const CROWDED = ['orders', 'trades', 'candles', 'held_positions', 'account_tallies'] as const

/** A table is frozen when so many transactions have passed: often enough that little of a large one is new each time. */
const AGE_MAX = 10_000_000
/** Of those whose turn it is, so many at once. */
const FROZEN_AT_ONCE = 4

/**
 * One table at a time, so that readers come in between. It needs a little room itself: what passes, like a full disk, is
 * left to the next time. Any other failure means damaged files.
 */
export async function vacuum(db: Kysely<Schema>, ageMax = AGE_MAX): Promise<void> {
  try {
    for (const table of CROWDED) await sql`vacuum ${sql.raw(table)}`.execute(db)
    await dropOldTemplates(db, ageMax)
    await freezeOldest(db, ageMax)
  } catch (cause) {
    const failure = databaseFailure(cause)
    if (!(failure instanceof ReadModelUnavailableError)) throw failure
  }
}

/** Databases that new ones are copied from: they are never opened, so they cannot be frozen, and none is ever made here. */
async function dropOldTemplates(db: Kysely<Schema>, ageMax: number): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select quote_ident(datname) as name from pg_database
    where datname <> current_database() and age(datfrozenxid) > ${ageMax}`.execute(db)
  if (rows.length === 0) return
  await sql`update pg_database set datistemplate = false where datname <> current_database()`.execute(db)
  for (const { name } of rows) await sql`drop database ${sql.raw(name)}`.execute(db)
}

async function freezeOldest(db: Kysely<Schema>, ageMax: number): Promise<void> {
  const { rows } = await sql<{ readonly name: string }>`
    select c.oid::regclass::text as name
    from pg_class c left join pg_class t on t.oid = c.reltoastrelid
    where c.relkind in ('r', 'm') and greatest(age(c.relfrozenxid), age(t.relfrozenxid)) > ${ageMax}
    order by greatest(age(c.relfrozenxid), age(t.relfrozenxid)) desc, c.oid
    limit ${FROZEN_AT_ONCE}`.execute(db)
  for (const { name } of rows) await sql`vacuum (freeze) ${sql.raw(name)}`.execute(db)
}
