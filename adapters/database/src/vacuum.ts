import { sql, type Kysely } from 'kysely'
import { databaseFailure, ReadModelUnavailableError } from './databaseFailure.ts'
import type { Schema } from './tables.ts'

/**
 * Gives back the room of deleted rows; one table at a time, so that readers come in between. It needs a little room
 * itself: what passes, like a full disk, is left to the next time. Any other failure means damaged files.
 */
export async function vacuum(db: Kysely<Schema>): Promise<void> {
  try {
    for (const table of ['orders', 'trades', 'candles']) await sql`vacuum ${sql.raw(table)}`.execute(db)
  } catch (cause) {
    const failure = databaseFailure(cause)
    if (!(failure instanceof ReadModelUnavailableError)) throw failure
  }
}
