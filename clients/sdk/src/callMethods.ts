/**
 * Where every call goes, and the methods of those that need nothing but to be sent. Written by
 * `node tools/program.mjs reference` from the files of the calls; methods that do more stand beside this file.
 * Errors by their names stand in `errors.ts`.
 */
import type { AnswerOf, BodyOf } from '@vest/protocol'

/** Method and path; `key` where the call carries the API key; last, the field that the method takes alone. */
export const SENT = {
  exchangeInfo: 'public GET /exchangeInfo',
  fundingHistory: 'public GET /funding/history',
  klines: 'public GET /klines',
  trades: 'public GET /trades',
  depth: 'public GET /depth',
  tradingHours: 'public GET /tradingHours',
  status: 'public GET /status',
  statusHistory: 'public GET /status/history',
  chains: 'public GET /transfer/chains',
  account: 'key GET /account',
  nonce: 'key GET /account/nonce',
  equityHistory: 'key GET /account/equity',
  guardrails: 'key GET /account/guardrails',
  setGuardrails: 'key POST /account/guardrails',
  createListenKey: 'key POST /account/listenKey',
  extendListenKey: 'key PUT /account/listenKey',
  deleteListenKey: 'key DELETE /account/listenKey',
  apiKeys: 'key GET /account/apiKeys',
  createApiKey: 'key POST /account/apiKeys',
  revokeApiKey: 'key DELETE /account/apiKeys/{id}',
  addressBook: 'key GET /account/addressBook',
  orders: 'key GET /orders',
  fills: 'key GET /fills',
  fundingPayments: 'key GET /funding/payments',
  closedPositions: 'key GET /positions/history',
  transfers: 'key GET /transfer',
  withdrawAllowance: 'key GET /transfer/withdraw/allowance',
  withdrawQuote: 'key GET /transfer/withdraw/quote',
  depositAddresses: 'key GET /transfer/deposit/addresses',
  strays: 'key GET /transfer/suspense',
  claimStray: 'key POST /transfer/suspense/claim',
  reserves: 'public GET /reserves',
  reservesProof: 'key GET /reserves/proof',
  lpOrders: 'key GET /lp',
  pool: 'public GET /lp/pool',
  poolHistory: 'public GET /lp/pool/history',
  points: 'key GET /points',
  leaderboard: 'public GET /points/leaderboard',
  showOnLeaderboard: 'key POST /points/name shown',
  pointsHistory: 'key GET /points/history',
  referrals: 'key GET /referrals',
  referees: 'key GET /referrals/referees',
  referralDays: 'key GET /referrals/days',
  referralCode: 'key GET /referrals/code code',
  chooseReferralCode: 'key POST /referrals/code refCode',
  joinReferral: 'key POST /referrals/join refCode',
  notices: 'key GET /notices',
  readNotices: 'key POST /notices/read noticeIds',
  noticeSettings: 'key GET /notices/settings',
  setNoticeSettings: 'key POST /notices/settings',
  setNoticeMail: 'key POST /notices/mail',
  confirmNoticeMail: 'key POST /notices/mail/confirm code',
  removeNoticeMail: 'key DELETE /notices/mail',
  alerts: 'key GET /alerts',
  setAlert: 'key POST /alerts',
  removeAlert: 'key DELETE /alerts/{id}',
  capitalPlans: 'public GET /capital/plans',
  capitalStatus: 'key GET /capital/status',
  capitalCheckout: 'key POST /capital/checkoutSession',
  capitalRegister: 'public POST /register/capital',
  capitalActivate: 'key POST /capital/activateFunded',
  capitalPractice: 'key POST /capital/practice',
  capitalVerdict: 'key GET /capital/verdict address',
  onRampUrl: 'key GET /onramper/url',
  depositSolana: 'key POST /transfer/deposit/solana transactionHash',
  socialAccount: 'key GET /account/twitter',
  linkSocial: 'key POST /account/twitter/link',
  completeSocialLink: 'key POST /account/twitter/link/complete',
  unlinkSocial: 'key DELETE /account/twitter/link',
  sendPost: 'key POST /account/twitter/send',
} as const

/** Of calls whose methods are written by hand. */
export const WRITTEN = {
  tickers: 'public GET /ticker/latest',
  tickers24hr: 'public GET /ticker/24hr',
  openInterest: 'public GET /oi',
  time: 'public GET /time',
  identity: 'public GET /identity',
  register: 'public POST /register',
  setLeverage: 'key POST /account/leverage',
  changeAddressBook: 'key POST /account/addressBook',
  placeOrder: 'key POST /orders',
  cancelOrder: 'key POST /orders/cancel',
  replaceOrder: 'key POST /orders/replace',
  amendOrder: 'key POST /orders/amend',
  cancelAllOrders: 'key POST /orders/cancelAll',
  setCancelTimer: 'key POST /orders/deadman',
  closeAllPositions: 'key POST /positions/closeAll',
  withdraw: 'key POST /transfer/withdraw',
  depositAuthorized: 'key POST /transfer/deposit/authorized',
  placeLpOrder: 'key POST /lp',
  cancelLpOrder: 'key POST /lp/cancel',
  withdrawProfits: 'key POST /transfer/withdraw/profits',
} as const

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

/** What `equityHistory` is asked with. */
export interface EquityHistoryQuery {
  /** From 1h on; default 1h. */
  readonly interval?: '1h' | '2h' | '4h' | '6h' | '8h' | '12h' | '1d' | '3d' | '1w' | '1M' | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

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

/** What `transfers` is asked with. */
export interface TransfersQuery {
  /** Id of one transfer. */
  readonly id?: string | undefined
  /** The nonce that the withdrawal was signed with. */
  readonly nonce?: number | undefined
  /** The key that signed it. Two keys may have used the same nonce. */
  readonly signer?: string | undefined
  /** Of this type only. */
  readonly orderType?: 'DEPOSIT' | 'WITHDRAW' | 'INTERNAL_DEPOSIT' | 'WITHDRAW_PROFIT' | undefined
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
  /** As the header x-next-cursor of the page before gave it: goes on exactly behind that page. The other filters stay as they were. */
  readonly cursor?: string | undefined
}

/** What `withdrawQuote` is asked with. */
export interface WithdrawQuoteQuery {
  /** The chain that it goes to. */
  readonly chainId: number
  /** USDC, as decimal text. */
  readonly size: string
  /** Who receives it; absent: the account itself. */
  readonly recipient?: string | undefined
}

/** What `strays` is asked with. */
export interface StraysQuery {
  /** Also what waits for the owner of this address. */
  readonly sender?: string | undefined
}

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

/** What `leaderboard` is asked with. */
export interface LeaderboardQuery {
  /** Default epoch: the present week. */
  readonly scope?: 'epoch' | 'all' | undefined
  /** At most so many rows; default 10, maximum 100. */
  readonly limit?: number | undefined
}

/** What `pointsHistory` is asked with. */
export interface PointsHistoryQuery {
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

/** What `referrals` is asked with. */
export interface ReferralsQuery {
  /** 0: an account without a code stays without one. Default 1. */
  readonly draw?: '0' | '1' | undefined
}

/** What `referees` is asked with. */
export interface RefereesQuery {
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

/** What `referralDays` is asked with. */
export interface ReferralDaysQuery {
  /** Epoch milliseconds, inclusive. */
  readonly startTime?: number | undefined
  /** Epoch milliseconds, inclusive. */
  readonly endTime?: number | undefined
  /** At most so many rows; default and maximum 1000. */
  readonly limit?: number | undefined
}

/** What `notices` is asked with. */
export interface NoticesQuery {
  /** At most so many; default and maximum 200. */
  readonly limit?: number | undefined
}

/** What `capitalStatus` is asked with. */
export interface CapitalStatusQuery {
  /** At most 50 addresses; absent: that of the key. */
  readonly address?: string | readonly string[] | undefined
  /** All evaluation and funded accounts of the owner, oldest first. */
  readonly all?: boolean | undefined
  /** With the kind of network. */
  readonly get_network_type?: boolean | undefined
}

export interface SentCalls {
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

