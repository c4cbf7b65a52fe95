import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pgliteDialect } from './pgliteDialect.ts'
import { createSqlReadModelStore } from './sqlReadModelStore.ts'
import type { Schema } from './tables.ts'
import { createPglite } from './testing/createPglite.ts'
import { vacuum } from './vacuum.ts'

let db: Kysely<Schema>
beforeEach(async () => {
  db = new Kysely<Schema>({ dialect: pgliteDialect(await createPglite()) })
  await createSqlReadModelStore(db).open()
})
afterEach(() => db.destroy())

/** Transactions since the oldest row of the whole server that is not frozen: at two billion it takes no more. */
const oldestAge = async (): Promise<number> => {
  const { rows } = await sql<{ age: number }>`select max(age(datfrozenxid)) as age from pg_database`.execute(
    db,
  )
  return rows[0]!.age
}
async function write(transactions: number): Promise<void> {
  for (let n = 0; n < transactions; n += 1)
    await sql`update projection set last_seq = last_seq + 1`.execute(db)
}
const bytesOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`select pg_relation_size(${table}) as bytes`.execute(db)
  return Number(rows[0]!.bytes)
}

describe('the embedded database, tended for a year', () => {
  it('never runs out of numbers for its transactions: all that is old is frozen, a few tables at a time', async () => {
    await write(300)
    expect(await oldestAge()).toBeGreaterThan(300)
    const ages: number[] = []
    for (let n = 0; n < 40; n += 1) {
      await vacuum(db, 200)
      ages.push(await oldestAge())
    }
    expect(ages[0]).toBeGreaterThan(300)
    expect(ages.at(-1)).toBeLessThan(200)
    // It goes on, in rounds.
    await write(300)
    for (let n = 0; n < 40; n += 1) await vacuum(db, 200)
    expect(await oldestAge()).toBeLessThan(200)
  })

  it('is left alone while nothing is old', async () => {
    await write(100)
    const before = await oldestAge()
    await vacuum(db)
    expect(await oldestAge()).toBeGreaterThanOrEqual(before)
    const { rows } = await sql`select 1 from pg_database`.execute(db)
    expect(rows).toHaveLength(3)
  })

  it('does not grow by sums that are written again at every checkpoint', async () => {
    const writeAll = (): Promise<unknown> =>
      sql`insert into account_tallies (account, is_sim, volume)
        select lpad(n::text, 42, '0'), false, 1 from generate_series(1, 2000) n
        on conflict (account) do update set volume = account_tallies.volume + 1`.execute(db)
    await writeAll()
    const before = await bytesOf('account_tallies')
    for (let n = 0; n < 50; n += 1) {
      await writeAll()
      await vacuum(db)
    }
    expect(await bytesOf('account_tallies')).toBeLessThan(4 * before)
  })
})
