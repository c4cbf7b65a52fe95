/** Passkeys, by the mac of their ids. */
import type { Transaction } from 'kysely'
import type { IdentityRows, PasskeyRecord } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function passkeyRows(
  tx: Transaction<Schema>,
): Pick<IdentityRows, 'addPasskey' | 'passkey' | 'passkeysOf' | 'usePasskey' | 'removePasskey'> {
  return {
    async addPasskey({ lookup, userId, counter, createdMs, sealed }) {
      await tx
        .insertInto('passkey')
        .values({ lookup, user_id: userId, counter, created_ms: createdMs, sealed })
        .execute()
    },

    async passkey(lookup) {
      const row = await tx.selectFrom('passkey').selectAll().where('lookup', '=', lookup).executeTakeFirst()
      return row && passkeyOf(row)
    },

    async passkeysOf(userId) {
      const rows = await tx
        .selectFrom('passkey')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_ms')
        .execute()
      return rows.map(passkeyOf)
    },

    async usePasskey(lookup, { counter, sealed }) {
      await tx.updateTable('passkey').set({ counter, sealed }).where('lookup', '=', lookup).execute()
    },

    async removePasskey(lookup) {
      await tx.deleteFrom('passkey').where('lookup', '=', lookup).execute()
    },
  }
}

const passkeyOf = (row: Schema['passkey']): PasskeyRecord => ({
  lookup: row.lookup,
  userId: row.user_id,
  counter: row.counter,
  createdMs: row.created_ms,
  sealed: row.sealed,
})