  /**
   * Whether the service is up, and what to tell people if it is not.
   * @returns
   * - `status` UP | HASISSUES | UNDERMAINTENANCE: UP, or HASISSUES.
   * - `message` text or null: What is the matter; null while all is well.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'status'>`: what `ReadError` names.
   */
  status(): Promise<AnswerOf<'status'>>

  /**
   * Incidents of the service, and its own measurements by the minute.
   * @returns
   * - `time` time, epoch ms: When, epoch milliseconds.
   * - `startTime` time, epoch ms: Since when this process runs; of an incident, when it began.
   * - `incidents` list of object: Newest first.
   *   - `startTime` time, epoch ms: Since when this process runs; of an incident, when it began.
   *   - `endTime` time, epoch ms or null: When it was over; null: it is not.
   *   - `status` HASISSUES | UNDERMAINTENANCE | DOWN: HASISSUES, UNDERMAINTENANCE, or DOWN: nothing ran.
   *   - `message` text or null: One sentence for people; null: none.
   * - `samples` list of object: Oldest first, a minute each, of a day at most.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `engineMs` integer: Milliseconds until the engine answered.
   *   - `historyMs` integer: Milliseconds until everything that had happened could be read.
   * @throws `CallError<'statusHistory'>`: what `ReadError` names.
   */
  statusHistory(): Promise<AnswerOf<'statusHistory'>>

  /**
   * Chains and tokens for deposits and withdrawals, with the addresses of their contracts.
   * @returns
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `name` text: Name.
   *   - `networkType` integer: 0 = EVM, 1 = Solana.
   *   - `isDefault` boolean: It is chosen for those who choose none.
   *   - `vault` address, 0x and 40 digits: Contract that holds the money.
   *   - `router` address, 0x and 40 digits: Contract that pays withdrawals out.
   *   - `cctpDomain` integer or null: Number of the chain in Circle’s transfer protocol.
   *   - `withdrawFee` decimal text: Fee where the exchange executes the withdrawal.
   *   - `minDeposit` decimal text: The smallest deposit that is credited.
   *   - `withdrawSeconds` integer: How long a withdrawal takes as a rule, from its release to the money.
   *   - `explorerTx` text or null: Address of a transaction in an explorer; `{hash}` stands for its hash. On
   *     devnet a path of this origin.
   *   - `rpcUrl` text or null: Node that a browser may use.
   *   - `tokens` list of object: Tokens that are accepted.
   *     - `symbol` text: Symbol of the market.
   *     - `address` address, 0x and 40 digits: Contract of the token.
   *     - `decimals` integer: Decimals of the token on the chain.
   *     - `authorization` object or null: Domain of the token’s signed transfers; null where gasless deposits are
   *       impossible.
   *       - `name` text: Name.
   *       - `version` text: Version in that domain.
   * @throws `CallError<'chains'>`: what `ReadError` names.
   */
  chains(): Promise<AnswerOf<'chains'>>

  /**
   * Balances, margin, positions and leverage settings of the account.
   * With a key that may read.
   * @returns
   * - `address` text: Address of the account.
   * - `balances` list of object: One row per asset.
   *   - `asset` text: What the balance is in.
   *   - `total` decimal text: All of it.
   *   - `locked` decimal text: What positions and orders hold.
   * - `collateral` decimal text: Money of the account, without unrealised profit.
   * - `withdrawable` decimal text: What can be withdrawn now.
   * - `softCredit` decimal text: Of deposits that are credited and not final on their chain yet: traded with, not
   *   withdrawn.
   * - `totalAccountValue` decimal text: Collateral and unrealised profit: the equity.
   * - `openOrderMargin` decimal text: Reserved for resting orders.
   * - `totalMaintMargin` decimal text: Maintenance margin of all positions.
   * - `positions` list of object: Open positions.
   *   - `symbol` text: Symbol of the market.
   *   - `isLong` boolean: Long, else short.
   *   - `size` decimal text: Size, in units of the base.
   *   - `entryPrice` decimal text: Average price of what came in.
   *   - `entryFunding` decimal text: The accumulator of the market when funding was settled last.
   *   - `unrealizedPnl` decimal text: At the mark, funding owed included.
   *   - `settledFunding` decimal text: Funding settled so far, in USDC; above zero = received.
   *   - `markPrice` decimal text: Price at which positions are valued and liquidated.
   *   - `indexPrice` decimal text: Price of what is traded, from outside.
   *   - `liqPrice` decimal text or null: Mark at which it is liquidated, all else the same; null = at none.
   *   - `initMargin` decimal text: Initial margin, in USDC.
   *   - `maintMargin` decimal text: Maintenance margin, in USDC.
   *   - `initMarginRatio` decimal text: Margin of a new position as a part of its value: 1 ÷ leverage.
   *   - `cost` decimal text: Entry value in USDC, exact.
   *   - `isolatedMargin` decimal text: Margin of its own, in an isolated market.
   * - `leverages` list of object: Leverage by market, where it is not the standard.
   *   - `symbol` text: Symbol of the market.
   *   - `value` integer: Leverage.
   * - `lp` object: Shares of the LP pool.
   *   - `balance` decimal text: What the shares are worth, in USDC.
   *   - `shares` decimal text: Shares of the LP pool.
   *   - `unrealizedPnl` decimal text: At the mark, funding owed included.
   *   - `netDeposits` decimal text: What came in from outside, less what left; shares of the pool are outside.
   *   - `scheduledShares` decimal text: Shares in scheduled withdrawals.
   *   - `lockedShares` decimal text: Shares too young to be withdrawn at once.
   *   - `unlockTime` time, epoch ms or null: When the last of these is free.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * - `twitterUsername` text or null: Linked account, if any.
   * - `discordUsername` text or null: Linked account, if any.
   * - `capital` object or null: Of accounts of Vest Capital; null otherwise.
   *   - `capital_status` not_eligible | unknown | created | paid | pre_eval | active | goal_passed |
   *     goal_failed_max_drawdown | goal_failed_max_daily_loss | goal_failed_hidden | pre_funded | funded_active |
   *     funded_claimed | funded_failed_max_drawdown | funded_failed_max_daily_loss | claimed: Where the evaluation
   *     stands.
   *   - `is_funded` boolean: It is a funded account.
   *   - `is_practice` boolean: It is a free evaluation for practice: it is never claimed.
   *   - `is_frozen` boolean: Nothing may be ordered or paid out.
   *   - `reason` DISPUTED | DISPUTE_LOST | REFUNDED | EXPIRED | CLOSED | IN_REVIEW | DECLINED or null: Why it is
   *     frozen, or has ended without a verdict.
   *   - `initial_capital` decimal text: What the account began with.
   *   - `equity` decimal text: Collateral and unrealised profit.
   *   - `target_equity` decimal text or null: Equity at which the evaluation is passed.
   *   - `max_daily_loss_limit` decimal text: Equity below which the day’s loss ends it.
   *   - `max_drawdown_limit` decimal text: Equity below which the whole loss ends it.
   *   - `prior_day_balance` decimal text: Balance at the last reset.
   *   - `next_reset_time` time, epoch ms: When the day’s loss is counted anew.
   *   - `trading_days` integer: Days with a fill.
   *   - `failed_time` time, epoch ms or null: When it failed; null while it has not.
   *   - `claimable_time` time, epoch ms or null: From when on a passed evaluation may be claimed.
   *   - `available_profit` decimal text or null: Profit that can be withdrawn.
   *   - `network_type?` integer: 0 = EVM, 1 = Solana.
   *   - `primary_address` text: Primary account of its owner.
   *   - `updated_time` time, epoch ms: When this was worked out.
   *   - `active_capital_plan` object or null: The plan that is being traded; null without one.
   *     - `name` text: Name.
   *     - `priceId` text: Price of a plan.
   *     - `unitAmount` integer: Price in the smallest unit of its currency.
   *     - `metadata` object: Goals and limits of the plan.
   * @throws `CallError<'account'>`: what `PrivateReadError` names.
   */
  account(): Promise<AnswerOf<'account'>>

  /**
   * The highest nonce that was accepted of the signing key, 0 if none.
   * With a key that may read.
   * @returns
   * - `lastNonce` integer: The highest nonce that was accepted of the signing key.
   * @throws `CallError<'nonce'>`: what `PrivateReadError` names.
   */
  nonce(): Promise<AnswerOf<'nonce'>>

