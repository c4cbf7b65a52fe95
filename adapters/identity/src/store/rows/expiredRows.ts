/** Removes what is over: rows that have an age, whatever their table. */
import type { Transaction } from 'kysely'
import { HOUR_MS } from '../../limits.ts'
import type { IdentityRows } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function expiredRows(tx: Transaction<Schema>): Pick<IdentityRows, 'forget' | 'forgetDevices'> {
  return {
    async forget(beforeMs) {
      await tx.deleteFrom('challenge').where('created_ms', '<', beforeMs).execute()
      await tx.deleteFrom('pending_request').where('expires_ms', '<', beforeMs).execute()
      await tx
        .deleteFrom('hourly_count')
        .where('hour', '<', Math.floor(beforeMs / HOUR_MS))
        .execute()
      await tx.deleteFrom('sign_in_session').where('expires_ms', '<', beforeMs).execute()
    },

    async forgetDevices(beforeMs) {
      await tx.deleteFrom('device').where('last_ms', '<', beforeMs).execute()
    },
  }
}
