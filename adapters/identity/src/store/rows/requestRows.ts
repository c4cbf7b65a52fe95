/** What browsers were sent away with: each is found once. */
import type { Transaction } from 'kysely'
import type { IdentityRows } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function requestRows(tx: Transaction<Schema>): Pick<IdentityRows, 'addRequest' | 'takeRequest'> {
  return {
    async addRequest({ stateHash, sealed, expiresMs }) {
      await tx
        .insertInto('pending_request')
        .values({ state_hash: stateHash, sealed, expires_ms: expiresMs })
        .execute()
    },

    async takeRequest(stateHash) {
      const row = await tx
        .deleteFrom('pending_request')
        .where('state_hash', '=', stateHash)
        .returningAll()
        .executeTakeFirst()
      return row && { stateHash: row.state_hash, sealed: row.sealed, expiresMs: row.expires_ms }
    },
  }
}