  /**
   * What the account was worth, oldest first: of each interval its begin and the last hourly value in it; where
   *   nothing had changed, the one before.
   * With a key that may read.
   * @returns
   *   - `time` time, epoch ms: Begin of the interval.
   *   - `equity` decimal text: Collateral and unrealised profit.
   *   - `collateral` decimal text: Money of the account, margin of isolated positions included.
   *   - `unrealizedPnl` decimal text: At the mark, funding owed included.
   *   - `netDeposits` decimal text: What came in from outside, less what left; shares of the pool are outside.
   * @throws `CallError<'equityHistory'>`: what `PrivateReadError` names.
   */
  equityHistory(query?: EquityHistoryQuery | undefined): Promise<AnswerOf<'equityHistory'>>

  /**
   * The limits that the owner has set for the account, what waits to loosen them, and what is left of the day.
   * With a key that may read.
   * @returns
   * - `limits` object: The limits that hold now; null = there is none.
   *   - `dailyStop` decimal text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses
   *     count.
   *   - `sizeMax` decimal text or null: The largest position in one market, as a value in USDC.
   *   - `leverageMax` integer or null: The highest leverage.
   *   - `coolDown` object or null: After so much realised loss nothing is opened for so many minutes.
   *     - `loss` decimal text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *     - `minutes` integer: How long the cool-down lasts.
   * - `pending` object or null: Looser limits that hold from nextResetTime on; null = none were asked for.
   *   - `dailyStop` decimal text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses
   *     count.
   *   - `sizeMax` decimal text or null: The largest position in one market, as a value in USDC.
   *   - `leverageMax` integer or null: The highest leverage.
   *   - `coolDown` object or null: After so much realised loss nothing is opened for so many minutes.
   *     - `loss` decimal text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *     - `minutes` integer: How long the cool-down lasts.
   * - `nextResetTime` time, epoch ms: The next 00:00 UTC.
   * - `dayResult` decimal text: Result of the UTC day in USDC, deposits apart: a loss is negative.
   * - `dailyLeft` decimal text or null: What may still be lost until the daily stop holds; null = there is no
   *   daily stop.
   * - `isStopped` boolean: The daily stop holds until nextResetTime.
   * - `coolUntil` time, epoch ms or null: The end of the cool-down that runs; null = none.
   * @throws `CallError<'guardrails'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  guardrails(): Promise<AnswerOf<'guardrails'>>

  /**
   * Sets all limits of the owner: what is stricter holds at once, what is looser from 00:00 UTC on.
   * With the key of a session alone.
   * @param body
   * - `dailyStop?` text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses count.
   * - `sizeMax?` text or null: The largest position in one market, as a value in USDC.
   * - `leverageMax?` number or null: The highest leverage.
   * - `coolDown?` object or null: After so much realised loss nothing is opened for so many minutes.
   *   - `loss` text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *   - `minutes` number: How long the cool-down lasts.
   * @returns
   * - `limits` object: The limits that hold now; null = there is none.
   *   - `dailyStop` decimal text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses
   *     count.
   *   - `sizeMax` decimal text or null: The largest position in one market, as a value in USDC.
   *   - `leverageMax` integer or null: The highest leverage.
   *   - `coolDown` object or null: After so much realised loss nothing is opened for so many minutes.
   *     - `loss` decimal text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *     - `minutes` integer: How long the cool-down lasts.
   * - `pending` object or null: Looser limits that hold from nextResetTime on; null = none were asked for.
   *   - `dailyStop` decimal text or null: Loss of a UTC day in USDC from which on nothing is opened; open losses
   *     count.
   *   - `sizeMax` decimal text or null: The largest position in one market, as a value in USDC.
   *   - `leverageMax` integer or null: The highest leverage.
   *   - `coolDown` object or null: After so much realised loss nothing is opened for so many minutes.
   *     - `loss` decimal text: Realised loss in USDC since the best balance, at which the cool-down begins.
   *     - `minutes` integer: How long the cool-down lasts.
   * - `nextResetTime` time, epoch ms: The next 00:00 UTC.
   * - `dayResult` decimal text: Result of the UTC day in USDC, deposits apart: a loss is negative.
   * - `dailyLeft` decimal text or null: What may still be lost until the daily stop holds; null = there is no
   *   daily stop.
   * - `isStopped` boolean: The daily stop holds until nextResetTime.
   * - `coolUntil` time, epoch ms or null: The end of the cool-down that runs; null = none.
   * @throws `CallError<'setGuardrails'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  setGuardrails(body: BodyOf<'setGuardrails'>): Promise<AnswerOf<'setGuardrails'>>

  /**
   * Makes the key of the private socket, or answers the one there is.
   * With a key that may read.
   * @returns
   * - `listenKey` text: Opens the private feed.
   * @throws `CallError<'createListenKey'>`: what `PrivateReadError` names.
   */
  createListenKey(): Promise<AnswerOf<'createListenKey'>>

  /**
   * Extends the key of the private socket.
   * With a key that may read.
   * @returns
   * - `listenKey` text: Opens the private feed.
   * @throws `CallError<'extendListenKey'>`: INVALID_LISTEN_KEY, and what `PrivateReadError` names.
   */
  extendListenKey(): Promise<AnswerOf<'extendListenKey'>>

  /**
   * Ends the key of the private socket.
   * With a key that may read.
   * @throws `CallError<'deleteListenKey'>`: INVALID_LISTEN_KEY, and what `PrivateReadError` names.
   */
  deleteListenKey(): Promise<AnswerOf<'deleteListenKey'>>

  /**
   * Who may act for the account: its sessions and the keys of its programs.
   * With the key of a session alone.
   * @returns
   *   - `id` hex text, 0x…: Hash of the key, by which it is revoked.
   *   - `kind` session | program: Of a session or of a program.
   *   - `label` text: Name that its owner gave it.
   *   - `scopes` list of read | trade: What it may do: read, trade.
   *   - `createTime` time, epoch ms: When it was made.
   *   - `expiryTime` time, epoch ms or null: Until when the key holds.
   *   - `createdFrom` text or null: The network that it was made from, cut to /24 or /64; null where that is not
   *     known.
   *   - `browser` text or null: Browser and system of the program that made it, as far as it told.
   *   - `lastUsedTime` time, epoch ms or null: When it was used last, as far as this server knows.
   *   - `lastUsedFrom` text or null: The network that it was used from last, cut to /24 or /64.
   *   - `ipAllowList` list of text: Addresses or networks from which it may be used; none = from anywhere.
   *   - `signingAddr` address, 0x and 40 digits: Address of the signing key.
   *   - `maxDailyLoss` decimal text or null: The most that the signing key of the program may give away in a day
   *     (UTC), in USDC; null: no bound.
   *   - `lostToday` decimal text or null: What it has given away since 00:00 UTC, fees included; null where there
   *     is no bound.
   *   - `isCurrent` boolean: It is the key that asks.
   * @throws `CallError<'apiKeys'>`: what `PrivateReadError` names.
   */
  apiKeys(): Promise<AnswerOf<'apiKeys'>>

  /**
   * Makes a key for a program: what it may do, until when, and from which addresses. It is told this once.
   * With the key of a session alone.
   * @param body
   * - `label` text: Name that its owner gave it.
   * - `scopes` list of read | trade: What it may do: read, trade.
   * - `expiryTime?` number or null: Until when the key holds.
   * - `ipAllowList?` list of text or null: Addresses or networks from which it may be used; none = from anywhere.
   * - `signingAddr?` text or null: The key that the program signs with. With scope trade one of its own that was
   *   never used here; without, one that was registered before, and absent, that of this session.
   * - `maxDailyLoss?` text or null: The most that the signing key of the program may give away in a day (UTC), in
   *   USDC; null: no bound.
   * @returns
   * - `id` hex text, 0x…: Hash of the key, by which it is revoked.
   * - `apiKey` text: The key in clear; it is told this once.
   * @throws `CallError<'createApiKey'>`: what `PrivateReadError` names.
   */
  createApiKey(body: BodyOf<'createApiKey'>): Promise<AnswerOf<'createApiKey'>>

