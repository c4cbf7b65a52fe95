/** The store over SQL, the same for both databases. */
import type { Kysely, Transaction } from 'kysely'
import type { IdentityRows, IdentityStore } from './identityStore.ts'
import { challengeRows } from './rows/challengeRows.ts'
import { countRows } from './rows/countRows.ts'
import { deviceRows } from './rows/deviceRows.ts'
import { expiredRows } from './rows/expiredRows.ts'
import { identifierRows } from './rows/identifierRows.ts'
import { passkeyRows } from './rows/passkeyRows.ts'
import { requestRows } from './rows/requestRows.ts'
import { sessionRows } from './rows/sessionRows.ts'
import { userRows } from './rows/userRows.ts'
import { walletRows } from './rows/walletRows.ts'
import { createTables, type Schema } from './tables.ts'

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

const rowsOf = (tx: Transaction<Schema>): IdentityRows => ({
  ...userRows(tx),
  ...identifierRows(tx),
  ...challengeRows(tx),
  ...requestRows(tx),
  ...sessionRows(tx),
  ...passkeyRows(tx),
  ...deviceRows(tx),
  ...walletRows(tx),
  ...countRows(tx),
  ...expiredRows(tx),
})
