/**
 * The chapter Orders: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf } from '@vest/protocol'

/** What `orders` is asked with. */
export interface OrdersQuery {
  /** Order ids. */
  readonly id?: string | readonly string[] | undefined
  /** The nonce that the order was signed with. */
  readonly nonce?: number | undefined
  /** The key that signed it. Two keys may have used the same nonce. */
  readonly signer?: string | undefined
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol?: string | undefined
  /** Of this type only. */
  readonly orderType?: 'MARKET' | 'LIMIT' | 'STOP_LOSS' | 'TAKE_PROFIT' | 'LIQUIDATION' | undefined
  /** Of this status only. */
  readonly status?: 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'REJECTED' | undefined
  /** The name that the order was given. */
  readonly clientId?: string | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
  /** As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were. */
  readonly cursor?: string | undefined
}

/** What `fills` is asked with. */
export interface FillsQuery {
  /** Of this order only. */
  readonly orderId?: string | undefined
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol?: string | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
  /** As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were. */
  readonly cursor?: string | undefined
}

/** What `fundingPayments` is asked with. */
export interface FundingPaymentsQuery {
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol?: string | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
  /** As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were. */
  readonly cursor?: string | undefined
}

/** What `closedPositions` is asked with. */
export interface ClosedPositionsQuery {
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol?: string | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
  /** As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were. */
  readonly cursor?: string | undefined
}

export interface OrdersCalls {
  /**
   * Orders of the account, newest first. By its nonce it answers what became of an order whose answer was lost.
   * With a key that may read.
   * @returns
   *   - `id` id, 0x and 64 digits: Id: 0x and 64 digits, lower case.
   *   - `nonce` integer: Counted by every signing key on its own; each number once. Above the highest all are
   *     free; those left out between others are not any more, once they are hours old (3015).
   *   - `symbol` text: Symbol of the market.
   *   - `isBuy` boolean: Buy, else sell.
   *   - `orderType` MARKET | LIMIT | STOP_LOSS | TAKE_PROFIT | LIQUIDATION: MARKET, LIMIT, STOP_LOSS, TAKE_PROFIT;
   *     LIQUIDATION is the exchange’s own.
   *   - `limitPrice` decimal text: Worst price; the trigger of a stop-loss or take-profit.
   *   - `markPrice` decimal text or null: The mark when the order was accepted.
   *   - `size` decimal text: Size, in units of the base.
   *   - `status` NEW | PARTIALLY_FILLED | FILLED | CANCELLED | REJECTED: NEW, PARTIALLY_FILLED, FILLED, CANCELLED
   *     or REJECTED.
   *   - `reduceOnly` boolean: It may only make a position smaller.
   *   - `initMarginRatio` decimal text: Margin of a new position as a part of its value: 1 ÷ leverage.
   *   - `code` integer or null: Why it ended as it did; null where nothing went wrong.
   *   - `lastFilledSize` decimal text or null: Size of the last fill.
   *   - `lastFilledPrice` decimal text or null: Price of the last fill.
   *   - `lastFilledTime` time, epoch ms or null: When it filled last.
   *   - `avgFilledPrice` decimal text or null: Average price of the fills.
   *   - `settledFunding` decimal text or null: Funding settled so far, in USDC; above zero = received.
   *   - `fees` decimal text: Fees paid, in USDC.
   *   - `realizedPnl` decimal text or null: Profit with funding and fees, in USDC.
   *   - `postTime` time, epoch ms: When the exchange recorded it.
   *   - `tpPrice` decimal text or null: Price of the take-profit leg.
   *   - `slPrice` decimal text or null: Price of the stop-loss leg.
   *   - `timeInForce` text or null: GTC, FOK, IOC or POST_ONLY.
   *   - `cumFunding` decimal text or null: The accumulator of the market at the last fill.
   *   - `time` time, epoch ms: When it was signed.
   *   - `filledSize` decimal text: Filled so far.
   *   - `parentId` id, 0x and 64 digits or null: The order that a leg came with.
   *   - `clientId` text or null: Name of the client’s own; one at a time.
   *   - `triggered` boolean: The mark has reached the price of a stop loss or take profit: it is tried until it
   *     has filled.
   * @throws `CallError<'orders'>`: INVALID_ORDER_TYPE, BAD_SYMBOL, and what `PrivateReadError` names.
   */
  orders(query?: OrdersQuery | undefined): Promise<AnswerOf<'orders'>>