  /**
   * Ends the key of a program, or a session and its registration. Its socket is closed; the approval of a session
   *   opens no more keys.
   * With the key of a session alone.
   * @param id The id of the key in the list.
   * @throws `CallError<'revokeApiKey'>`: what `PrivateReadError` names.
   */
  revokeApiKey(id: string): Promise<AnswerOf<'revokeApiKey'>>

  /**
   * Saved addresses, whether only they are paid, the lock of withdrawals, and who was paid before.
   * With a key that may read.
   * @returns
   * - `addresses` list of object: Saved addresses, in the order in which they were saved.
   *   - `recipient` text: Who is paid on the chain.
   *   - `chainId` integer or null: Chain; 0 = Solana.
   *   - `label` text: Name that its owner gave it.
   *   - `usableTime` time, epoch ms: While only saved addresses are paid, this one is paid from then on.
   * - `isListOn` boolean: Only saved addresses are paid.
   * - `listEndTime` time, epoch ms or null: The list goes off then; null = it stays as it is.
   * - `lockedUntil` time, epoch ms or null: Nothing leaves until then; null = withdrawals are not locked.
   * - `coolDown` integer: Milliseconds until what is looser holds.
   * - `paid` list of object: Addresses that withdrawals have reached, the last one first.
   *   - `recipient` text: Who is paid on the chain.
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `lastTime` time, epoch ms: When the last of these withdrawals was asked for.
   * @throws `CallError<'addressBook'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  addressBook(): Promise<AnswerOf<'addressBook'>>

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

  /**
   * Deposits and withdrawals of the account, newest first.
   * With a key that may read.
   * @returns
   *   - `id` id, 0x and 64 digits: Id: 0x and 64 digits, lower case.
   *   - `nonce` integer: Counted by every signing key on its own; each number once. Above the highest all are
   *     free; those left out between others are not any more, once they are hours old (3015).
   *   - `size` decimal text: Amount, in USDC.
   *   - `orderType` DEPOSIT | WITHDRAW | INTERNAL_DEPOSIT | WITHDRAW_PROFIT: DEPOSIT, WITHDRAW, or what moves
   *     money inside.
   *   - `status` NEW | VERIFIED | FILLED | REJECTED: NEW, VERIFIED (the withdrawal can be claimed on the chain),
   *     FILLED or REJECTED.
   *   - `code` integer or null: Why it ended as it did; null where nothing went wrong.
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `postTime` time, epoch ms: When the exchange recorded it.
   *   - `requestArgs` hex text, 0x… or null: What the withdrawal contract is called with.
   *   - `signer` address, 0x and 40 digits or null: Who signed.
   *   - `signature` hex text, 0x… or null: Of the account or of its signing key: r, s and v, 65 bytes in hex.
   *     Registration also takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   *   - `signatureProof` hex text, 0x… or null: Proof of the signing key, for the contract.
   *   - `validatorSignature` hex text, 0x… or null: Approval for the contract: the signatures of enough
   *     validators, one behind the other.
   *   - `recipient` text or null: Who is paid on the chain.
   *   - `token` text: Token that moves.
   *   - `txHash` hex text, 0x… or signature in base58 or null: Transaction on the chain.
   *   - `eligibleTime` time, epoch ms or null: When a withdrawal can be approved: its delay is over and an hour
   *     has room. Known from the start, and kept; null = now.
   *   - `payout?` object or null: Of a withdrawal to Solana: how far the money is behind its burn. Absent before
   *     it, and of what was done before the last start.
   *     - `burnChainId` integer: Chain whose vault burned it.
   *     - `burnTxHash` hex text, 0x…: The burn.
   *     - `burnTime` time, epoch ms: When it was burned.
   *     - `attested` boolean: The burn is attested: the money can be made on Solana.
   *     - `expectedTime` time, epoch ms: When the money should be there.
   *   - `progress?` object or null: Of a transfer that is not done: where it stands. The private event
   *     TRANSFER_PROGRESS tells each change.
   *     - `waitsFor` TIME | BREAKER | RESERVES | FUNDS | CAP | VALIDATORS | KEEPER | CLAIM | CONFIRMATIONS |
   *       SOLANA | DEADLINE: TIME: its delay or a later hour. BREAKER: too much has left lately. RESERVES: a vault
   *       holds less than it should. FUNDS, CAP: the vault of its chain has too little, or has paid its most of
   *       this hour. VALIDATORS: their signatures. KEEPER: its transaction. CLAIM: that of the owner.
   *       CONFIRMATIONS: its block to be final. SOLANA: the money to be made there. DEADLINE: it is given back
   *       then.
   *     - `until` time, epoch ms or null: Until when it waits for that; null = not known.
   *     - `deadline` time, epoch ms or null: Not paid by then, a withdrawal is void and its money goes back to the
   *       account. Null for deposits.
   *     - `execute` boolean: The exchange makes the transaction, for a fee; otherwise its owner claims it.
   *     - `signedTime` time, epoch ms or null: When the validators had signed; null before that, and of those
   *       signed before the last start.
   *     - `block` object or null: Its block, while that is not final.
   *       - `number` integer: Number of the block.
   *       - `txHash` hex text, 0x…: Transaction on the chain.
   *       - `confirmations` integer: How many blocks there are from its own on.
   *       - `needed` integer or null: How many make it final; null = the chain says when.
   * @throws `CallError<'transfers'>`: INVALID_ORDER_TYPE, and what `PrivateReadError` names.
   */
  transfers(query?: TransfersQuery | undefined): Promise<AnswerOf<'transfers'>>

  /**
   * What may leave now, and how much of it at once.
   * With a key that may read.
   * @returns
   * - `withdrawable` decimal text: What can be withdrawn now.
   * - `quickThreshold` decimal text: What can be withdrawn within the window without a delay.
   * - `used24h` decimal text: What was withdrawn within the window.
   * - `quickRemaining` decimal text: What is left of the threshold.
   * - `windowMs` integer: Length of the window.
   * - `delayMs` integer: Delay of what is not quick.
   * @throws `CallError<'withdrawAllowance'>`: what `PrivateReadError` names.
   */
  withdrawAllowance(): Promise<AnswerOf<'withdrawAllowance'>>

  /**
   * What a withdrawal sent by a keeper would cost now, and when it would leave.
   * With a key that may read.
   * @returns
   * - `chainId` integer: Chain; 0 = Solana.
   * - `size` decimal text: Amount, in USDC.
   * - `fee` decimal text: Fee of the withdrawal, in USDC.
   * - `receive` decimal text: What arrives.
   * - `quick` boolean: It needs no delay.
   * - `eligibleTime` time, epoch ms or null: When a withdrawal can be approved: its delay is over and an hour has
   *   room. Known from the start, and kept; null = now.
   * - `estimatedSeconds` integer: How long it takes as a rule.
   * - `validRecipient` boolean: The address can be paid on that chain.
   * - `available` decimal text or null: What the vault of the chain can pay now, beside approved withdrawals; null
   *   where it could not be asked.
   * - `otherChains` list of integer: Where the vault cannot pay the size now: chains that can.
   * @throws `CallError<'withdrawQuote'>`: BAD_DECIMALS, TRANSFER_WITHDRAW_CAP_EXCEEDED, and what
   *   `PrivateReadError` names.
   */
  withdrawQuote(query: WithdrawQuoteQuery): Promise<AnswerOf<'withdrawQuote'>>

  /**
   * Where USDC may be sent from the address of the account, by chain.
   * With a key that may read.
   * @returns
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `networkType` integer: 0 = EVM, 1 = Solana.
   *   - `address` text: Where to send.
   *   - `memo` text or null: To be sent along; null where none is needed.
   *   - `tokens` list of text: Tokens that are accepted.
   *   - `minDeposit` decimal text: The smallest deposit that is credited.
   * @throws `CallError<'depositAddresses'>`: what `PrivateReadError` names.
   */
  depositAddresses(): Promise<AnswerOf<'depositAddresses'>>

