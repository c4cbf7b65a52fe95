/**
 * The chapter Markets: what its calls are asked with, and the methods of those that need nothing but to be sent. Errors by
 * their names stand in `errors.ts`. Written by `node tools/program.mjs reference` from the files of the calls.
 */
import type { AnswerOf } from '@vest/protocol'

/** What `exchangeInfo` is asked with. */
export interface ExchangeInfoQuery {
  /** Symbols, at most 200; absent: all markets. */
  readonly symbols?: string | readonly string[] | undefined
}

/** What `tickers` is asked with. */
export interface TickersQuery {
  /** Symbols, at most 200; absent: all markets. */
  readonly symbols?: string | readonly string[] | undefined
}

/** What `tickers24hr` is asked with. */
export interface Tickers24hrQuery {
  /** Symbols, at most 200; absent: all markets. */
  readonly symbols?: string | readonly string[] | undefined
}

/** What `fundingHistory` is asked with. */
export interface FundingHistoryQuery {
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol: string
  /** Default 1m. */
  readonly interval?:
    | '1m'
    | '3m'
    | '5m'
    | '15m'
    | '30m'
    | '1h'
    | '2h'
    | '4h'
    | '6h'
    | '8h'
    | '12h'
    | '1d'
    | '3d'
    | '1w'
    | '1M'
    | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

/** What `klines` is asked with. */
export interface KlinesQuery {
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol: string
  /** Default 1m. */
  readonly interval?:
    | '1m'
    | '3m'
    | '5m'
    | '15m'
    | '30m'
    | '1h'
    | '2h'
    | '4h'
    | '6h'
    | '8h'
    | '12h'
    | '1d'
    | '3d'
    | '1w'
    | '1M'
    | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

/** What `trades` is asked with. */
export interface TradesQuery {
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol: string
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
  /** As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were. */
  readonly cursor?: string | undefined
}

/** What `depth` is asked with. */
export interface DepthQuery {
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol: string
  /** Levels of a side: 20 by default, at most 100. */
  readonly limit?: number | undefined
}

/** What `tradingHours` is asked with. */
export interface TradingHoursQuery {
  /** Symbol of a market, such as BTC-PERP. */
  readonly symbol: string
}

/** What `openInterest` is asked with. */
export interface OpenInterestQuery {
  /** Symbols, at most 200; absent: all markets. */
  readonly symbols?: string | readonly string[] | undefined
}

export interface MarketsCalls {
  /**
   * What can be traded: markets with their decimals, leverage, fees and trading hours.
   * @returns
   * - `symbols` list of object: The markets, in listing order.
   *   - `symbol` text: Symbol of the market.
   *   - `displayName` text: Name for people.
   *   - `base` text: What is traded.
   *   - `quote` text: In what it is priced and settled.
   *   - `sizeDecimals` integer: Decimals of sizes: the smallest is one unit of the last.
   *   - `priceDecimals` integer: Decimals of prices: the tick is one unit of the last.
   *   - `tickSizes` list of decimal text: Steps of price by which the book can be grouped, smallest first. Every
   *     price with at most priceDecimals decimals is valid.
   *   - `minTickSize` decimal text: The first of tickSizes.
   *   - `defaultTickSize` decimal text: The one that our own book opens with.
   *   - `initMarginRatio` decimal text: The smallest initial margin as a part of the value: 1 ÷ the highest
   *     leverage.
   *   - `maintMarginRatio` decimal text: Margin below which a position is liquidated, as a part of its value.
   *   - `takerFee` decimal text: Fee of a taker as a part of the value; makers pay a part of it.
   *   - `isolated` boolean: Positions stand on a margin of their own and share nothing.
   *   - `asset` stock | crypto | forex: Class: stock, crypto or forex.
   *   - `status` TRADING | HALT: TRADING, or HALT: then nothing but cancels.
   *   - `tradingStatus` TRADING | HALT: The same as status.
   *   - `category` stock | etf | index | ipo | dat | forex | crypto: For lists: stock, etf, index, ipo, dat, forex
   *     or crypto.
   *   - `evalAllowed` boolean: Accounts of Vest Capital may trade it.
   *   - `fundedInitMarginRatio` decimal text: The smallest initial margin for accounts of Vest Capital.
   *   - `listTime` time, epoch ms: When it was listed.
   *   - `offHoursProfit` decimal text: Share of an unrealised profit that secures new orders outside the regular
   *     session: 1 is all of it.
   *   - `fillBandBps` integer: How far from the mark orders fill and come to rest, in basis points; half as much
   *     again in the extended and overnight sessions.
   * - `exchange` object: Figures of the exchange as a whole.
   *   - `lp` decimal text: What the LP pool is worth, in USDC.
   *   - `insurance` decimal text: What the insurance fund holds, in USDC.
   *   - `collateralDecimals` integer: Decimals of money.
   *   - `fundingInterval` integer: Milliseconds between two payments of funding.
   * @throws `CallError<'exchangeInfo'>`: BAD_SYMBOL, and what `ReadError` names.
   */
  exchangeInfo(query?: ExchangeInfoQuery | undefined): Promise<AnswerOf<'exchangeInfo'>>

  /**
   * Hourly funding rates of a market.
   * @returns
   *   - `symbol` text: Symbol of the market.
   *   - `time` time, epoch ms: Begin of the hour.
   *   - `oneHrFundingRate` decimal text: Rate of the hour; above zero longs paid.
   * @throws `CallError<'fundingHistory'>`: BAD_SYMBOL, and what `ReadError` names.
   */
  fundingHistory(query: FundingHistoryQuery): Promise<AnswerOf<'fundingHistory'>>

  /**
   * Candles of a market, oldest first.
   * @returns
   * @throws `CallError<'klines'>`: BAD_SYMBOL, and what `ReadError` names.
   */
  klines(query: KlinesQuery): Promise<AnswerOf<'klines'>>

  /**
   * Trades of a market, newest first.
   * @returns
   *   - `id` integer or text: Number of the trade, rising.
   *   - `price` decimal text: Price of the fill.
   *   - `qty` decimal text: Size; below zero the taker sold.
   *   - `quoteQty` decimal text: Value in USDC.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'trades'>`: BAD_SYMBOL, and what `ReadError` names.
   */
  trades(query: TradesQuery): Promise<AnswerOf<'trades'>>

  /**
   * The order book of a market with what the pool offers: price and size of each level, best first.
   * @returns
   * - `bids` list of [decimal text, decimal text]: Price and size by level, best first.
   * - `asks` list of [decimal text, decimal text]: Price and size by level, best first.
   * @throws `CallError<'depth'>`: BAD_SYMBOL, and what `ReadError` names.
   */
  depth(query: DepthQuery): Promise<AnswerOf<'depth'>>

  /**
   * The sessions of a market, from the one that is under way to those of the next eight days.
   * @returns
   *   - `session` REGULAR | EXTENDED | OVERNIGHT | CLOSED: REGULAR, EXTENDED, OVERNIGHT or CLOSED.
   *   - `startTime` time, epoch ms or null: When the session begins or began; null where nothing is scheduled
   *     before it.
   *   - `endTime` time, epoch ms or null: When it ends; null where nothing is scheduled after it.
   * @throws `CallError<'tradingHours'>`: BAD_SYMBOL, and what `ReadError` names.
   */
  tradingHours(query: TradingHoursQuery): Promise<AnswerOf<'tradingHours'>>
}
