/** People, each with a wrapped data key; what belongs to one goes with them. */
import type { Transaction } from 'kysely'
import type { IdentityRows, UserRow } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function userRows(tx: Transaction<Schema>): Pick<IdentityRows, 'addUser' | 'user' | 'removeUser'> {
  return {
    async addUser({ userId, wrappedKey, createdMs }) {
      await tx
        .insertInto('person')
        .values({ user_id: userId, wrapped_key: wrappedKey, created_ms: createdMs })
        .execute()
    },

    async user(userId) {
      const row = await tx.selectFrom('person').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return (
        row &&
        ({ userId: row.user_id, wrappedKey: row.wrapped_key, createdMs: row.created_ms } satisfies UserRow)
      )
    },

    async removeUser(userId) {
      await tx.deleteFrom('person').where('user_id', '=', userId).execute()
    },
  }
}
