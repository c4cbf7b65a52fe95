/** The store over SQL, the same for both databases. */
import type { Kysely, Transaction } from 'kysely'
import type {
  ChallengeRow,
  DeviceRow,
  IdentifierRow,
  IdentityRows,
  IdentityStore,
  PasskeyRecord,
  SessionRow,
  UserRow,
  WalletRow,
} from './identityStore.ts'
import { createTables, type Schema } from './tables.ts'

const HOUR_MS = 3_600_000
/** Two that met may meet again; after so often something else is wrong. */
const ATTEMPTS = 8
const SERIALIZATION_FAILURES = ['40001', '40P01']

export async function createSqlIdentityStore(db: Kysely<Schema>): Promise<IdentityStore> {
  await createTables(db)
  return {
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await db
            .transaction()
            .setIsolationLevel('serializable')
            .execute((tx) => work(rowsOf(tx)))
        } catch (error) {
          const { code } = error as { readonly code?: string }
          if (attempt === ATTEMPTS || code === undefined || !SERIALIZATION_FAILURES.includes(code))
            throw error
        }
    },
    close: () => db.destroy(),
  }
}

/** Wallets with one of these addresses. */
const walletsAt = (tx: Transaction<Schema>, evmLookup: Uint8Array, solanaLookup: Uint8Array) =>
  tx
    .selectFrom('wallet')
    .where((is) => is.or([is('evm_lookup', '=', evmLookup), is('solana_lookup', '=', solanaLookup)]))

function rowsOf(tx: Transaction<Schema>): IdentityRows {
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

    async wallet(userId) {
      const row = await tx.selectFrom('wallet').selectAll().where('user_id', '=', userId).executeTakeFirst()
      return row && walletOf(row)
    },
    async walletOf(lookup) {
      const row = await walletsAt(tx, lookup, lookup).selectAll().executeTakeFirst()
      return row && walletOf(row)
    },
    async putWallet({ userId, generation, evmLookup, solanaLookup, sealed }) {
      const others = await walletsAt(tx, evmLookup, solanaLookup)
        .select('user_id')
        .where('user_id', '<>', userId)
        .execute()
      if (others.length > 0) return false
      const values = {
        user_id: userId,
        generation,
        evm_lookup: evmLookup,
        solana_lookup: solanaLookup,
        sealed,
      }
      const { user_id: _, ...changes } = values
      await tx
        .insertInto('wallet')
        .values(values)
        .onConflict((on) => on.column('user_id').doUpdateSet(changes))
        .execute()
      return true
    },

    async count(counts, nowMs) {
      for (const { scope, key } of counts)
        await tx
          .insertInto('hourly_count')
          .values({ scope, key, hour: Math.floor(nowMs / HOUR_MS), n: 1 })
          .onConflict((on) =>
            on.columns(['scope', 'key', 'hour']).doUpdateSet((is) => ({ n: is('hourly_count.n', '+', 1) })),
          )
          .execute()
    },
    async counted({ scope, key }, sinceMs) {
      const rows = await tx
        .selectFrom('hourly_count')
        .select('n')
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('hour', '>=', Math.floor(sinceMs / HOUR_MS))
        .execute()
      return rows.reduce((sum, { n }) => sum + n, 0)
    },

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

const identifierOf = (row: Schema['identifier']): IdentifierRow => ({
  lookup: row.lookup,
  userId: row.user_id,
  kind: row.kind,
  sealed: row.sealed,
  createdMs: row.created_ms,
})

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

const passkeyOf = (row: Schema['passkey']): PasskeyRecord => ({
  lookup: row.lookup,
  userId: row.user_id,
  counter: row.counter,
  createdMs: row.created_ms,
  sealed: row.sealed,
})

const deviceOf = (row: Schema['device']): DeviceRow => ({
  lookup: row.lookup,
  userId: row.user_id,
  firstMs: row.first_ms,
  lastMs: row.last_ms,
})

const walletOf = (row: Schema['wallet']): WalletRow => ({
  userId: row.user_id,
  generation: row.generation,
  evmLookup: row.evm_lookup,
  solanaLookup: row.solana_lookup,
  sealed: row.sealed,
})

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
