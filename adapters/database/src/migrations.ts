/**
 * The steps by which a database comes to the schema of `tables.ts`, in order; a released step never changes.
 *
 * Read models are a projection. A step that cannot carry the old rows over may therefore empty the tables
 * and set `projection.last_seq` to 0: the next start fills them again from the journal.
 */
import { sql, type Kysely, type Migration, type MigrationProvider } from 'kysely'

/**
 * Ids, addresses and symbols are compared byte by byte (`collate "C"`), so that every server sorts alike.
 * Each index serves one query of `readModelQueries.ts` and gives its order too, so that no plan depends on
 * statistics, which the embedded database does not gather by itself.
 */
const FIRST_TABLES = [
  // What a JavaScript number holds exactly; a value beyond it is refused where it would be written.
  `create domain safe_integer as bigint check (value between -9007199254740991 and 9007199254740991)`,

  `create table projection (
     id int primary key check (id = 1),
     last_seq safe_integer not null,
     write_number safe_integer not null,
     journal_id text
   )`,
  `insert into projection (id, last_seq, write_number) values (1, 0, 0)`,

  `create table orders (
     id text collate "C" primary key,
     account text collate "C" not null,
     signer text collate "C" not null,
     nonce safe_integer not null,
     market_id safe_integer not null,
     symbol text collate "C" not null,
     is_buy boolean not null,
     order_type text collate "C" not null,
     size safe_integer not null,
     limit_price safe_integer not null,
     time_in_force text collate "C" not null,
     reduce_only boolean not null,
     init_margin_ratio safe_integer not null,
     status text collate "C" not null,
     code safe_integer,
     mark_price safe_integer,
     filled_size safe_integer not null,
     filled_value safe_integer not null,
     last_filled_size safe_integer,
     last_filled_price safe_integer,
     last_filled_time_ms safe_integer,
     avg_filled_price safe_integer,
     fees safe_integer not null,
     realized_pnl safe_integer,
     settled_funding safe_integer,
     cum_funding numeric(60, 0),
     order_time_ms safe_integer not null,
     post_time_ms safe_integer not null,
     parent_id text collate "C"
   )`,
  `create index orders_by_time on orders (account, post_time_ms, id)`,
  `create index orders_by_status on orders (account, status, post_time_ms, id)`,
  `create index orders_by_symbol on orders (account, symbol, post_time_ms, id)`,
  `create index orders_by_nonce on orders (account, nonce, post_time_ms, id)`,

  `create table transfers (
     id text collate "C" primary key,
     account text collate "C" not null,
     type text collate "C" not null,
     status text collate "C" not null,
     code safe_integer,
     nonce safe_integer not null,
     size safe_integer not null,
     chain_id safe_integer not null,
     token text collate "C" not null,
     recipient text collate "C",
     post_time_ms safe_integer not null,
     execute boolean not null,
     request_args text collate "C",
     signer text collate "C",
     signature text collate "C",
     signature_proof text collate "C",
     validator_signature text collate "C",
     tx_hash text collate "C",
     log_index safe_integer,
     block_hash text collate "C",
     is_soft boolean,
     eligible_time_ms safe_integer
   )`,
  `create index transfers_by_time on transfers (account, post_time_ms, id)`,

  `create table trades (
     symbol text collate "C" not null,
     time_ms safe_integer not null,
     trade_id safe_integer not null,
     market_id safe_integer not null,
     price safe_integer not null,
     size safe_integer not null,
     value safe_integer not null,
     taker_is_buy boolean not null,
     primary key (symbol, time_ms, trade_id)
   )`,

  `create table fills (
     order_id text collate "C" not null,
     trade_id safe_integer not null,
     account text collate "C" not null,
     market_id safe_integer not null,
     symbol text collate "C" not null,
     is_buy boolean not null,
     order_type text collate "C" not null,
     is_maker boolean not null,
     price safe_integer not null,
     size safe_integer not null,
     value safe_integer not null,
     fee safe_integer not null,
     pnl safe_integer not null,
     settled_funding safe_integer not null,
     time_ms safe_integer not null,
     primary key (order_id, trade_id)
   )`,
  `create index fills_by_time on fills (account, time_ms, trade_id)`,

  `create table funding_applied (
     symbol text collate "C" not null,
     hour_ms safe_integer not null,
     rate safe_integer not null,
     cum_funding numeric(60, 0) not null,
     primary key (symbol, hour_ms)
   )`,

  `create table funding_settled (
     seq safe_integer not null,
     index safe_integer not null,
     account text collate "C" not null,
     symbol text collate "C" not null,
     is_long boolean not null,
     size safe_integer not null,
     payment safe_integer not null,
     rate safe_integer not null,
     reason text collate "C" not null,
     time_ms safe_integer not null,
     primary key (seq, index)
   )`,
  `create index funding_settled_by_time on funding_settled (account, time_ms, seq, index)`,

  // A running candle is written again and again: room in the page keeps the new version beside the old one.
  `create table candles (
     symbol text collate "C" not null,
     interval text collate "C" not null,
     open_time_ms safe_integer not null,
     open safe_integer not null,
     high safe_integer not null,
     low safe_integer not null,
     close safe_integer not null,
     volume safe_integer not null,
     quote_volume safe_integer not null,
     trades safe_integer not null,
     primary key (symbol, interval, open_time_ms)
   ) with (fillfactor = 90)`,

  `create table market_states (
     symbol text collate "C" primary key,
     status text collate "C" not null
   )`,
]