  /**
   * What arrived and is credited to no account: other tokens and coins at the deposit address of the account, and
   *   USDC of a sender without an account.
   * With a key that may read.
   * @returns
   * - `rows` list of object: What lies there now.
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `kind` TOKEN | COIN | SENDER: TOKEN or COIN at the deposit address of the account, or SENDER: USDC in the
   *     vault of an address without an account.
   *   - `token` address, 0x and 40 digits or null: Token that moves.
   *   - `symbol` text or null: Name of the token in a list of the exchange; null for every other token.
   *   - `amount` decimal text: Decimal text in units of the token, or in base units where it tells no decimals.
   *   - `address` address, 0x and 40 digits: Where it lies.
   *   - `sender` address, 0x and 40 digits or null: Who sent it, where it waits for its sender.
   *   - `txHash` hex text, 0x… or null: The transaction that brought it, where it waits for its sender.
   *   - `claimable` boolean: The account can have it sent to its own address; false: its sender has it credited by
   *     registering.
   * - `unread` list of integer: Chains that could not be asked now.
   * @throws `CallError<'strays'>`: what `PrivateReadError` names.
   */
  strays(query?: StraysQuery | undefined): Promise<AnswerOf<'strays'>>

  /**
   * Sends a token or coin that lies at the deposit address of the account to the address of the account itself.
   * With the key of a session alone.
   * @param body
   * - `chainId` integer: Chain; 0 = Solana.
   * - `token?` address, 0x and 40 digits or null: Token that moves.
   * @returns
   * - `txHash` hex text, 0x…: Transaction on the chain.
   * @throws `CallError<'claimStray'>`: what `PrivateReadError` names.
   */
  claimStray(body: BodyOf<'claimStray'>): Promise<AnswerOf<'claimStray'>>

  /**
   * The newest signed statement of what all accounts are owed, as the root of a Merkle-sum tree, and what the
   *   vaults hold.
   * @returns
   * - `statement` object or null: Signed once in a while; null before the first.
   *   - `seq` integer: The number of the last command that it counts.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `root` hex text, 0x…: Hash at the top of the Merkle-sum tree.
   *   - `leaves` integer: How many leaves the tree has: a power of two, filled up with empty ones.
   *   - `liabilities` decimal text: The sum at the root: equity of all accounts, none below 0, and their shares of
   *     the pool.
   *   - `lacking` decimal text: What accounts with equity below 0 lack together; it lessens nothing.
   *   - `chains` list of object: The vaults: in a statement at its time, beside it now.
   *     - `chainId` integer: Chain; 0 = Solana.
   *     - `vault` address, 0x and 40 digits: Contract that holds the money.
   *     - `blockNumber` integer: The final block.
   *     - `expected` decimal text: What should lie in the vault by the logs up to that block.
   *     - `found` decimal text: What does.
   *   - `underWay` list of object: Lots of the vaults that were burned on one chain and are to be made on another:
   *     they lie in no vault. In a statement at its time, beside it now.
   *     - `fromChainId` integer: Whose vault it left.
   *     - `toChainId` integer: Whose vault it goes to.
   *     - `size` decimal text: In USDC.
   *     - `since` time, epoch ms: When it was burned.
   *   - `signer` address, 0x and 40 digits: Whose signature it carries.
   *   - `signature` hex text, 0x…: Signature of the signer by personal_sign over keccak256 of the statement as
   *     text.
   * - `nextTime` time, epoch ms: When the next statement is due.
   * - `chains` list of object: The vaults: in a statement at its time, beside it now.
   *   - `chainId` integer: Chain; 0 = Solana.
   *   - `vault` address, 0x and 40 digits: Contract that holds the money.
   *   - `blockNumber` integer: The final block.
   *   - `expected` decimal text: What should lie in the vault by the logs up to that block.
   *   - `found` decimal text: What does.
   * - `underWay` list of object: Lots of the vaults that were burned on one chain and are to be made on another:
   *   they lie in no vault. In a statement at its time, beside it now.
   *   - `fromChainId` integer: Whose vault it left.
   *   - `toChainId` integer: Whose vault it goes to.
   *   - `size` decimal text: In USDC.
   *   - `since` time, epoch ms: When it was burned.
   * @throws `CallError<'reserves'>`: what `ReadError` names.
   */
  reserves(): Promise<AnswerOf<'reserves'>>

  /**
   * The leaf of the account in the newest statement and its way to the root.
   * With a key that may read.
   * @returns
   * - `statement` object or null: Signed once in a while; null before the first.
   *   - `seq` integer: The number of the last command that it counts.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `root` hex text, 0x…: Hash at the top of the Merkle-sum tree.
   *   - `leaves` integer: How many leaves the tree has: a power of two, filled up with empty ones.
   *   - `liabilities` decimal text: The sum at the root: equity of all accounts, none below 0, and their shares of
   *     the pool.
   *   - `lacking` decimal text: What accounts with equity below 0 lack together; it lessens nothing.
   *   - `chains` list of object: The vaults at the time of the statement.
   *     - `chainId` integer: Chain; 0 = Solana.
   *     - `vault` address, 0x and 40 digits: Contract that holds the money.
   *     - `blockNumber` integer: The final block.
   *     - `expected` decimal text: What should lie in the vault by the logs up to that block.
   *     - `found` decimal text: What does.
   *   - `underWay` list of object: Lots of the vaults that were burned on one chain and are to be made on another:
   *     they lie in no vault. In a statement at its time, beside it now.
   *     - `fromChainId` integer: Whose vault it left.
   *     - `toChainId` integer: Whose vault it goes to.
   *     - `size` decimal text: In USDC.
   *     - `since` time, epoch ms: When it was burned.
   *   - `signer` address, 0x and 40 digits: Whose signature it carries.
   *   - `signature` hex text, 0x…: Signature of the signer by personal_sign over keccak256 of the statement as
   *     text.
   * - `proof` object or null: Null for an account that is not in the statement: it came later, or holds no real
   *   money.
   *   - `account` address, 0x and 40 digits: Account that is credited.
   *   - `owed` decimal text: What the leaf says that the account is owed.
   *   - `salt` hex text, 0x…: What keeps others from guessing the leaf.
   *   - `index` integer: The place of the leaf.
   *   - `path` list of object: The sibling at each level, from the leaf up.
   *     - `hash` hex text, 0x…: Hash of the node.
   *     - `sum` decimal text: The sum of the leaves below.
   * @throws `CallError<'reservesProof'>`: what `PrivateReadError` names.
   */
  reservesProof(): Promise<AnswerOf<'reservesProof'>>

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

  /**
   * Points of the account, its rank, and what the present week would give it.
   * With a key that may read.
   * @returns
   * - `total` decimal text: Points of all weeks.
   * - `rank` integer or null: Place among all accounts; null without points.
   * - `epoch` object: The running week.
   *   - `id` integer: Number of the week.
   *   - `startTime` time, epoch ms: Begin of the week.
   *   - `endTime` time, epoch ms: End of the week.
   *   - `pool` decimal text: Points that the week divides.
   *   - `estimated` decimal text: What the account would get if the week ended now.
   *   - `trading` decimal text: Points for fees.
   *   - `lp` decimal text: Shares of the LP pool.
   *   - `referral` decimal text: Points for those whom the account referred.
   *   - `rank` integer or null: Place among all accounts; null without points.
   *   - `count` integer: How many have any.
   * - `count` integer: How many have any.
   * - `multipliers` list of object: Points per fee by class.
   *   - `asset` stock | crypto | forex: Class of markets.
   *   - `value` decimal text: Points per fee, relative to others.
   * - `shown` boolean: Others see the shortened address of the account on the leaderboard.
   * @throws `CallError<'points'>`: what `PrivateReadError` names.
   */
  points(): Promise<AnswerOf<'points'>>

  /**
   * The most points, of the present week as it stands or of all weeks that have ended. Named are those alone who
   *   let others see them.
   * @returns
   *   - `rank` integer: Place among all accounts; null without points.
   *   - `points` decimal text: Points.
   *   - `address` text or null: Shortened; null for who does not let others see it.
   * @throws `CallError<'leaderboard'>`: what `ReadError` names.
   */
  leaderboard(query?: LeaderboardQuery | undefined): Promise<AnswerOf<'leaderboard'>>

