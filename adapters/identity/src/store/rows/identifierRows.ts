/** What names a person at sign-in, one row for each: an address, a subject of a provider. */
import type { Transaction } from 'kysely'
import type { IdentifierRow, IdentityRows } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function identifierRows(
  tx: Transaction<Schema>,
): Pick<IdentityRows, 'addIdentifier' | 'identifier' | 'identifiersOf'> {
  return {
    async addIdentifier({ lookup, userId, kind, sealed, createdMs }) {
      await tx
        .insertInto('identifier')
        .values({ lookup, user_id: userId, kind, sealed, created_ms: createdMs })
        .execute()
    },

    async identifier(lookup) {
      const row = await tx
        .selectFrom('identifier')
        .selectAll()
        .where('lookup', '=', lookup)
        .executeTakeFirst()
      return row && identifierOf(row)
    },

    async identifiersOf(userId) {
      const rows = await tx
        .selectFrom('identifier')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_ms')
        .orderBy('kind')
        .execute()
      return rows.map(identifierOf)
    },
  }
}

const identifierOf = (row: Schema['identifier']): IdentifierRow => ({
  lookup: row.lookup,
  userId: row.user_id,
  kind: row.kind,
  sealed: row.sealed,
  createdMs: row.created_ms,
})
