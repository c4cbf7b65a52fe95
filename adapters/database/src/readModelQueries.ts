/** The lists people page through: the newest rows of a time window, filtered; each is served by an index. */
import { sql, type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type {
  AccountTally,
  CapitalPast,
  ClosedPosition,
  FeeHour,
  FillDay,
  FillPage,
  FillsFrom,
  HeldPosition,
  LpOrderFilter,
  MarketPage,
  OrderFilter,
  Page,
  RankedPoints,
  StoredAccountValue,
  StoredFill,
  StoredFunding,
  StoredLpOrder,
  StoredOrder,
  StoredTrade,
  StoredTransfer,
  TransferFilter,
} from '@vest/runtime'
import type { FundingApplied, PoolValued } from '@vest/engine'
import { assert, timeMs, type Address } from '@vest/protocol'
import { selectRecords } from './rowsAsJson.ts'
import {
  ACCOUNT_TALLIES,
  ACCOUNT_VALUES,
  CAPITAL_PAST,
  CLOSED_POSITIONS,
  FEE_HOURS,
  FILLS,
  FUNDING_APPLIED,
  FUNDING_SETTLED,
  HELD_POSITIONS,
  LP_ORDERS,
  ORDERS,
  POOL_VALUES,
  RANKED_POINTS,
  TRADES,
  TRANSFERS,
  type Schema,
} from './tables.ts'

/** Bounds that are always there keep one statement, and one plan, per list. */
const windowOf = (page: Page): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: page.startTimeMs ?? 0,
  toMs: Math.min(page.endTimeMs ?? Number.MAX_SAFE_INTEGER, page.after?.[0] ?? Number.MAX_SAFE_INTEGER),
})

/** The rows behind a place, compared as the list is ordered: the index that gives the order begins there. */
function isBehind({ after }: Page, columns: readonly string[]): RawBuilder<boolean> {
  if (after === undefined) return sql<boolean>`true`
  assert(after.length === columns.length, 'a place names every column of the order of its list')
  const values = after.map((value) =>
    typeof value === 'number' ? sql`${value}::bigint` : sql`${value}::text collate "C"`,
  )
  return sql<boolean>`(${sql.join(columns.map((column) => sql.ref(column)))}) < (${sql.join(values)})`
}

/** As they were accepted. */
const BY_ACCEPTANCE = ['post_time_ms', 'seq', 'index'] as const

/**
 * Finds these rows by their own index before anything else is asked of them: `offset 0` keeps the planner from
 * walking an account's whole past in order of time instead.
 */
const firstFound = <T extends keyof Schema>(query: SelectQueryBuilder<Schema, T, Schema[T]>) =>
  query.offset(0)

/** Newest first, as they were accepted. */
export async function selectOrders(db: Kysely<Schema>, filter: OrderFilter): Promise<StoredOrder[]> {
  if (filter.ids?.length === 0) return []
  const { fromMs, toMs } = windowOf(filter)
  const { ids } = filter
  const named =
    ids &&
    db
      .selectFrom('orders')
      .selectAll()
      .where('id', 'in', [...ids])
  let query = db
    .selectFrom(named ? firstFound(named).as('orders') : 'orders')
    .selectAll()
    .where('account', '=', filter.account)
    .where('post_time_ms', '>=', fromMs)
    .where('post_time_ms', '<=', toMs)
    .where(isBehind(filter, BY_ACCEPTANCE))
  if (filter.nonce !== undefined) query = query.where('nonce', '=', filter.nonce)
  if (filter.signer !== undefined) query = query.where('signer', '=', filter.signer)
  if (filter.symbols !== undefined) query = query.where('symbol', 'in', filter.symbols)
  if (filter.orderType !== undefined) query = query.where('order_type', '=', filter.orderType)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.clientId !== undefined) query = query.where('client_id', '=', filter.clientId)
  return selectRecords(
    db,
    ORDERS,
    query.orderBy('post_time_ms', 'desc').orderBy('seq', 'desc').orderBy('index', 'desc').limit(filter.limit),
  )
}