  /**
   * What the account bought and sold, newest first.
   * With a key that may read.
   * @returns
   *   - `id` integer: Number of the trade.
   *   - `orderId` id, 0x and 64 digits: Order of the fill.
   *   - `symbol` text: Symbol of the market.
   *   - `isBuy` boolean: Buy, else sell.
   *   - `orderType` MARKET | LIMIT | STOP_LOSS | TAKE_PROFIT | LIQUIDATION: MARKET, LIMIT, STOP_LOSS, TAKE_PROFIT;
   *     LIQUIDATION is the exchange’s own.
   *   - `price` decimal text: Price of the fill.
   *   - `size` decimal text: Size, in units of the base.
   *   - `quoteQty` decimal text: Value in USDC.
   *   - `fee` decimal text: Fee paid, in USDC.
   *   - `isMaker` boolean: It rested before.
   *   - `realizedPnl` decimal text: Profit with funding and fees, in USDC.
   *   - `settledFunding` decimal text: Funding settled so far, in USDC; above zero = received.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'fills'>`: BAD_SYMBOL, and what `PrivateReadError` names.
   */
  fills(query?: FillsQuery | undefined): Promise<AnswerOf<'fills'>>

  /**
   * Funding that the account received or paid, newest first.
   * With a key that may read.
   * @returns
   *   - `id` id, 0x and 64 digits: Id: 0x and 64 digits, lower case.
   *   - `symbol` text: Symbol of the market.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `payment` decimal text: In USDC; above zero = received.
   *   - `rate` decimal text: Hourly rate at that time.
   *   - `size` decimal text: Size, in units of the base.
   *   - `isLong` boolean: Long, else short.
   * @throws `CallError<'fundingPayments'>`: BAD_SYMBOL, and what `PrivateReadError` names.
   */
  fundingPayments(query?: FundingPaymentsQuery | undefined): Promise<AnswerOf<'fundingPayments'>>

  /**
   * Positions that have ended, newest first; the window is about their ends.
   * With a key that may read.
   * @returns
   *   - `id` id, 0x and 64 digits: Id: 0x and 64 digits, lower case.
   *   - `symbol` text: Symbol of the market.
   *   - `isLong` boolean: Long, else short.
   *   - `size` decimal text: All that came into it, and left it.
   *   - `entryPrice` decimal text: Average price of what came in.
   *   - `exitPrice` decimal text: Average price of what left.
   *   - `openTime` time, epoch ms: When its first fill came.
   *   - `closeTime` time, epoch ms: When its last fill came.
   *   - `realizedPnl` decimal text: Profit with funding and fees, in USDC.
   *   - `fees` decimal text: Fees paid, in USDC.
   *   - `settledFunding` decimal text: Funding settled so far, in USDC; above zero = received.
   *   - `initMarginRatio` decimal text: Margin of a new position as a part of its value: 1 ÷ leverage.
   *   - `closeType` MARKET | LIMIT | STOP_LOSS | TAKE_PROFIT | LIQUIDATION: Type of the last fill’s order; MARKET
   *     where a corporate action ended it.
   * @throws `CallError<'closedPositions'>`: BAD_SYMBOL, and what `PrivateReadError` names.
   */
  closedPositions(query?: ClosedPositionsQuery | undefined): Promise<AnswerOf<'closedPositions'>>
}
