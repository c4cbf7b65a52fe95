import type { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pgliteDialect } from './pgliteDialect.ts'
import { createSqlReadModelStore, type SqlReadModelStore } from './sqlReadModelStore.ts'
import type { Schema } from './tables.ts'
import { createPglite } from './testing/createPglite.ts'

/** More than two parts have, in two markets each. */
const ACCOUNTS = 45_000
/** Of the text of one answer: a row takes some hundreds. */
const CHARACTERS_MAX = 12_000_000

describe('tables that a start reads whole', () => {
  let database: PGlite
  let db: Kysely<Schema>
  let store: SqlReadModelStore
  const lengths: number[] = []
  beforeAll(async () => {
    database = await createPglite()
    const query: PGlite['query'] = async (...args) => {
      const answer = await database.query(...args)
      const [row] = answer.rows as readonly ({ readonly rows?: unknown } | undefined)[]
      if (typeof row?.rows === 'string') lengths.push(row.rows.length)
      return answer as never
    }
    db = new Kysely<Schema>({
      dialect: pgliteDialect({ query, waitReady: database.waitReady, close: () => database.close() }),
    })
    store = createSqlReadModelStore(db)
    await store.open()
    await sql`insert into account_tallies
      select '0x' || lpad(n::text, 40, '0'), null, false, n from generate_series(1, ${ACCOUNTS}::int) n`.execute(
      db,
    )
    await sql`insert into held_positions
      select '0x' || lpad(n::text, 40, '0'), symbol, '0x' || lpad(n::text, 64, '0'), true, n % 3, 1, 1000,
        1, 1, 0, 0, 0, 0, 0, 0
      from generate_series(1, ${ACCOUNTS}::int) n, unnest(array['BTC-PERP', 'ETH-PERP']) symbol`.execute(db)
  })
  afterAll(() => db.destroy())

  it('come whole and once, in answers of a bounded length', async () => {
    const tallies = await store.accountTallies()
    expect(tallies.map(({ volume }) => Number(volume))).toEqual(
      Array.from({ length: ACCOUNTS }, (_, n) => n + 1),
    )
    const held = await store.heldPositions()
    expect(held).toHaveLength(2 * (ACCOUNTS - ACCOUNTS / 3))
    expect(new Set(held.map(({ account, symbol }) => `${account} ${symbol}`)).size).toBe(held.length)
    expect(held.every(({ size }) => size > 0)).toBe(true)
    expect(Math.max(...lengths)).toBeLessThan(CHARACTERS_MAX)
  })
})
