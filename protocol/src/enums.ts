/** Words that cross the wire, each list once. The order is that of the published protocol. */

/** Whatever an order or a transfer can be ([4.1]). VERIFIED is reached by transfers alone: approved, and to be claimed. */
export const STATUSES = ['NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED', 'REJECTED', 'VERIFIED'] as const
export type Status = (typeof STATUSES)[number]

export const ORDER_STATUSES = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELLED',
  'REJECTED',
] as const satisfies readonly Exclude<Status, 'VERIFIED'>[]
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** What an API key may be limited to; the key of a session may do everything. */
export const API_KEY_SCOPES = ['read', 'trade'] as const
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number]

/** Where an account of the capital programme stands. */
export const CAPITAL_STATUSES = [
  'not_eligible',
  'unknown',
  'created',
  'paid',
  'pre_eval',
  'active',
  'goal_passed',
  'goal_failed_max_drawdown',
  'goal_failed_max_daily_loss',
  'goal_failed_hidden',
  'pre_funded',
  'funded_active',
  'funded_claimed',
  'funded_failed_max_drawdown',
  'funded_failed_max_daily_loss',
  'claimed',
] as const
export type CapitalStatus = (typeof CAPITAL_STATUSES)[number]

export const ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP_LOSS', 'TAKE_PROFIT', 'LIQUIDATION'] as const
export type OrderType = (typeof ORDER_TYPES)[number]

/** Order types a client may send; LIQUIDATION is made by the exchange alone. */
export const REQUEST_ORDER_TYPES = ['MARKET', 'LIMIT', 'STOP_LOSS', 'TAKE_PROFIT'] as const
export type RequestOrderType = (typeof REQUEST_ORDER_TYPES)[number]

export const TIMES_IN_FORCE = ['GTC', 'FOK', 'IOC', 'POST_ONLY'] as const
export type TimeInForce = (typeof TIMES_IN_FORCE)[number]

export const LP_ORDER_TYPES = ['DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const
export type LpOrderType = (typeof LP_ORDER_TYPES)[number]

export const TRANSFER_TYPES = ['DEPOSIT', 'WITHDRAW', 'INTERNAL_DEPOSIT', 'WITHDRAW_PROFIT'] as const
export type TransferType = (typeof TRANSFER_TYPES)[number]
/**
 * What an unfinished transfer waits for. TIME: its own delay or a later hour; BREAKER: too much has left lately; RESERVES:
 * a vault holds less than it should; FUNDS, CAP: the vault of its chain has too little, or has paid its most of this hour;
 * VALIDATORS: their signatures; KEEPER: its transaction; CLAIM: its owner's; CONFIRMATIONS: its block to be final;
 * SOLANA: the money to be made there; DEADLINE: it can no longer be paid, and is given back then.
 */
export const TRANSFER_WAITS = [
  'TIME',
  'BREAKER',
  'RESERVES',
  'FUNDS',
  'CAP',
  'VALIDATORS',
  'KEEPER',
  'CLAIM',
  'CONFIRMATIONS',
  'SOLANA',
  'DEADLINE',
] as const
export type TransferWait = (typeof TRANSFER_WAITS)[number]

/** True: the money comes in; false: it is withdrawn. */
export const isDeposit = (type: TransferType): boolean => type === 'DEPOSIT' || type === 'INTERNAL_DEPOSIT'

export const TRANSFER_STATUSES = [
  'NEW',
  'VERIFIED',
  'FILLED',
  'REJECTED',
] as const satisfies readonly Status[]
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

export const MARKET_STATUSES = ['TRADING', 'HALT'] as const
export type MarketStatus = (typeof MARKET_STATUSES)[number]

export const ASSET_CLASSES = ['stock', 'crypto', 'forex'] as const
export type AssetClass = (typeof ASSET_CLASSES)[number]

export const MARKET_CATEGORIES = ['stock', 'etf', 'index', 'ipo', 'dat', 'forex', 'crypto'] as const
export type MarketCategory = (typeof MARKET_CATEGORIES)[number]

export const SERVICE_STATUSES = ['UP', 'HASISSUES', 'UNDERMAINTENANCE'] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]
/** Of times that were not as they should be; DOWN: nothing ran. */
export const INCIDENT_STATUSES = ['HASISSUES', 'UNDERMAINTENANCE', 'DOWN'] as const
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number]

