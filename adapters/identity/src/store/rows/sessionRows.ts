/** Sign-in sessions, active or not, until they are forgotten. */
import type { Transaction } from 'kysely'
import type { IdentityRows, SessionRow } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function sessionRows(
  tx: Transaction<Schema>,
): Pick<IdentityRows, 'addSession' | 'session' | 'sessionsOf' | 'renewSession' | 'endSession'> {
  return {
    async addSession(row) {
      await tx
        .insertInto('sign_in_session')
        .values({
          session_id: row.sessionId,
          user_id: row.userId,
          count: row.count,
          renewed_ms: row.renewedMs,
          created_ms: row.createdMs,
          expires_ms: row.expiresMs,
          ended_ms: row.endedMs ?? null,
          sealed: row.sealed,
        })
        .execute()
    },

    async session(sessionId) {
      const row = await tx
        .selectFrom('sign_in_session')
        .selectAll()
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return row && sessionOf(row)
    },

    async sessionsOf(userId) {
      const rows = await tx
        .selectFrom('sign_in_session')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_ms')
        .orderBy('session_id')
        .execute()
      return rows.map(sessionOf)
    },

    async renewSession(sessionId, { count, renewedMs, expiresMs, sealed }) {
      await tx
        .updateTable('sign_in_session')
        .set({ count, renewed_ms: renewedMs, expires_ms: expiresMs, sealed })
        .where('session_id', '=', sessionId)
        .execute()
    },

    async endSession(sessionId, endedMs) {
      const { numUpdatedRows } = await tx
        .updateTable('sign_in_session')
        .set({ ended_ms: endedMs })
        .where('session_id', '=', sessionId)
        .where('ended_ms', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

const sessionOf = (row: Schema['sign_in_session']): SessionRow => ({
  sessionId: row.session_id,
  userId: row.user_id,
  count: row.count,
  renewedMs: row.renewed_ms,
  createdMs: row.created_ms,
  expiresMs: row.expires_ms,
  ...(row.ended_ms === null ? {} : { endedMs: row.ended_ms }),
  sealed: row.sealed,
})
