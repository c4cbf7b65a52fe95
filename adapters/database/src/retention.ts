/**
 * What the read models forget. The journal holds everything; a list that people page through needs the recent
 * past, and a market maker leaves millions of cancelled orders behind.
 *
 *     orders that ended without a fill   the newest 5 000 of each account and status
 *     refused withdrawals and LP orders  the newest 5 000 of each account
 *     trades                             7 days
 *     one-minute candles                 31 days
 *
 * Refusals have moved no money, and an account without money may cause them all day. Orders with a fill, fills, transfers that
 * were not refused, funding and coarser candles are kept. Rows are forgotten in small pieces along with the batches that
 * crowd them out, so no sweep ever holds up a reader.
 */
import { sql, type Transaction } from 'kysely'
import type { ReadModelBatch } from '@vest/runtime'
import { REFUSAL } from '@vest/protocol'
import type { Schema } from './tables.ts'

export const UNFILLED_ORDERS_KEPT = 5_000
/** An account is looked at again after so many more of its orders have ended without a fill. */
export const UNFILLED_ORDERS_SLACK = 1_000
export const TRADES_KEPT_MS = 7 * 86_400_000
export const MINUTE_CANDLES_KEPT_MS = 31 * 86_400_000
/** Markets whose old trades and candles are looked for along with one batch. */
const MARKETS_PER_BATCH = 2

const ENDED = ['CANCELLED', 'REJECTED'] as const
export const REFUSALS_KEPT = 5_000
/** An account is looked at again after so many more of its requests were refused. */
export const REFUSALS_SLACK = 1_000

/** Refused when they were asked for. A withdrawal that was taken and can never be paid has a code of its own. */
const NEVER_PAID = REFUSAL.TRANSFER_EXECUTION_FAILED
const REFUSED = {
  transfers: sql`type = 'WITHDRAW' and status = 'REJECTED' and code <> ${sql.lit(NEVER_PAID)}`,
  lp_orders: sql`status = 'REJECTED' and shares is null`,
} as const
type RefusedIn = keyof typeof REFUSED
const REFUSED_IN = ['transfers', 'lp_orders'] as const satisfies readonly RefusedIn[]

/** Whose requests a batch has refused, in its order. */
const refusedOf = ({ transfers, lpOrders }: ReadModelBatch): Record<RefusedIn, readonly string[]> => ({
  transfers: transfers
    .filter(({ type, status, code }) => type === 'WITHDRAW' && status === 'REJECTED' && code !== NEVER_PAID)
    .map(({ account }) => account),
  lp_orders: lpOrders
    .filter(({ status, shares }) => status === 'REJECTED' && shares === undefined)
    .map(({ account }) => account),
})

/** Forgets at once all that may be forgotten: afterwards two stores of one past hold the same rows. */
export async function forgetAll(transaction: Transaction<Schema>): Promise<void> {
  await sql`delete from orders where id in (
    select id from (
      select id, row_number() over (partition by account, status order by post_time_ms desc, seq desc, index desc) as age
      from orders where filled_size = 0 and status in ('CANCELLED', 'REJECTED')) ended
    where age > ${UNFILLED_ORDERS_KEPT})`.execute(transaction)
  for (const table of REFUSED_IN)
    await sql`delete from ${sql.table(table)} where id in (
      select id from (
        select id, row_number() over (partition by account order by post_time_ms desc, seq desc, index desc) as age
        from ${sql.table(table)} where ${REFUSED[table]}) refused
      where age > ${REFUSALS_KEPT})`.execute(transaction)
  const newest = sql`(select max(open_time_ms) from candles c where c.interval = '1m'
    and c.symbol = coalesce((select candles_of from market_states m where m.symbol = rows.symbol), rows.symbol))`
  await sql`delete from trades rows where time_ms < ${newest} - ${TRADES_KEPT_MS}`.execute(transaction)
  await sql`delete from candles rows where interval = '1m'
    and open_time_ms < ${newest} - ${MINUTE_CANDLES_KEPT_MS}`.execute(transaction)
}

export interface Retention {
  /** Called within the batch's transaction, after its rows were written. */
  forget(transaction: Transaction<Schema>, batch: ReadModelBatch): Promise<void>
}

export function createRetention(): Retention {
  const endedSince = new Map<string, number>()
  const refusedSince = { transfers: new Map<string, number>(), lp_orders: new Map<string, number>() }
  let turn = 0

  return {
    async forget(transaction, batch) {
      for (const { account, status, filledSize } of batch.orders) {
        if (filledSize !== 0 || (status !== 'CANCELLED' && status !== 'REJECTED')) continue
        if (!isTurn(endedSince, account, UNFILLED_ORDERS_SLACK)) continue
        for (const ended of ENDED) await forgetUnfilledOrders(transaction, account, ended)
      }
      const refused = refusedOf(batch)
      for (const table of REFUSED_IN)
        for (const account of refused[table])
          if (isTurn(refusedSince[table], account, REFUSALS_SLACK))
            await forgetRefusals(transaction, table, account)
      // Batches with candles come every few seconds with every market in them; each time others have their turn.
      const minutes = batch.candles.filter((candle) => candle.interval === '1m')
      for (let each = 0; each < Math.min(MARKETS_PER_BATCH, minutes.length); each += 1) {
        const { symbol, openTimeMs } = minutes[turn % minutes.length]!
        turn += 1
        // Candles stay under the first symbol of their market, trades have that of their moment.
        await sql`delete from trades where time_ms < ${openTimeMs - TRADES_KEPT_MS} and symbol = any (
          ${symbol}::text || array(select symbol from market_states where candles_of = ${symbol}))`.execute(
          transaction,
        )
        await sql`delete from candles where symbol = ${symbol} and interval = '1m'
          and open_time_ms < ${openTimeMs - MINUTE_CANDLES_KEPT_MS}`.execute(transaction)
      }
    },
  }
}

/** One more of an account; true = so many have come that it is looked at again. */
function isTurn(counts: Map<string, number>, account: string, slack: number): boolean {
  const count = (counts.get(account) ?? 0) + 1
  if (count < slack) counts.set(account, count)
  else counts.delete(account)
  return count >= slack
}

const forgetUnfilledOrders = (
  transaction: Transaction<Schema>,
  account: string,
  status: (typeof ENDED)[number],
) =>
  sql`delete from orders where id in (
        select id from orders where account = ${account} and status = ${status} and filled_size = 0
        order by post_time_ms desc, seq desc, index desc offset ${UNFILLED_ORDERS_KEPT})`.execute(transaction)

const forgetRefusals = (transaction: Transaction<Schema>, table: RefusedIn, account: string) =>
  sql`delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where account = ${account} and ${REFUSED[table]}
        order by post_time_ms desc, seq desc, index desc offset ${REFUSALS_KEPT})`.execute(transaction)