export const SESSIONS = ['REGULAR', 'EXTENDED', 'OVERNIGHT', 'CLOSED'] as const
/** What the calendar says of a market now; CLOSED shows as status HALT. */
export type Session = (typeof SESSIONS)[number]

export const TRADING_MODES = ['OPEN', 'POST_ONLY', 'REDUCE_ONLY', 'CANCEL_ONLY', 'HALT'] as const
/** What a market takes now, from everything to nothing but cancels; HALT shows as status HALT. */
export type TradingMode = (typeof TRADING_MODES)[number]

export const NETWORK_TYPES = { evm: 0, solana: 1 } as const
export type NetworkType = (typeof NETWORK_TYPES)[keyof typeof NETWORK_TYPES]

export const KLINE_INTERVALS = [
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const
export type KlineInterval = (typeof KLINE_INTERVALS)[number]

/** What the pool and accounts are worth is noted once an hour. */
export const HISTORY_INTERVALS = ['1h', '2h', '4h', '6h', '8h', '12h', '1d', '3d', '1w', '1M'] as const
export type HistoryInterval = (typeof HISTORY_INTERVALS)[number]

/** 0x + 40 lower-case hex digits. */
export type Address = `0x${string}`
/** 0x + 64 lower-case hex digits: an order, transfer or record id. */
export type Id = `0x${string}`
export type Hex = `0x${string}`

/** What the owner of an account does with its address book. */
export const ADDRESS_BOOK_CHANGES = ['SAVE', 'REMOVE', 'LIST_ON', 'LIST_OFF', 'LOCK'] as const
export type AddressBookChangeKind = (typeof ADDRESS_BOOK_CHANGES)[number]

/** What people are told of, each by the channels that they choose. */
export const NOTICE_CATEGORIES = [
  'FILLS',
  'LIQUIDATION',
  'FUNDING',
  'TRANSFERS',
  'CAPITAL',
  'ALERTS',
  'LISTINGS',
  'MAINTENANCE',
] as const
export type NoticeCategory = (typeof NOTICE_CATEGORIES)[number]
/** Shown on screen whatever is chosen, and mailed in quiet hours too. */
export const NOTICES_LOCKED_ON_SCREEN: readonly NoticeCategory[] = ['LIQUIDATION', 'CAPITAL', 'MAINTENANCE']

/** What a notice says; its `values` are the words that it says it with. */
export const NOTICE_KINDS = [
  'ORDER_FILLED',
  'ORDER_CANCELLED',
  'EXIT_FAILED',
  'LIQUIDATED',
  'LIQUIDATION_NEAR',
  'FUNDING_ABOVE',
  'DEPOSIT_ARRIVED',
  'DEPOSIT_REFUSED',
  'WITHDRAWAL_APPROVED',
  'WITHDRAWAL_SENT',
  'WITHDRAWAL_REFUSED',
  'ADDRESS_BOOK_CHANGED',
  'CAPITAL_CHANGED',
  'CAPITAL_LOSS_NEAR',
  'PRICE_REACHED',
  'MARKET_LISTED',
  'SERVICE_SAID',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Whether an alert ends with its first call, or waits for the price to leave and come back. */
export const ALERT_REPEATS = ['ONCE', 'EVERY_TIME'] as const
export type AlertRepeat = (typeof ALERT_REPEATS)[number]

/** Money that arrived and is credited to no account: it lies there until its owner claims it. */
export const STRAY_KINDS = ['TOKEN', 'COIN', 'SENDER'] as const
