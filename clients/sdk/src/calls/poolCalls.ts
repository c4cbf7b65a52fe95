/**
 * The chapter Pool: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf } from '@vest/protocol'

/** What `lpOrders` is asked with. */
export interface LpOrdersQuery {
  /** Ids. */
  readonly id?: string | readonly string[] | undefined
  /** The nonce that the order was signed with. */
  readonly nonce?: number | undefined
  /** The key that signed it. Two keys may have used the same nonce. */
  readonly signer?: string | undefined
  /** Of this type only. */
  readonly orderType?: 'DEPOSIT' | 'IMMEDIATE_WITHDRAW' | 'SCHEDULE_WITHDRAW' | undefined
  /** Of this status only. */
  readonly status?: 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'REJECTED' | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
  /** As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were. */
  readonly cursor?: string | undefined
}

/** What `poolHistory` is asked with. */
export interface PoolHistoryQuery {
  /** From 1h on; default 1d. */
  readonly interval?: '1h' | '2h' | '4h' | '6h' | '8h' | '12h' | '1d' | '3d' | '1w' | '1M' | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

export interface PoolCalls {
  /**
   * LP orders of the account, newest first.
   * With a key that may read.
   * @returns
   *   - `id` id, 0x and 64 digits: Id: 0x and 64 digits, lower case.
   *   - `nonce` integer: Counted by every signing key on its own; each number once. Above the highest all are
   *     free; those left out between others are not any more, once they are hours old (3015).
   *   - `size` decimal text: Amount, in USDC.
   *   - `orderType` DEPOSIT | IMMEDIATE_WITHDRAW | SCHEDULE_WITHDRAW: DEPOSIT, IMMEDIATE_WITHDRAW or
   *     SCHEDULE_WITHDRAW.
   *   - `status` NEW | PARTIALLY_FILLED | FILLED | CANCELLED | REJECTED: NEW while it waits, PARTIALLY_FILLED,
   *     FILLED or REJECTED.
   *   - `code` integer or null: Why it ended as it did; null where nothing went wrong.
   *   - `fees` decimal text: Left in the pool by a withdrawal at once.
   *   - `postTime` time, epoch ms: When the exchange recorded it.
   *   - `shares` decimal text or null: Minted, burnt, or locked until the withdrawal is due.
   *   - `executeTime` time, epoch ms or null: When a scheduled withdrawal is due.
   * @throws `CallError<'lpOrders'>`: INVALID_ORDER_TYPE, and what `PrivateReadError` names.
   */
  lpOrders(query?: LpOrdersQuery | undefined): Promise<AnswerOf<'lpOrders'>>

  /**
   * The LP pool as it is now: its value, the price of a share, yield, caps and fees.
   * @returns
   * - `nav` decimal text: What the pool is worth, in USDC: the smaller of mark and index.
   * - `navHigh` decimal text: The larger of mark and index: deposits are priced by it.
   * - `totalShares` decimal text: All shares of the pool.
   * - `sharePrice` decimal text: What a share is worth, in USDC.
   * - `apr30d` decimal text or null: Yield of the last 30 days, percent a year.
   * - `aprBase` object or null: With what the yield begins.
   *   - `price` decimal text: Of a share.
   *   - `days` integer: How long ago.
   * - `navCap` decimal text: Beyond this worth no deposit is taken.
   * - `utilization` decimal text: Initial margin of the pool’s positions, percent of its worth.
   * - `state` NORMAL | STRESSED | INSOLVENT: NORMAL, STRESSED or INSOLVENT.
   * - `fees24h` decimal text: Fees of 24 hours, in USDC.
   * - `volume24h` decimal text: Traded in 24 hours, in USDC.
   * - `immediateFee` decimal text: Fee of a withdrawal at once, as a part of it.
   * - `immediateRemaining24h` decimal text: What can be withdrawn at once today.
   * - `lockMs` integer: How long new shares are locked.
   * - `scheduleDelayMs` integer: How long a scheduled withdrawal waits.
   * - `insurance` decimal text: What the insurance fund holds, in USDC.
   * - `initMargin` decimal text: Initial margin, in USDC.
   * - `maintMargin` decimal text: Maintenance margin, in USDC.
   * - `queuedShares` decimal text: Shares in the scheduled withdrawals of all depositors.
   * - `positions` list of object: Open positions.
   *   - `symbol` text: Symbol of the market.
   *   - `isLong` boolean: Long, else short.
   *   - `size` decimal text: Size, in units of the base.
   *   - `value` decimal text: Leverage.
   *   - `unrealizedPnl` decimal text: At the mark, funding owed included.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'pool'>`: what `ReadError` names.
   */
  pool(): Promise<AnswerOf<'pool'>>

  /**
   * The past of the LP pool, oldest first: of each interval its begin and the last hourly value in it.
   * @returns
   *   - `time` time, epoch ms: Begin of the interval.
   *   - `nav` decimal text: What the pool is worth, in USDC: the smaller of mark and index.
   *   - `sharePrice` decimal text: What a share is worth, in USDC.
   *   - `totalShares` decimal text: All shares of the pool.
   *   - `pnl` decimal text: What those gained since the row before who hold the shares.
   * @throws `CallError<'poolHistory'>`: what `ReadError` names.
   */
  poolHistory(query?: PoolHistoryQuery | undefined): Promise<AnswerOf<'poolHistory'>>
}
