/**
 * The read models over any kysely connection that speaks PostgreSQL: the embedded database and a server
 * share every statement.
 *
 * A batch is one transaction, and the row of `projection` guards it. Each attempt to write carries a number
 * of its own, larger than any before; the guard is the first statement and holds the row's lock until the
 * commit. So an attempt that was given up and arrives late finds a larger number and writes nothing,
 * `last_seq` never runs backwards, and a second process that writes into the same database is noticed.
 */
import { Migrator, sql, type Kysely, type Transaction } from 'kysely'
import type {
  BaseInterval,
  FillPage,
  FillsFrom,
  LpOrderFilter,
  MarketPage,
  OrderFilter,
  Page,
  ReadModelBatch,
  ReadModelStore,
  TransferFilter,
} from '@vest/runtime'
import type { Address } from '@vest/protocol'
import { selectCandles } from './candleColumns.ts'
import { DatabaseError, databaseFailure } from './databaseFailure.ts'
import { migrationProvider } from './migrations.ts'
import {
  selectAccountTallies,
  selectAccountValues,
  selectCapitalPast,
  selectClosedPositions,
  selectFeeHours,
  selectFills,
  selectFundingApplied,
  selectFundingSettled,
  selectHeldPositions,
  selectLpOrders,
  selectOrders,
  selectFillDays,
  selectPoints,
  selectPoolValues,
  selectTrades,
  selectTransfers,
} from './readModelQueries.ts'
import { createRetention } from './retention.ts'
import { selectRecords, upsertRows } from './rowsAsJson.ts'
import { tableDigests, type TableDigest } from './tableDigests.ts'
import {
  ACCOUNT_TALLIES,
  ACCOUNT_VALUES,
  CANDLES,
  CAPITAL_PAST,
  CLOSED_POSITIONS,
  FEE_HOURS,
  FILLS,
  FUNDING_APPLIED,
  FUNDING_SETTLED,
  HELD_POSITIONS,
  LP_ORDERS,
  MARKET_SPLITS,
  MARKET_STATES,
  ORDERS,
  POINTS,
  POOL_VALUES,
  TABLES,
  TRADES,
  TRANSFERS,
  type Schema,
} from './tables.ts'

/** Also says what lies in it. */
export interface DigestedStore extends ReadModelStore {
  digests(): Promise<readonly TableDigest[]>
}
export interface OpenedStore {
  readonly store: DigestedStore
  /** Complete up to this sequence number; 0 = empty. */
  readonly lastSeq: number
  /** What was there did not open, or belonged to another journal, and was put aside: the store is empty. */
  readonly rebuilt: boolean
}

/** Also opens as the projection of one journal. */
export interface SqlReadModelStore extends DigestedStore {
  /**
   * Migrates; empties the tables if they are the projection of another journal than `journalId`. `over`: a way to the same
   * database on which both may take what they take.
   */
  openFor(journalId: string | undefined, over?: Kysely<Schema>): Promise<Omit<OpenedStore, 'store'>>
}