  /**
   * Lets others see the shortened address of the account on the leaderboard, or no longer.
   * With the key of a session alone.
   * @param shown Others see the shortened address of the account on the leaderboard.
   * @returns
   * - `shown` boolean: Others see the shortened address of the account on the leaderboard.
   * @throws `CallError<'showOnLeaderboard'>`: what `PrivateReadError` names.
   */
  showOnLeaderboard(shown: BodyOf<'showOnLeaderboard'>['shown']): Promise<AnswerOf<'showOnLeaderboard'>>

  /**
   * Points of the account week by week, newest first; the window is about the ends of the weeks.
   * With a key that may read.
   * @returns
   *   - `epochId` integer: Number of the week.
   *   - `startTime` time, epoch ms: Begin of the week.
   *   - `endTime` time, epoch ms: End of the week.
   *   - `trading` decimal text: Points for fees.
   *   - `lp` decimal text: Points for LP money.
   *   - `referral` decimal text: Points for those whom the account referred.
   *   - `total` decimal text: Points of the week.
   *   - `rank` integer: Among all accounts with points in the week; equal sums share it.
   * @throws `CallError<'pointsHistory'>`: what `PrivateReadError` names.
   */
  pointsHistory(query?: PointsHistoryQuery | undefined): Promise<AnswerOf<'pointsHistory'>>

  /**
   * The referral code of the account and what it brought. An account that has deposited gets its code here, unless
   *   draw is 0.
   * With a key that may read.
   * @returns
   * - `ref_code` text or null: Code by which others come.
   * - `has_twitter_access` boolean: Posting is linked.
   * - `referred_by` text or null: Code by which the account came.
   * - `referee_count` integer: How many came by the code.
   * - `referee_volume` decimal text: What they have traded since, in USDC.
   * - `rewards_paid` decimal text: Paid so far, in USDC.
   * - `rewards_pending` decimal text: Earned and not paid yet, in USDC.
   * - `reward_percent` decimal text: Part of their fees that is earned, percent.
   * - `discount_percent` decimal text: Discount on their fees, percent.
   * - `can_join` boolean: Whether it may still say by whose code it came.
   * - `join_until` time, epoch ms: Until then it may trade before it says so.
   * @throws `CallError<'referrals'>`: what `PrivateReadError` names.
   */
  referrals(query?: ReferralsQuery | undefined): Promise<AnswerOf<'referrals'>>

  /**
   * Accounts that came by the code, newest first, with what they traded and paid since.
   * With a key that may read.
   * @returns
   *   - `address` text: Address of the account.
   *   - `joinTime` time, epoch ms or null: When it joined; null where that was not noted.
   *   - `volume` decimal text: Traded in 24 hours, in units of the base.
   *   - `fees` decimal text: Fees paid, in USDC.
   *   - `reward` decimal text: The referrer’s part of the fees.
   * @throws `CallError<'referees'>`: what `PrivateReadError` names.
   */
  referees(query?: RefereesQuery | undefined): Promise<AnswerOf<'referees'>>

  /**
   * What the referees did by UTC day, newest first; days without any trade are left out.
   * With a key that may read.
   * @returns
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `traders` integer: How many referees traded.
   *   - `volume` decimal text: Traded in 24 hours, in units of the base.
   *   - `fees` decimal text: Fees paid, in USDC.
   *   - `reward` decimal text: The referrer’s part of the fees.
   * @throws `CallError<'referralDays'>`: what `PrivateReadError` names.
   */
  referralDays(query?: ReferralDaysQuery | undefined): Promise<AnswerOf<'referralDays'>>

  /**
   * Whether a code is free, and codes like it that are.
   * With a key that may read.
   * @param code 6 to 12 letters A-Z and digits, in either case.
   * @returns
   * - `code` text: Why it ended as it did; null where nothing went wrong.
   * - `free` boolean: Whether no account has it.
   * - `suggestions` list of text: Free codes that look like it.
   * @throws `CallError<'referralCode'>`: what `PrivateReadError` names.
   */
  referralCode(code: string): Promise<AnswerOf<'referralCode'>>

  /**
   * Gives the account a code of its own choosing, once and for ever, from its first deposit on.
   * With the key of a session alone.
   * @param refCode Code of the referrer.
   * @returns
   * - `ref_code` text: Code by which others come.
   * @throws `CallError<'chooseReferralCode'>`: ACCOUNT_NOT_FOUND, REFERRAL_CLAIMED_BY_OTHER,
   *   REFERRAL_ALREADY_USED, and what `PrivateReadError` names.
   */
  chooseReferralCode(
    refCode: BodyOf<'chooseReferralCode'>['refCode'],
  ): Promise<AnswerOf<'chooseReferralCode'>>

  /**
   * Says by whose code the account came: once, before its first trade or in its first week.
   * With the key of a session alone.
   * @param refCode Code of the referrer.
   * @returns
   * - `ref_code` text: Code by which others come.
   * @throws `CallError<'joinReferral'>`: REFERRAL_CLAIMED_BY_OTHER, REFERRAL_NOT_FOUND, REFERRAL_ALREADY_USED, and
   *   what `PrivateReadError` names.
   */
  joinReferral(refCode: BodyOf<'joinReferral'>['refCode']): Promise<AnswerOf<'joinReferral'>>

  /**
   * What the account was told, newest first, and how much of it is unread. The first call begins the telling:
   *   nothing from before it is told.
   * With a key that may read.
   * @returns
   * - `unread` integer: How many are unread.
   * - `notices` list of object: Newest first.
   *   - `noticeId` text: By which it is marked as read.
   *   - `about` FILLS | LIQUIDATION | FUNDING | TRANSFERS | CAPITAL | ALERTS | LISTINGS | MAINTENANCE: What it is
   *     about, as the settings know it.
   *   - `kind` ORDER_FILLED | ORDER_CANCELLED | EXIT_FAILED | LIQUIDATED | LIQUIDATION_NEAR | FUNDING_ABOVE |
   *     DEPOSIT_ARRIVED | DEPOSIT_REFUSED | WITHDRAWAL_APPROVED | WITHDRAWAL_SENT | WITHDRAWAL_REFUSED |
   *     ADDRESS_BOOK_CHANGED | CAPITAL_CHANGED | CAPITAL_LOSS_NEAR | PRICE_REACHED | MARKET_LISTED | SERVICE_SAID:
   *     What it says.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   *   - `read` boolean: It was read on some device.
   *   - `symbol` text or null: The market; null: it is about none.
   *   - `values` object: The words that it says it with, by its kind.
   * @throws `CallError<'notices'>`: what `PrivateReadError` names.
   */
  notices(query?: NoticesQuery | undefined): Promise<AnswerOf<'notices'>>

  /**
   * Marks notices as read, here and on every other device.
   * With the key of a session alone.
   * @param noticeIds Which have been read; null: all of them.
   * @returns
   * - `unread` integer: How many are left unread.
   * @throws `CallError<'readNotices'>`: what `PrivateReadError` names.
   */
  readNotices(noticeIds: BodyOf<'readNotices'>['noticeIds']): Promise<AnswerOf<'readNotices'>>

  /**
   * What reaches the owner by which way, and to which address.
   * With the key of a session alone.
   * @returns
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * - `email` text or null: Where notices go; null: none is confirmed.
   * @throws `CallError<'noticeSettings'>`: what `PrivateReadError` names.
   */
  noticeSettings(): Promise<AnswerOf<'noticeSettings'>>

  /**
   * Chooses what reaches the owner by which way. Liquidations, the capital programme and maintenance are always
   *   shown on screen.
   * With the key of a session alone.
   * @param body
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * @returns
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * - `email` text or null: Where notices go; null: none is confirmed.
   * @throws `CallError<'setNoticeSettings'>`: what `PrivateReadError` names.
   */
  setNoticeSettings(body: BodyOf<'setNoticeSettings'>): Promise<AnswerOf<'setNoticeSettings'>>

  /**
   * Sends a code of six digits to an address; nothing else is sent there before it comes back.
   * With the key of a session alone.
   * @param body
   * - `email` text: Where the code goes.
   * - `language` en | zh: Of mails: en or zh.
   * @returns
   * - `expiryTime` time, epoch ms: Until when the code is good.
   * @throws `CallError<'setNoticeMail'>`: what `PrivateReadError` names.
   */
  setNoticeMail(body: BodyOf<'setNoticeMail'>): Promise<AnswerOf<'setNoticeMail'>>