/** What only some orders have: prices of their attached legs, and the trader's own name. */
const ORDER_EXTRAS = [
  `alter table orders add column tp_price safe_integer`,
  `alter table orders add column sl_price safe_integer`,
  `alter table orders add column client_id text collate "C"`,
]

/** Names are looked up by their owner; most orders have none. */
const CLIENT_IDS = [
  `create index orders_by_client_id on orders (account, client_id, post_time_ms, id) where client_id is not null`,
]

/** LP orders, the pool's past, points, and sums over fills. They are filled from the journal, so everything is. */
const LP_AND_POINTS = [
  `create table lp_orders (
     id text collate "C" primary key,
     account text collate "C" not null,
     signer text collate "C" not null,
     nonce safe_integer not null,
     order_type text collate "C" not null,
     status text collate "C" not null,
     code safe_integer,
     size safe_integer not null,
     fees safe_integer not null,
     shares safe_integer,
     execute_time_ms safe_integer,
     post_time_ms safe_integer not null
   )`,
  `create index lp_orders_by_time on lp_orders (account, post_time_ms, id)`,

  `create table pool_values (
     hour_ms safe_integer primary key,
     nav safe_integer not null,
     total_shares safe_integer not null
   )`,

  `create table points (
     account text collate "C" not null,
     epoch_id safe_integer not null,
     start_time_ms safe_integer not null,
     end_time_ms safe_integer not null,
     trading safe_integer not null,
     lp safe_integer not null,
     referral safe_integer not null,
     primary key (account, epoch_id)
   )`,

  `create table fee_hours (
     hour_ms safe_integer primary key,
     fees safe_integer not null
   )`,

  `create table account_tallies (
     account text collate "C" primary key,
     referrer text collate "C",
     is_sim boolean not null,
     volume numeric(60, 0) not null
   )`,

  `truncate orders, transfers, trades, fills, funding_applied, funding_settled, candles, market_states`,
  `update projection set last_seq = 0`,
]

/** Positions that have ended, those that have not, and what accounts were worth: from the journal, so everything is. */
const PASTS_OF_ACCOUNTS = [
  `create table account_values (
     account text collate "C" not null,
     hour_ms safe_integer not null,
     equity safe_integer not null,
     collateral safe_integer not null,
     net_deposits safe_integer not null,
     primary key (account, hour_ms)
   )`,

  `create table closed_positions (
     id text collate "C" primary key,
     account text collate "C" not null,
     symbol text collate "C" not null,
     is_long boolean not null,
     size numeric(60, 0) not null,
     entry_value numeric(60, 0) not null,
     exit_value numeric(60, 0) not null,
     open_time_ms safe_integer not null,
     close_time_ms safe_integer not null,
     realized_pnl safe_integer not null,
     fees safe_integer not null,
     settled_funding safe_integer not null,
     init_margin_ratio safe_integer not null,
     close_type text collate "C" not null
   )`,
  `create index closed_positions_by_time on closed_positions (account, close_time_ms, id)`,

  // An index that lacks the last column of the order makes the planner sort the whole past of an account.
  `drop index fills_by_time`,
  `create index fills_by_time on fills (account, time_ms, trade_id, order_id)`,
  `create index fills_by_symbol on fills (account, symbol, time_ms, trade_id, order_id)`,

  `create table held_positions (
     account text collate "C" not null,
     symbol text collate "C" not null,
     id text collate "C" not null,
     is_long boolean not null,
     size safe_integer not null,
     cost safe_integer not null,
     init_margin_ratio safe_integer not null,
     opened_size numeric(60, 0) not null,
     entry_value numeric(60, 0) not null,
     closed_size numeric(60, 0) not null,
     exit_value numeric(60, 0) not null,
     pnl safe_integer not null,
     fees safe_integer not null,
     settled_funding safe_integer not null,
     open_time_ms safe_integer not null,
     primary key (account, symbol)
   ) with (fillfactor = 90)`,

  `truncate orders, transfers, trades, fills, funding_applied, funding_settled, candles, market_states,
     lp_orders, pool_values, points, fee_hours, account_tallies`,
  `update projection set last_seq = 0`,
]