/** Newest first, as they were accepted. */
export function selectTransfers(db: Kysely<Schema>, filter: TransferFilter): Promise<StoredTransfer[]> {
  const { fromMs, toMs } = windowOf(filter)
  let query = db
    .selectFrom('transfers')
    .selectAll()
    .where('account', '=', filter.account)
    .where('post_time_ms', '>=', fromMs)
    .where('post_time_ms', '<=', toMs)
    .where(isBehind(filter, BY_ACCEPTANCE))
  if (filter.id !== undefined) query = query.where('id', '=', filter.id)
  if (filter.nonce !== undefined) query = query.where('nonce', '=', filter.nonce)
  if (filter.signer !== undefined) query = query.where('signer', '=', filter.signer)
  if (filter.type !== undefined) query = query.where('type', '=', filter.type)
  return selectRecords(
    db,
    TRANSFERS,
    query.orderBy('post_time_ms', 'desc').orderBy('seq', 'desc').orderBy('index', 'desc').limit(filter.limit),
  )
}

/**
 * Of a market that has had several symbols, the newest of each: of all of them at once the database would read, and
 * sort, everything in the window.
 */
const newestOfEach = (
  symbols: readonly string[],
  newestOf: (symbol: string) => Expression<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Expression<unknown> =>
  symbols.length === 1
    ? newestOf(symbols[0]!)
    : sql`(${sql.join(symbols.map(newestOf), sql` union all `)} order by ${order} limit ${limit})`

/** Newest first: trade ids grow with time. */
export async function selectTrades(
  db: Kysely<Schema>,
  symbols: readonly string[],
  page: Page,
): Promise<StoredTrade[]> {
  const { fromMs, toMs } = windowOf(page)
  const newestOf = (symbol: string) =>
    db
      .selectFrom('trades')
      .selectAll()
      .where('symbol', '=', symbol)
      .where('time_ms', '>=', fromMs)
      .where('time_ms', '<=', toMs)
      .where(isBehind(page, ['time_ms', 'trade_id']))
      .orderBy('time_ms', 'desc')
      .orderBy('trade_id', 'desc')
      .limit(page.limit)
  const order = sql`time_ms desc, trade_id desc`
  const rows = await selectRecords(db, TRADES, newestOfEach(symbols, newestOf, order, page.limit))
  return rows.map((row) => ({ ...row, kind: 'TradeExecuted' }))
}

/** Newest first. */
export async function selectFills(
  db: Kysely<Schema>,
  account: Address,
  page: FillPage,
): Promise<StoredFill[]> {
  const { fromMs, toMs } = windowOf(page)
  const { orderId } = page
  const ofOrder =
    orderId === undefined ? undefined : db.selectFrom('fills').selectAll().where('order_id', '=', orderId)
  let query = db
    .selectFrom(ofOrder ? firstFound(ofOrder).as('fills') : 'fills')
    .selectAll()
    .where('account', '=', account)
    .where('time_ms', '>=', fromMs)
    .where('time_ms', '<=', toMs)
    .where(isBehind(page, ['time_ms', 'trade_id', 'order_id']))
  if (page.symbols !== undefined) query = query.where('symbol', 'in', page.symbols)
  const newest = query.orderBy('time_ms', 'desc').orderBy('trade_id', 'desc').orderBy('order_id', 'desc')
  const rows = await selectRecords(db, FILLS, newest.limit(page.limit))
  return rows.map((row) => ({ ...row, kind: 'FillBooked' }))
}

/** Newest first: the payments of an account. */
export async function selectFundingSettled(
  db: Kysely<Schema>,
  account: Address,
  page: MarketPage,
): Promise<StoredFunding[]> {
  const { fromMs, toMs } = windowOf(page)
  let query = db
    .selectFrom('funding_settled')
    .selectAll()
    .where('account', '=', account)
    .where('time_ms', '>=', fromMs)
    .where('time_ms', '<=', toMs)
    .where(isBehind(page, ['time_ms', 'seq', 'index']))
  if (page.symbols !== undefined) query = query.where('symbol', 'in', page.symbols)
  const newest = query.orderBy('time_ms', 'desc').orderBy('seq', 'desc').orderBy('index', 'desc')
  const rows = await selectRecords(db, FUNDING_SETTLED, newest.limit(page.limit))
  return rows.map((row) => ({ ...row, kind: 'FundingSettled' }))
}

/** Oldest first, the newest `limit` hours of the window. */
export async function selectFundingApplied(
  db: Kysely<Schema>,
  symbols: readonly string[],
  page: Page,
): Promise<FundingApplied[]> {
  const { fromMs, toMs } = windowOf(page)
  const newestOf = (symbol: string) =>
    db
      .selectFrom('funding_applied')
      .selectAll()
      .where('symbol', '=', symbol)
      .where('hour_ms', '>=', fromMs)
      .where('hour_ms', '<=', toMs)
      .orderBy('hour_ms', 'desc')
      .limit(page.limit)
  const newest = newestOfEach(symbols, newestOf, sql`hour_ms desc`, page.limit)
  const rows = await selectRecords(db, FUNDING_APPLIED, newest)
  return rows.reverse().map((row) => ({ ...row, kind: 'FundingApplied' }))
}

/** Newest first, as they were accepted. */
export async function selectLpOrders(db: Kysely<Schema>, filter: LpOrderFilter): Promise<StoredLpOrder[]> {
  if (filter.ids?.length === 0) return []
  const { fromMs, toMs } = windowOf(filter)
  let query = db
    .selectFrom('lp_orders')
    .selectAll()
    .where('account', '=', filter.account)
    .where('post_time_ms', '>=', fromMs)
    .where('post_time_ms', '<=', toMs)
    .where(isBehind(filter, BY_ACCEPTANCE))
  if (filter.ids !== undefined) query = query.where('id', 'in', [...filter.ids])
  if (filter.nonce !== undefined) query = query.where('nonce', '=', filter.nonce)
  if (filter.signer !== undefined) query = query.where('signer', '=', filter.signer)
  if (filter.orderType !== undefined) query = query.where('order_type', '=', filter.orderType)
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  return selectRecords(
    db,
    LP_ORDERS,
    query.orderBy('post_time_ms', 'desc').orderBy('seq', 'desc').orderBy('index', 'desc').limit(filter.limit),
  )
}

/** Oldest first, the newest `limit` hours of the window. */
export async function selectPoolValues(db: Kysely<Schema>, page: Page): Promise<PoolValued[]> {
  const { fromMs, toMs } = windowOf(page)
  const rows = await selectRecords(
    db,
    POOL_VALUES,
    db
      .selectFrom('pool_values')
      .selectAll()
      .where('hour_ms', '>=', fromMs)
      .where('hour_ms', '<=', toMs)
      .orderBy('hour_ms', 'desc')
      .limit(page.limit),
  )
  return rows.reverse().map((row) => ({ ...row, kind: 'PoolValued' }))
}

/** Newest first, by the end of the week; the rank is one more than the accounts that had more in it. */
export function selectPoints(db: Kysely<Schema>, account: Address, page: Page): Promise<RankedPoints[]> {
  const { fromMs, toMs } = windowOf(page)
  return selectRecords(
    db,
    RANKED_POINTS,
    db
      .selectFrom('points')
      .selectAll()
      .select(
        sql<number>`(select count(*) + 1 from points as other where other.epoch_id = points.epoch_id and
          other.trading + other.lp + other.referral > points.trading + points.lp + points.referral)`.as(
          'rank',
        ),
      )
      .where('account', '=', account)
      .where('end_time_ms', '>=', fromMs)
      .where('end_time_ms', '<=', toMs)
      .orderBy('epoch_id', 'desc')
      .limit(page.limit),
  )
}

const DAY_MS = 86_400_000

/** By UTC day, newest first; of each account what it filled from its moment on. */
export async function selectFillDays(
  db: Kysely<Schema>,
  accounts: readonly FillsFrom[],
  page: Page,
): Promise<FillDay[]> {
  if (accounts.length === 0) return []
  const { fromMs, toMs } = windowOf(page)
  const names = JSON.stringify(accounts.map(({ account, fromMs: since }) => ({ account, since })))
  const { rows } = await sql<Record<'day' | 'traders' | 'volume' | 'fees', string>>`
    select (f.time_ms / ${sql.lit(DAY_MS)})::text as day, count(distinct f.account)::text as traders,
           sum(f.value::numeric)::text as volume, sum(f.fee::numeric)::text as fees
    from json_to_recordset(${names}::json) as a(account text, since bigint)
    join fills f on f.account = a.account and f.time_ms >= a.since
    where f.time_ms >= ${fromMs} and f.time_ms <= ${toMs}
    group by f.time_ms / ${sql.lit(DAY_MS)}
    order by f.time_ms / ${sql.lit(DAY_MS)} desc
    limit ${page.limit}`.execute(db)
  return rows.map(({ day, traders, volume, fees }) => ({
    dayMs: timeMs(Number(day) * DAY_MS),
    traders: Number(traders),
    volume: BigInt(volume),
    fees: BigInt(fees),
  }))
}

/** Oldest first, the newest `limit` of the window. */
export async function selectFeeHours(db: Kysely<Schema>, page: Page): Promise<FeeHour[]> {
  const { fromMs, toMs } = windowOf(page)
  const rows = await selectRecords(
    db,
    FEE_HOURS,
    db
      .selectFrom('fee_hours')
      .selectAll()
      .where('hour_ms', '>=', fromMs)
      .where('hour_ms', '<=', toMs)
      .orderBy('hour_ms', 'desc')
      .limit(page.limit),
  )
  return rows.reverse()
}

/**
 * What is read whole, part by part: the rows of a part are one text, and the embedded database has no memory for that of
 * some half a million, nor a server one of a gigabyte.
 */
async function selectWhole<R>(partAfter: (last: R | undefined) => Promise<R[]>): Promise<R[]> {
  const rows: R[] = []
  for (;;) {
    const part = await partAfter(rows.at(-1))
    for (const row of part) rows.push(row)
    if (part.length < ROWS_OF_PART) return rows
  }
}
const ROWS_OF_PART = 20_000

export const selectAccountTallies = (db: Kysely<Schema>): Promise<AccountTally[]> =>
  selectWhole((last: AccountTally | undefined) => {
    let query = db.selectFrom('account_tallies').selectAll()
    if (last !== undefined) query = query.where('account', '>', last.account)
    return selectRecords(db, ACCOUNT_TALLIES, query.orderBy('account').limit(ROWS_OF_PART))
  })

/** Oldest first, the newest `limit` hours of the window. */
export async function selectAccountValues(
  db: Kysely<Schema>,
  account: Address,
  page: Page,
): Promise<StoredAccountValue[]> {
  const { fromMs, toMs } = windowOf(page)
  const rows = await selectRecords(
    db,
    ACCOUNT_VALUES,
    db
      .selectFrom('account_values')
      .selectAll()
      .where('account', '=', account)
      .where('hour_ms', '>=', fromMs)
      .where('hour_ms', '<=', toMs)
      .orderBy('hour_ms', 'desc')
      .limit(page.limit),
  )
  return rows.reverse()
}

/** Oldest first: a few rows a day. */
export const selectCapitalPast = (db: Kysely<Schema>, account: Address): Promise<CapitalPast[]> =>
  selectRecords(
    db,
    CAPITAL_PAST,
    db.selectFrom('capital_past').selectAll().where('account', '=', account).orderBy('seq').orderBy('index'),
  )

/** Newest first, by the end, then id. */
export function selectClosedPositions(
  db: Kysely<Schema>,
  account: Address,
  page: MarketPage,
): Promise<ClosedPosition[]> {
  const { fromMs, toMs } = windowOf(page)
  let query = db
    .selectFrom('closed_positions')
    .selectAll()
    .where('account', '=', account)
    .where('close_time_ms', '>=', fromMs)
    .where('close_time_ms', '<=', toMs)
    .where(isBehind(page, ['close_time_ms', 'id']))
  if (page.symbols !== undefined) query = query.where('symbol', 'in', page.symbols)
  const newest = query.orderBy('close_time_ms', 'desc').orderBy('id', 'desc')
  return selectRecords(db, CLOSED_POSITIONS, newest.limit(page.limit))
}

/** All that are open. */
export const selectHeldPositions = (db: Kysely<Schema>): Promise<HeldPosition[]> =>
  selectWhole((last: HeldPosition | undefined) => {
    let query = db.selectFrom('held_positions').selectAll().where('size', '>', 0)
    if (last !== undefined)
      query = query.where(sql<boolean>`(account, symbol) > (${last.account}, ${last.symbol})`)
    return selectRecords(db, HELD_POSITIONS, query.orderBy('account').orderBy('symbol').limit(ROWS_OF_PART))
  })