  /**
   * The code that came: from here on notices go to that address.
   * With the key of a session alone.
   * @param code The six digits that came.
   * @returns
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * - `email` text or null: Where notices go from here on.
   * @throws `CallError<'confirmNoticeMail'>`: WRONG_CODE, CODE_ENDED, and what `PrivateReadError` names.
   */
  confirmNoticeMail(code: BodyOf<'confirmNoticeMail'>['code']): Promise<AnswerOf<'confirmNoticeMail'>>

  /**
   * Forgets the address; no notice is sent any more.
   * With the key of a session alone.
   * @returns
   * - `channels` object: By category, the ways by which it reaches the owner.
   *   - `screen` boolean: Shown in the app.
   *   - `browser` boolean: Told by the browser while a tab is open.
   *   - `mail` boolean: Sent to the address that was confirmed.
   * - `fundingAbove` decimal text: Rate for eight hours, percent, above which what the account pays is told.
   * - `quiet` object or null: When mail waits; null: never. What is urgent comes all the same.
   *   - `from` time of day, hh:mm: Begin, in the time of the zone.
   *   - `to` time of day, hh:mm: End, in the time of the zone.
   *   - `zone` text: Name of the time zone, such as Europe/Berlin.
   * - `language` en | zh: Of mails: en or zh.
   * - `email` text or null: Null: none is known any more.
   * @throws `CallError<'removeNoticeMail'>`: what `PrivateReadError` names.
   */
  removeNoticeMail(): Promise<AnswerOf<'removeNoticeMail'>>

  /**
   * Prices that the account waits for.
   * With a key that may read.
   * @returns
   * - `alerts` list of object: Every price that is waited for.
   *   - `alertId` text: By which it is removed.
   *   - `symbol` text: Symbol of the market.
   *   - `price` decimal text: The mark that is waited for.
   *   - `isAbove` boolean: The mark has to rise to the price; otherwise to fall to it.
   *   - `repeat` ONCE | EVERY_TIME: ONCE, or EVERY_TIME that the price comes back.
   * @throws `CallError<'alerts'>`: what `PrivateReadError` names.
   */
  alerts(): Promise<AnswerOf<'alerts'>>

  /**
   * Waits for the mark to reach a price, also while no tab is open. EVERY_TIME: the mark has to be a tenth of a
   *   percent away before it can come again.
   * With the key of a session alone.
   * @param body
   * - `symbol` text: Symbol of the market.
   * - `price` number or text: The mark that is waited for.
   * - `isAbove` boolean: The mark has to rise to the price; otherwise to fall to it.
   * - `repeat` ONCE | EVERY_TIME: ONCE, or EVERY_TIME that the price comes back.
   * @returns
   * - `alertId` text: By which it is removed.
   * - `symbol` text: Symbol of the market.
   * - `price` decimal text: The mark that is waited for.
   * - `isAbove` boolean: The mark has to rise to the price; otherwise to fall to it.
   * - `repeat` ONCE | EVERY_TIME: ONCE, or EVERY_TIME that the price comes back.
   * @throws `CallError<'setAlert'>`: BAD_DECIMALS, BAD_SYMBOL, and what `PrivateReadError` names.
   */
  setAlert(body: BodyOf<'setAlert'>): Promise<AnswerOf<'setAlert'>>

  /**
   * Waits no longer; of one that is gone already nothing is said.
   * With the key of a session alone.
   * @param id The alertId of the list.
   * @returns
   * - `alerts` list of object: Every price that is waited for.
   *   - `alertId` text: By which it is removed.
   *   - `symbol` text: Symbol of the market.
   *   - `price` decimal text: The mark that is waited for.
   *   - `isAbove` boolean: The mark has to rise to the price; otherwise to fall to it.
   *   - `repeat` ONCE | EVERY_TIME: ONCE, or EVERY_TIME that the price comes back.
   * @throws `CallError<'removeAlert'>`: what `PrivateReadError` names.
   */
  removeAlert(id: string): Promise<AnswerOf<'removeAlert'>>

  /**
   * Evaluation plans with their price, goal and limits.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `products` list of object: Plans that can be bought.
   *   - `name` text: Name.
   *   - `priceId` text: Price of a plan.
   *   - `unitAmount` integer: Price in the smallest unit of its currency.
   *   - `metadata` object: Goals and limits of the plan.
   *   - `currency` text: Currency of the price.
   * - `rulebook` text: Version of the rules that a purchase of today pins.
   * @throws `CallError<'capitalPlans'>`: what `ReadError` names.
   */
  capitalPlans(): Promise<AnswerOf<'capitalPlans'>>

  /**
   * Where evaluation and funded accounts stand, by address; of those of others nothing is told.
   * With a key that may read.
   * An exchange without this part answers 503 with code 0.
   * @returns
   *   - `capital_status` not_eligible | unknown | created | paid | pre_eval | active | goal_passed |
   *     goal_failed_max_drawdown | goal_failed_max_daily_loss | goal_failed_hidden | pre_funded | funded_active |
   *     funded_claimed | funded_failed_max_drawdown | funded_failed_max_daily_loss | claimed: Where the evaluation
   *     stands.
   *   - `is_funded` boolean: It is a funded account.
   *   - `is_practice` boolean: It is a free evaluation for practice: it is never claimed.
   *   - `is_frozen` boolean: Nothing may be ordered or paid out.
   *   - `reason` DISPUTED | DISPUTE_LOST | REFUNDED | EXPIRED | CLOSED | IN_REVIEW | DECLINED or null: Why it is
   *     frozen, or has ended without a verdict.
   *   - `initial_capital` decimal text: What the account began with.
   *   - `equity` decimal text: Equity of the account.
   *   - `target_equity` decimal text or null: Equity at which the evaluation is passed.
   *   - `max_daily_loss_limit` decimal text: Equity below which the day’s loss ends it.
   *   - `max_drawdown_limit` decimal text: Equity below which the whole loss ends it.
   *   - `prior_day_balance` decimal text: Balance at the last reset.
   *   - `next_reset_time` time, epoch ms: When the day’s loss is counted anew.
   *   - `trading_days` integer: Days with a fill.
   *   - `failed_time` time, epoch ms or null: When it failed; null while it has not.
   *   - `claimable_time` time, epoch ms or null: From when on a passed evaluation may be claimed.
   *   - `available_profit` decimal text or null: Profit that can be withdrawn.
   *   - `network_type?` integer: 0 = EVM, 1 = Solana.
   *   - `primary_address` text: Primary account of its owner.
   *   - `updated_time` time, epoch ms: When this was worked out.
   *   - `active_capital_plan` object or null: The plan that is being traded; null without one.
   *     - `name` text: Name.
   *     - `priceId` text: Price of a plan.
   *     - `unitAmount` integer: Price in the smallest unit of its currency.
   *     - `metadata` object: Goals and limits of the plan.
   * @throws `CallError<'capitalStatus'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  capitalStatus(query?: CapitalStatusQuery | undefined): Promise<AnswerOf<'capitalStatus'>>

  /**
   * Begins the payment of a plan: the page to send the buyer to.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `address` text: Address of the account.
   * - `priceId` text: Price of a plan.
   * - `email` text: Where the receipt goes.
   * - `accessToken?` text or null: From the sign-in with the identity provider.
   * - `proof?` object or null: The wallet approves a signing key, as for a registration.
   *   - `signingAddr` text: Address of the signing key.
   *   - `expiryTime` number: Until when the key holds.
   *   - `signature` text: Of the account or of its signing key: r, s and v, 65 bytes in hex. Registration also
   *     takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   * @returns
   * - `url` text: Where to go on.
   * - `session_id` text: Of the checkout.
   * - `expires_time` time, epoch ms: Until when the address holds.
   * @throws `CallError<'capitalCheckout'>`: INVALID_SIGNATURE, ACCOUNT_NOT_FOUND, and what `PrivateReadError`
   *   names.
   */
  capitalCheckout(body: BodyOf<'capitalCheckout'>): Promise<AnswerOf<'capitalCheckout'>>

