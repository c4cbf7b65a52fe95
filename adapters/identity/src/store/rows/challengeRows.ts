/** Codes that were asked for, and how often each was tried. */
import type { Transaction } from 'kysely'
import type { ChallengeRow, IdentityRows } from '../identityStore.ts'
import type { Schema } from '../tables.ts'

export function challengeRows(
  tx: Transaction<Schema>,
): Pick<IdentityRows, 'addChallenge' | 'challenge' | 'noteTry' | 'endChallenges' | 'lastChallengeMs'> {
  return {
    async addChallenge(row) {
      await tx
        .insertInto('challenge')
        .values({
          challenge_id: row.challengeId,
          lookup: row.lookup,
          is_known_device: row.isKnownDevice,
          code_mac: row.codeMac,
          created_ms: row.createdMs,
          expires_ms: row.expiresMs,
          tries: row.tries,
          is_ended: row.isEnded,
          pending: row.pending,
        })
        .execute()
    },

    async challenge(challengeId) {
      const row = await tx
        .selectFrom('challenge')
        .selectAll()
        .where('challenge_id', '=', challengeId)
        .executeTakeFirst()
      return row && challengeOf(row)
    },

    async noteTry(challengeId, isEnded) {
      await tx
        .updateTable('challenge')
        .set((is) => ({ tries: is('tries', '+', 1), is_ended: isEnded }))
        .where('challenge_id', '=', challengeId)
        .execute()
    },

    async endChallenges(lookup, isKnownDevice) {
      await tx
        .updateTable('challenge')
        .set({ is_ended: true })
        .where('lookup', '=', lookup)
        .where('is_known_device', '=', isKnownDevice)
        .where('is_ended', '=', false)
        .execute()
    },

    async lastChallengeMs(lookup, isKnownDevice) {
      const row = await tx
        .selectFrom('challenge')
        .select('created_ms')
        .where('lookup', '=', lookup)
        .where('is_known_device', '=', isKnownDevice)
        .orderBy('created_ms', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.created_ms
    },
  }
}

const challengeOf = (row: Schema['challenge']): ChallengeRow => ({
  challengeId: row.challenge_id,
  lookup: row.lookup,
  isKnownDevice: row.is_known_device,
  codeMac: row.code_mac,
  createdMs: row.created_ms,
  expiresMs: row.expires_ms,
  tries: row.tries,
  isEnded: row.is_ended,
  pending: row.pending,
})