/** Candles before a split are told in the shares of today; splits from before this step are not known. */
const MARKET_SPLITS = [
  `create table market_splits (
     symbol text collate "C" not null,
     number safe_integer not null,
     time_ms safe_integer not null,
     new_shares safe_integer not null,
     old_shares safe_integer not null,
     primary key (symbol, number)
   )`,
]

/** A market that has another symbol keeps its candles. */
const CANDLES_OF = [`alter table market_states add column candles_of text collate "C"`]

/** A stop or take profit whose price was reached; those that were waiting before this step are not known. */
const TRIGGERED = [`alter table orders add column is_triggered boolean`]

/**
 * Records of one millisecond stand in the order in which they were accepted, which no row told so far: everything is
 * filled from the journal.
 */
const ORDER_OF_ACCEPTANCE = [
  `truncate orders, transfers, trades, fills, funding_applied, funding_settled, candles, market_states, market_splits,
     lp_orders, pool_values, points, fee_hours, account_tallies, account_values, closed_positions, held_positions`,
  `update projection set last_seq = 0`,
  ...['orders', 'transfers', 'lp_orders'].flatMap((table) => [
    `alter table ${table} add column seq safe_integer not null`,
    `alter table ${table} add column index safe_integer not null`,
    `drop index ${table}_by_time`,
    `create index ${table}_by_time on ${table} (account, post_time_ms, seq, index)`,
  ]),
  `drop index orders_by_status`,
  `drop index orders_by_symbol`,
  `drop index orders_by_nonce`,
  `drop index orders_by_client_id`,
  `create index orders_by_status on orders (account, status, post_time_ms, seq, index)`,
  `create index orders_by_symbol on orders (account, symbol, post_time_ms, seq, index)`,
  `create index orders_by_nonce on orders (account, nonce, post_time_ms, seq, index)`,
  `create index orders_by_client_id on orders (account, client_id, post_time_ms, seq, index) where client_id is not null`,
  `alter table lp_orders add column size_text text collate "C" not null`,
]

/** What referred accounts paid, and since when; of those from before this step only what comes from now on. */
const REFEREES = [
  `alter table account_tallies add column fees numeric(60, 0) not null default 0`,
  `alter table account_tallies add column join_time_ms safe_integer`,
]

/** What capital accounts have been through; it is filled from the journal, as everything beside it. */
const CAPITAL_PAST = [
  `create table capital_past (
     account text collate "C" not null,
     seq safe_integer not null,
     index safe_integer not null,
     time_ms safe_integer not null,
     what text collate "C" not null,
     text text not null,
     primary key (seq, index)
   )`,
  `create index capital_past_by_account on capital_past (account, seq, index)`,
  `truncate orders, transfers, trades, fills, funding_applied, funding_settled, candles, market_states, market_splits,
     lp_orders, pool_values, points, fee_hours, account_tallies, account_values, closed_positions, held_positions`,
  `update projection set last_seq = 0`,
]

/** Ranks of a week are counted over its sums. */
const POINTS_OF_A_WEEK = [`create index points_by_epoch on points (epoch_id, (trading + lp + referral))`]

const runAll = (statements: readonly string[]): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001_first_tables': runAll(FIRST_TABLES),
  '0002_order_extras': runAll(ORDER_EXTRAS),
  '0003_client_ids': runAll(CLIENT_IDS),
  '0004_lp_and_points': runAll(LP_AND_POINTS),
  '0005_pasts_of_accounts': runAll(PASTS_OF_ACCOUNTS),
  '0006_market_splits': runAll(MARKET_SPLITS),
  '0007_candles_of': runAll(CANDLES_OF),
  '0008_triggered': runAll(TRIGGERED),
  '0009_order_of_acceptance': runAll(ORDER_OF_ACCEPTANCE),
  '0010_referees': runAll(REFEREES),
  '0011_capital_past': runAll(CAPITAL_PAST),
  '0012_points_of_a_week': runAll(POINTS_OF_A_WEEK),
}

export const migrationProvider: MigrationProvider = { getMigrations: async () => ({ ...MIGRATIONS }) }
