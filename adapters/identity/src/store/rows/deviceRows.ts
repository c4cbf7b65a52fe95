/** Browsers that people have signed in with, and who else has. */
import type { Transaction } from 'kysely'
import type { DeviceRow, IdentityRows } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function deviceRows(
  tx: Transaction<Schema>,
): Pick<IdentityRows, 'noteDevice' | 'devicesOf' | 'removeDevice' | 'usersOnDevicesOf'> {
  return {
    async noteDevice({ lookup, userId }, nowMs) {
      await tx
        .insertInto('device')
        .values({ lookup, user_id: userId, first_ms: nowMs, last_ms: nowMs })
        .onConflict((on) => on.columns(['user_id', 'lookup']).doUpdateSet({ last_ms: nowMs }))
        .execute()
    },

    async devicesOf(userId) {
      const rows = await tx
        .selectFrom('device')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('last_ms', 'desc')
        .orderBy('lookup')
        .execute()
      return rows.map(deviceOf)
    },

    async removeDevice({ lookup, userId }) {
      await tx.deleteFrom('device').where('user_id', '=', userId).where('lookup', '=', lookup).execute()
    },

    async usersOnDevicesOf(userId, most) {
      const rows = await tx
        .selectFrom('device as own')
        .innerJoin('device as other', 'other.lookup', 'own.lookup')
        .select((is) => ['other.user_id', is.fn.max('other.last_ms').as('last_ms')])
        .where('own.user_id', '=', userId)
        .where('other.user_id', '<>', userId)
        .groupBy('other.user_id')
        .orderBy('last_ms', 'desc')
        .orderBy('other.user_id')
        .limit(most)
        .execute()
      return rows.map((row) => row.user_id)
    },
  }
}

const deviceOf = (row: Schema['device']): DeviceRow => ({
  lookup: row.lookup,
  userId: row.user_id,
  firstMs: row.first_ms,
  lastMs: row.last_ms,
})
