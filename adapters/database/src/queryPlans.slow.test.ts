/** Every list is read by an index that gives its order, however long the past and without any statistics. */
import { PGlite } from '@electric-sql/pglite'
import { Kysely, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { timeMs } from '@vest/protocol'
import type { ReadModelStore } from '@vest/runtime'
import { pgliteDialect } from './pgliteDialect.ts'
import { PLANNER_SETTINGS } from './plannerSettings.ts'
import { createSqlReadModelStore } from './sqlReadModelStore.ts'
import type { Schema } from './tables.ts'
import { createPglite } from './testing/createPglite.ts'
import {
  accountValue,
  addressOf,
  closedPosition,
  emptyBatch,
  capitalPast,
  fill,
  fullOrder,
  fundingSettled,
  newDeposit,
  newLpOrder,
} from './testing/sampleRecords.ts'

const ROWS = 10_000
const T0 = 1_700_000_000_000
const FILLS = 200_000
const me = addressOf(1)
const page = { limit: 100 }
const window = { ...page, startTimeMs: timeMs(1), endTimeMs: timeMs(Number.MAX_SAFE_INTEGER) }
const symbol = 'BTC-PERP'

const LISTS: Readonly<Record<string, (store: ReadModelStore) => Promise<unknown>>> = {
  orders: (store) => store.orders({ account: me, ...page }),
  'orders of a market': (store) => store.orders({ account: me, symbols: [symbol], ...window }),
  'orders of a status': (store) => store.orders({ account: me, status: 'FILLED', ...page }),
  'an order by its nonce': (store) => store.orders({ account: me, nonce: 7, ...page }),
  fills: (store) => store.fills(me, page),
  'fills of a market': (store) => store.fills(me, { symbols: [symbol], ...window }),
  'funding payments': (store) => store.fundingSettled(me, page),
  transfers: (store) => store.transfers({ account: me, ...page }),
  'LP orders': (store) => store.lpOrders({ account: me, ...page }),
  'ended positions': (store) => store.closedPositions(me, page),
  equity: (store) => store.accountValues(me, window),
  trades: (store) => store.trades([symbol], page),
  'orders behind a place': (store) => store.orders({ account: me, ...page, after: [T0 + 500, 1_500, 0] }),
  'transfers behind a place': (store) =>
    store.transfers({ account: me, ...page, after: [T0 + 500, 1_500, 0] }),
  'LP orders behind a place': (store) =>
    store.lpOrders({ account: me, ...page, after: [T0 + 500, 1_500, 0] }),
  'fills behind a place': (store) => store.fills(me, { ...page, after: [T0 + 500, 500, 'x'] }),
  'payments behind a place': (store) => store.fundingSettled(me, { ...page, after: [T0 + 500, 500, 0] }),
  'ended positions behind a place': (store) => store.closedPositions(me, { ...page, after: [T0 + 500, 'x'] }),
  'trades behind a place': (store) => store.trades([symbol], { ...page, after: [T0 + 500, 500] }),
  'a capital past': (store) => store.capitalPast(me),
  candles: (store) => store.candles(symbol, '1h', page),
}

describe('the plan of a list', () => {
  const asked: CompiledQuery[] = []
  let database: PGlite
  let store: ReadModelStore
  beforeAll(async () => {
    const startParams = Object.entries(PLANNER_SETTINGS).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    database = await createPglite({ startParams: [...PGlite.defaultStartParams, ...startParams] })
    const db = new Kysely<Schema>({
      dialect: pgliteDialect(database),
      log: ({ query }) => void asked.push(query as CompiledQuery),
    })
    store = createSqlReadModelStore(db)
    await store.open()
    const numbers = Array.from({ length: ROWS }, (_, at) => at)
    await store.apply({
      ...emptyBatch(1),
      orders: numbers.map((number) => fullOrder(number)),
      fills: [fill(0)],
      fundingSettled: numbers.map((number) => fundingSettled(number, 0)),
      capitalPast: numbers.map((number) => capitalPast(number)),
      transfers: numbers.slice(0, 1_000).map((number) => newDeposit(number)),
      lpOrders: numbers.slice(0, 1_000).map((number) => newLpOrder(number)),
      closedPositions: numbers.map((number) => closedPosition(number)),
      accountValues: numbers.map((number) => accountValue(number * 3_600_000)),
    })
    // So many that a few of them are expected where nothing is known, which is when sorting seems cheap.
    await database.exec(`insert into fills
      select 'x' || n, n, account, market_id, symbol, is_buy, order_type, is_maker, price, size, value, fee, pnl,
        settled_funding, time_ms + n
      from fills, generate_series(1, ${FILLS}) n`)
  }, 120_000)
  afterAll(() => database.close())

  async function planOf(list: (store: ReadModelStore) => Promise<unknown>): Promise<string> {
    asked.length = 0
    await list(store)
    expect(asked).toHaveLength(1)
    const { rows } = await database.query<Record<string, string>>(`explain ${asked[0]!.sql}`, [
      ...asked[0]!.parameters,
    ])
    return rows.map((row) => Object.values(row)[0]).join('\n')
  }

  it.each(Object.keys(LISTS))('%s: neither sorted nor read from end to end', async (name) => {
    const plan = await planOf(LISTS[name]!)
    expect(plan).toContain('Index')
    expect(plan).not.toMatch(/\bSort\b|Seq Scan|Bitmap/)
  })

  it.each<[string, (store: ReadModelStore) => Promise<unknown>]>([
    ['trades', () => store.trades([symbol, 'XBT-PERP'], page)],
    ['funding rates', () => store.fundingApplied([symbol, 'XBT-PERP'], page)],
  ])('%s of a market that had another symbol: the newest of each, and nothing else', async (_, list) => {
    const plan = await planOf(list)
    // Whatever is sorted or merged is what a limit has let through.
    expect(plan.match(/Limit/g)).toHaveLength(3)
    expect(plan.match(/Index Scan/g)).toHaveLength(2)
    expect(plan).not.toMatch(/Seq Scan|Bitmap/)
  })
})
