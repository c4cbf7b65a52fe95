import { Kysely, Migrator, sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrationProvider } from './migrations.ts'
import { pgliteDialect } from './pgliteDialect.ts'
import { createSqlReadModelStore } from './sqlReadModelStore.ts'
import type { Schema } from './tables.ts'
import { createPglite } from './testing/createPglite.ts'
import { emptyBatch } from './testing/sampleRecords.ts'

it('a store from before LP orders and points is emptied once, to be filled from the journal', async () => {
  const db = new Kysely<Schema>({ dialect: pgliteDialect(await createPglite()) })
  const migrator = new Migrator({ db, provider: migrationProvider })
  expect((await migrator.migrateTo('0003_client_ids')).error).toBeUndefined()
  await sql`insert into market_states (symbol, status) values ('BTC-PERP', 'TRADING')`.execute(db)
  await sql`update projection set last_seq = 9, write_number = 4, journal_id = 'mine'`.execute(db)
  const store = createSqlReadModelStore(db)
  expect(await store.openFor('mine')).toEqual({ lastSeq: 0, rebuilt: false })
  expect(await store.marketStates()).toEqual([])
  await store.apply({
    ...emptyBatch(12),
    marketStates: [{ symbol: 'BTC-PERP', status: 'HALT' }],
  })
  expect(await store.openFor('mine')).toEqual({ lastSeq: 12, rebuilt: false })
  expect(await store.marketStates()).toHaveLength(1)
  await store.close()
})