  /**
   * Opens the capital account of an allocated wallet, by the token of its owner.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `primaryAddr` text: Address of the primary key: the account.
   * - `accessToken` text: From the sign-in with the identity provider.
   * - `isFunded` boolean: It is a funded account of Vest Capital.
   * - `eval_address?` text or null: Account of the evaluation.
   * - `proof?` object or null: The wallet approves a signing key, as for a registration.
   *   - `signingAddr` text: Address of the signing key.
   *   - `expiryTime` number: Until when the key holds.
   *   - `signature` text: Of the account or of its signing key: r, s and v, 65 bytes in hex. Registration also
   *     takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   * @returns
   * - `address` text: Address of the account.
   * - `is_funded` boolean: It is a funded account.
   * - `capital_status` not_eligible | unknown | created | paid | pre_eval | active | goal_passed |
   *   goal_failed_max_drawdown | goal_failed_max_daily_loss | goal_failed_hidden | pre_funded | funded_active |
   *   funded_claimed | funded_failed_max_drawdown | funded_failed_max_daily_loss | claimed: Where the evaluation
   *   stands.
   * - `collateral` decimal text: What the account begins with.
   * - `active_capital_plan` object or null: The plan that is being traded; null without one.
   *   - `name` text: Name.
   *   - `priceId` text: Price of a plan.
   *   - `unitAmount` integer: Price in the smallest unit of its currency.
   *   - `metadata` object: Goals and limits of the plan.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'capitalRegister'>`: ACCOUNT_NOT_FOUND, UNAUTHORIZED, ACTION_NOT_AVAILABLE, and what
   *   `ReadError` names.
   */
  capitalRegister(body: BodyOf<'capitalRegister'>): Promise<AnswerOf<'capitalRegister'>>

  /**
   * Claims the funded account after an evaluation that was passed.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `funded_register_params` object: Registration of the funded account.
   *   - `primaryAddr` text: Address of the primary key: the account.
   *   - `accessToken` text: From the sign-in with the identity provider.
   *   - `isFunded` boolean: It is a funded account of Vest Capital.
   *   - `eval_address?` text or null: Account of the evaluation.
   *   - `proof?` object or null: The wallet approves a signing key, as for a registration.
   *     - `signingAddr` text: Address of the signing key.
   *     - `expiryTime` number: Until when the key holds.
   *     - `signature` text: Of the account or of its signing key: r, s and v, 65 bytes in hex. Registration also
   *       takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   * - `eval_address?` text or null: Account of the evaluation.
   * @returns
   * - `claim` object: What proves that the account may be activated.
   *   - `id` id, 0x and 64 digits: Of the funded account.
   *   - `eval_address` text: Account of the evaluation.
   *   - `funded_address` text: The funded account.
   *   - `status` pending | done | rejected: Whether it was activated.
   *   - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'capitalActivate'>`: INVALID_SIGNATURE, ACCOUNT_NOT_FOUND, and what `PrivateReadError`
   *   names.
   */
  capitalActivate(body: BodyOf<'capitalActivate'>): Promise<AnswerOf<'capitalActivate'>>

  /**
   * Opens a practice evaluation under the rules of a plan: free, and never claimed. One at a time.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `address` text: Address of the account.
   * - `priceId` text: Price of a plan.
   * - `accessToken?` text or null: From the sign-in with the identity provider.
   * - `proof?` object or null: The wallet approves a signing key, as for a registration.
   *   - `signingAddr` text: Address of the signing key.
   *   - `expiryTime` number: Until when the key holds.
   *   - `signature` text: Of the account or of its signing key: r, s and v, 65 bytes in hex. Registration also
   *     takes what a contract wallet (ERC-1271) holds for its own, up to 2,048 bytes.
   * @returns
   * - `address` text: Address of the account.
   * - `is_funded` boolean: It is a funded account.
   * - `capital_status` not_eligible | unknown | created | paid | pre_eval | active | goal_passed |
   *   goal_failed_max_drawdown | goal_failed_max_daily_loss | goal_failed_hidden | pre_funded | funded_active |
   *   funded_claimed | funded_failed_max_drawdown | funded_failed_max_daily_loss | claimed: Where the evaluation
   *   stands.
   * - `collateral` decimal text: Money of the account, without unrealised profit.
   * - `active_capital_plan` object or null: The plan that is being traded; null without one.
   *   - `name` text: Name.
   *   - `priceId` text: Price of a plan.
   *   - `unitAmount` integer: Price in the smallest unit of its currency.
   *   - `metadata` object: Goals and limits of the plan.
   * - `time` time, epoch ms: When, epoch milliseconds.
   * @throws `CallError<'capitalPractice'>`: INVALID_SIGNATURE, ACCOUNT_NOT_FOUND, and what `PrivateReadError`
   *   names.
   */
  capitalPractice(body: BodyOf<'capitalPractice'>): Promise<AnswerOf<'capitalPractice'>>

  /**
   * The signed certificate of a pass or breach, with everything that it was decided from.
   * With a key that may read.
   * An exchange without this part answers 503 with code 0.
   * @param address A wallet of the same owner; absent: that of the key.
   * @returns
   * - `certificate` text: The file of the certificate, byte by byte as it is signed.
   * - `signer` text: Who signed.
   * @throws `CallError<'capitalVerdict'>`: ACCOUNT_NOT_FOUND, and what `PrivateReadError` names.
   */
  capitalVerdict(address?: string | undefined): Promise<AnswerOf<'capitalVerdict'>>

  /**
   * The page on which the account buys USDC with a card.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `url` text: Where to go on.
   * - `expires_time` time, epoch ms: Until when the address holds.
   * @throws `CallError<'onRampUrl'>`: what `PrivateReadError` names.
   */
  onRampUrl(): Promise<AnswerOf<'onRampUrl'>>

  /**
   * Names a deposit that was sent on Solana, by its transaction.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param transactionHash Transaction that moved the money.
   * @returns
   * - `id` id, 0x and 64 digits: Id: 0x and 64 digits, lower case.
   * @throws `CallError<'depositSolana'>`: INVALID_TRANSACTION, ALREADY_USE_TRANSACTION, and what
   *   `PrivateReadError` names.
   */
  depositSolana(
    transactionHash: BodyOf<'depositSolana'>['transactionHash'],
  ): Promise<AnswerOf<'depositSolana'>>

  /**
   * The account at the network that the owner of the account has linked.
   * With a key that may read.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `username` text or null: Name at the network; null: none is linked.
   * @throws `CallError<'socialAccount'>`: what `PrivateReadError` names.
   */
  socialAccount(): Promise<AnswerOf<'socialAccount'>>

  /**
   * Begins to link an account at the network: the page on which its owner gives leave. Needs a deposit.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `url` text: Where to go on.
   * - `expires_time` time, epoch ms: Until when the address holds.
   * @throws `CallError<'linkSocial'>`: what `PrivateReadError` names.
   */
  linkSocial(): Promise<AnswerOf<'linkSocial'>>

  /**
   * Ends it, with what the browser came back with.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `code` text: As the browser came back with it.
   * - `state` text: As the browser came back with it.
   * @returns
   * - `username` text or null: Name at the network; null: none is linked.
   * @throws `CallError<'completeSocialLink'>`: what `PrivateReadError` names.
   */
  completeSocialLink(body: BodyOf<'completeSocialLink'>): Promise<AnswerOf<'completeSocialLink'>>

  /**
   * Takes the leave back, here and at the network.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @returns
   * - `username` text or null: Name at the network; null: none is linked.
   * @throws `CallError<'unlinkSocial'>`: what `PrivateReadError` names.
   */
  unlinkSocial(): Promise<AnswerOf<'unlinkSocial'>>

  /**
   * Posts a text with a picture in the name of the owner of the account.
   * With the key of a session alone.
   * An exchange without this part answers 503 with code 0.
   * @param body
   * - `text` text: What is posted.
   * - `image` text: Picture of the post, as a data URL.
   * @returns
   * - `id` text: Of the post.
   * - `url` text: Where the post can be seen.
   * @throws `CallError<'sendPost'>`: what `PrivateReadError` names.
   */
  sendPost(body: BodyOf<'sendPost'>): Promise<AnswerOf<'sendPost'>>
}