export function createSqlReadModelStore(db: Kysely<Schema>): SqlReadModelStore {
  const retention = createRetention()
  let writeNumber = 0

  async function openFor(journalId: string | undefined, over = db) {
    await migrate(over)
    const row = await readProjection(over)
    writeNumber = row.write_number
    if (journalId === undefined || row.journal_id === journalId)
      return { lastSeq: row.last_seq, rebuilt: false }
    await empty(journalId, over)
    // Without a name and without rows it is not another journal's, only new.
    return { lastSeq: 0, rebuilt: row.journal_id !== null || row.last_seq > 0 }
  }

  async function empty(journalId: string | null, over = db) {
    writeNumber += 1
    await over.transaction().execute(async (transaction) => {
      await sql`update projection set last_seq = 0, write_number = ${writeNumber}, journal_id = ${journalId}`.execute(
        transaction,
      )
      await sql`truncate ${sql.raw(TABLES.map((table) => table.name).join(', '))}`.execute(transaction)
    })
  }

  async function apply(batch: ReadModelBatch) {
    writeNumber += 1
    const attempt = writeNumber
    await db.transaction().execute(async (transaction) => {
      if (await takeGuard(transaction, attempt, batch.lastSeq)) {
        await writeRows(transaction, batch)
        return retention.forget(transaction, batch)
      }
      const row = await readProjection(transaction)
      const isLatest = attempt === writeNumber
      if (isLatest && row.write_number >= attempt)
        throw new DatabaseError(
          'another process writes into this database; give each exchange one of its own',
        )
    })
  }

  return withFailures({
    openFor,
    open: async () => ({ lastSeq: (await openFor(undefined)).lastSeq }),
    reset: async () => empty((await readProjection(db)).journal_id),
    apply,
    orders: (filter: OrderFilter) => selectOrders(db, filter),
    transfers: (filter: TransferFilter) => selectTransfers(db, filter),
    trades: (symbols: readonly string[], page: Page) => selectTrades(db, symbols, page),
    fills: (account: Address, page: FillPage) => selectFills(db, account, page),
    fundingSettled: (account: Address, page: MarketPage) => selectFundingSettled(db, account, page),
    fundingApplied: (symbols: readonly string[], page: Page) => selectFundingApplied(db, symbols, page),
    candles: (symbol: string, interval: BaseInterval, page: Page) =>
      selectCandles(db, symbol, interval, page),
    marketStates: () =>
      selectRecords(db, MARKET_STATES, db.selectFrom('market_states').selectAll().orderBy('symbol')),
    marketSplits: () =>
      selectRecords(
        db,
        MARKET_SPLITS,
        db.selectFrom('market_splits').selectAll().orderBy('symbol').orderBy('number'),
      ),
    lpOrders: (filter: LpOrderFilter) => selectLpOrders(db, filter),
    poolValues: (page: Page) => selectPoolValues(db, page),
    fillDays: (accounts: readonly FillsFrom[], page: Page) => selectFillDays(db, accounts, page),
    points: (account: Address, page: Page) => selectPoints(db, account, page),
    feeHours: (page: Page) => selectFeeHours(db, page),
    accountTallies: () => selectAccountTallies(db),
    accountValues: (account: Address, page: Page) => selectAccountValues(db, account, page),
    closedPositions: (account: Address, page: MarketPage) => selectClosedPositions(db, account, page),
    capitalPast: (account: Address) => selectCapitalPast(db, account),
    heldPositions: () => selectHeldPositions(db),
    digests: () => tableDigests(db),
    close: () => db.destroy(),
  })
}

async function migrate(db: Kysely<Schema>): Promise<void> {
  const { error } = await new Migrator({ db, provider: migrationProvider }).migrateToLatest()
  if (error !== undefined) throw error
}

async function readProjection(db: Kysely<Schema>) {
  const row = await db.selectFrom('projection').selectAll().where('id', '=', 1).executeTakeFirst()
  if (!row) throw new DatabaseError('the read models have lost their row of progress')
  return row
}

/** True if this attempt is the newest and the store is not past the batch; then the lock is ours. */
async function takeGuard(
  transaction: Transaction<Schema>,
  attempt: number,
  lastSeq: number,
): Promise<boolean> {
  const taken = await sql<{ id: number }>`
    update projection set last_seq = ${lastSeq}, write_number = ${attempt}
    where id = 1 and write_number < ${attempt} and last_seq <= ${lastSeq} returning id`.execute(transaction)
  return taken.rows.length === 1
}

async function writeRows(transaction: Transaction<Schema>, batch: ReadModelBatch): Promise<void> {
  await upsertRows(transaction, ORDERS, batch.orders)
  await upsertRows(transaction, TRANSFERS, batch.transfers)
  await upsertRows(transaction, TRADES, batch.trades)
  await upsertRows(transaction, FILLS, batch.fills)
  await upsertRows(transaction, FUNDING_APPLIED, batch.fundingApplied)
  await upsertRows(transaction, FUNDING_SETTLED, batch.fundingSettled)
  await upsertRows(transaction, CANDLES, batch.candles)
  await upsertRows(transaction, MARKET_STATES, batch.marketStates ?? [])
  await upsertRows(transaction, MARKET_SPLITS, batch.marketSplits ?? [])
  await upsertRows(transaction, LP_ORDERS, batch.lpOrders)
  await upsertRows(transaction, POOL_VALUES, batch.poolValues)
  await upsertRows(transaction, POINTS, batch.points)
  await upsertRows(transaction, FEE_HOURS, batch.feeHours ?? [])
  await upsertRows(transaction, ACCOUNT_TALLIES, batch.accountTallies ?? [])
  await upsertRows(transaction, ACCOUNT_VALUES, batch.accountValues)
  await upsertRows(transaction, CLOSED_POSITIONS, batch.closedPositions)
  await upsertRows(transaction, CAPITAL_PAST, batch.capitalPast)
  await upsertRows(transaction, HELD_POSITIONS, batch.heldPositions ?? [])
}

/** Every failure leaves as one of the two errors of `databaseFailure.ts`. */
function withFailures(store: SqlReadModelStore): SqlReadModelStore {
  const wrapped = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await (method as (...args: unknown[]) => Promise<unknown>)(...args)
      } catch (cause) {
        throw databaseFailure(cause)
      }
    },
  ])
  return Object.fromEntries(wrapped) as SqlReadModelStore
}
