/**
 * The shape of the read models: one table per kind of record, described once as data. A table's columns are
 * the fields of its record (`postTimeMs` is column `post_time_ms`), and the compiler refuses a record field
 * without a column.
 *
 * Rows travel as one JSON text per statement, in both directions. So a batch of any size is one parameter,
 * an absent field is SQL's NULL, and an integer never passes through a float: the schema's domain
 * `safe_integer` holds what a JavaScript number holds exactly, and funding accumulators travel as text.
 */
import type { FundingApplied, PoolValued } from '@vest/engine'
import type {
  AccountTally,
  CapitalPast,
  ClosedPosition,
  FeeHour,
  HeldPosition,
  MarketState,
  StoredAccountValue,
  StoredCandle,
  StoredFill,
  StoredFunding,
  StoredLpOrder,
  StoredOrder,
  RankedPoints,
  StoredPoints,
  StoredSplit,
  StoredTrade,
  StoredTransfer,
} from '@vest/runtime'

/** `bigint`: a safe integer; `funding12`: an integer of any length, as text on the way. */
export type ColumnKind = 'text' | 'boolean' | 'bigint' | 'funding12'

type Letter<H extends string> = H extends Lowercase<H> ? H : `_${Lowercase<H>}`
/** `postTimeMs` → `post_time_ms`. */
export type ColumnName<S extends string> = S extends `${infer H}${infer T}`
  ? `${Letter<H>}${ColumnName<T>}`
  : S

/** How a field stands in SQL: text and enums as text, integers as bigint. */
type SqlValue<V> = V extends bigint ? string : V extends string ? string : V extends number ? number : V
/** One table as kysely sees it. */
type Row<R> = {
  [K in keyof R & string as ColumnName<K>]-?: undefined extends R[K]
    ? SqlValue<NonNullable<R[K]>> | null
    : SqlValue<R[K]>
}
type Untagged<R> = Omit<R, 'kind'>

export interface Schema {
  orders: Row<StoredOrder>
  transfers: Row<StoredTransfer>
  trades: Row<Untagged<StoredTrade>>
  fills: Row<Untagged<StoredFill>>
  funding_applied: Row<Untagged<FundingApplied>>
  funding_settled: Row<Untagged<StoredFunding>>
  candles: Row<StoredCandle>
  market_states: Row<MarketState>
  market_splits: Row<StoredSplit>
  lp_orders: Row<StoredLpOrder>
  pool_values: Row<Untagged<PoolValued>>
  points: Row<StoredPoints>
  fee_hours: Row<FeeHour>
  account_tallies: Row<AccountTally>
  account_values: Row<StoredAccountValue>
  closed_positions: Row<ClosedPosition>
  capital_past: Row<CapitalPast>
  held_positions: Row<HeldPosition>
  /** One row: how far the read models have come, and of which journal they are the projection. */
  projection: { id: number; last_seq: number; write_number: number; journal_id: string | null }
}

export interface Table<R> {
  readonly name: Exclude<keyof Schema, 'projection'>
  readonly columns: { readonly [K in keyof Untagged<R> & string]-?: ColumnKind }
  readonly key: readonly (keyof Untagged<R> & string)[]
  /** Fields that keep what was written first, where the others are replaced. */
  readonly lasting?: readonly (keyof Untagged<R> & string)[]
  /** Rows that never change after they were written: a second write of the key is the same row. */
  readonly isAppendOnly?: boolean
}

/** `postTimeMs` → `post_time_ms`. */
export const columnName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const ORDERS: Table<StoredOrder> = {
  name: 'orders',
  key: ['id'],
  lasting: ['seq', 'index'],
  columns: {
    id: 'text',
    account: 'text',
    signer: 'text',
    nonce: 'bigint',
    marketId: 'bigint',
    symbol: 'text',
    isBuy: 'boolean',
    orderType: 'text',
    size: 'bigint',
    limitPrice: 'bigint',
    timeInForce: 'text',
    reduceOnly: 'boolean',
    initMarginRatio: 'bigint',
    status: 'text',
    code: 'bigint',
    markPrice: 'bigint',
    filledSize: 'bigint',
    filledValue: 'bigint',
    lastFilledSize: 'bigint',
    lastFilledPrice: 'bigint',
    lastFilledTimeMs: 'bigint',
    avgFilledPrice: 'bigint',
    fees: 'bigint',
    realizedPnl: 'bigint',
    settledFunding: 'bigint',
    cumFunding: 'funding12',
    orderTimeMs: 'bigint',
    postTimeMs: 'bigint',
    parentId: 'text',
    tpPrice: 'bigint',
    slPrice: 'bigint',
    clientId: 'text',
    isTriggered: 'boolean',
    seq: 'bigint',
    index: 'bigint',
  },
}

export const TRANSFERS: Table<StoredTransfer> = {
  name: 'transfers',
  key: ['id'],
  lasting: ['seq', 'index'],
  columns: {
    id: 'text',
    account: 'text',
    type: 'text',
    status: 'text',
    code: 'bigint',
    nonce: 'bigint',
    size: 'bigint',
    chainId: 'bigint',
    token: 'text',
    recipient: 'text',
    postTimeMs: 'bigint',
    execute: 'boolean',
    requestArgs: 'text',
    signer: 'text',
    signature: 'text',
    signatureProof: 'text',
    validatorSignature: 'text',
    txHash: 'text',
    logIndex: 'bigint',
    blockHash: 'text',
    isSoft: 'boolean',
    eligibleTimeMs: 'bigint',
    seq: 'bigint',
    index: 'bigint',
  },
}

export const TRADES: Table<StoredTrade> = {
  name: 'trades',
  key: ['symbol', 'timeMs', 'tradeId'],
  isAppendOnly: true,
  columns: {
    tradeId: 'bigint',
    marketId: 'bigint',
    symbol: 'text',
    price: 'bigint',
    size: 'bigint',
    value: 'bigint',
    takerIsBuy: 'boolean',
    timeMs: 'bigint',
  },
}

export const FILLS: Table<StoredFill> = {
  name: 'fills',
  key: ['orderId', 'tradeId'],
  isAppendOnly: true,
  columns: {
    tradeId: 'bigint',
    orderId: 'text',
    account: 'text',
    marketId: 'bigint',
    symbol: 'text',
    isBuy: 'boolean',
    orderType: 'text',
    isMaker: 'boolean',
    price: 'bigint',
    size: 'bigint',
    value: 'bigint',
    fee: 'bigint',
    pnl: 'bigint',
    settledFunding: 'bigint',
    timeMs: 'bigint',
  },
}

export const FUNDING_APPLIED: Table<FundingApplied> = {
  name: 'funding_applied',
  key: ['symbol', 'hourMs'],
  isAppendOnly: true,
  columns: { symbol: 'text', hourMs: 'bigint', rate: 'bigint', cumFunding: 'funding12' },
}

export const FUNDING_SETTLED: Table<StoredFunding> = {
  name: 'funding_settled',
  key: ['seq', 'index'],
  isAppendOnly: true,
  columns: {
    account: 'text',
    symbol: 'text',
    isLong: 'boolean',
    size: 'bigint',
    payment: 'bigint',
    rate: 'bigint',
    reason: 'text',
    timeMs: 'bigint',
    seq: 'bigint',
    index: 'bigint',
  },
}

export const CANDLES: Table<StoredCandle> = {
  name: 'candles',
  key: ['symbol', 'interval', 'openTimeMs'],
  columns: {
    symbol: 'text',
    interval: 'text',
    openTimeMs: 'bigint',
    open: 'bigint',
    high: 'bigint',
    low: 'bigint',
    close: 'bigint',
    volume: 'bigint',
    quoteVolume: 'bigint',
    trades: 'bigint',
  },
}

export const MARKET_STATES: Table<MarketState> = {
  name: 'market_states',
  key: ['symbol'],
  columns: { symbol: 'text', status: 'text', candlesOf: 'text' },
}

export const MARKET_SPLITS: Table<StoredSplit> = {
  name: 'market_splits',
  key: ['symbol', 'number'],
  columns: { symbol: 'text', number: 'bigint', timeMs: 'bigint', newShares: 'bigint', oldShares: 'bigint' },
}

export const LP_ORDERS: Table<StoredLpOrder> = {
  name: 'lp_orders',
  key: ['id'],
  lasting: ['seq', 'index'],
  columns: {
    id: 'text',
    account: 'text',
    signer: 'text',
    nonce: 'bigint',
    orderType: 'text',
    status: 'text',
    code: 'bigint',
    size: 'bigint',
    fees: 'bigint',
    shares: 'bigint',
    executeTimeMs: 'bigint',
    postTimeMs: 'bigint',
    sizeText: 'text',
    seq: 'bigint',
    index: 'bigint',
  },
}

export const POOL_VALUES: Table<PoolValued> = {
  name: 'pool_values',
  key: ['hourMs'],
  isAppendOnly: true,
  columns: { hourMs: 'bigint', nav: 'bigint', totalShares: 'bigint' },
}

export const POINTS: Table<StoredPoints> = {
  name: 'points',
  key: ['account', 'epochId'],
  isAppendOnly: true,
  columns: {
    account: 'text',
    epochId: 'bigint',
    startTimeMs: 'bigint',
    endTimeMs: 'bigint',
    trading: 'bigint',
    lp: 'bigint',
    referral: 'bigint',
  },
}

/** As it is read: no column of its own, the rank is counted. */
export const RANKED_POINTS: Table<RankedPoints> = {
  ...POINTS,
  columns: { ...POINTS.columns, rank: 'bigint' },
}

export const FEE_HOURS: Table<FeeHour> = {
  name: 'fee_hours',
  key: ['hourMs'],
  columns: { hourMs: 'bigint', fees: 'bigint' },
}

export const ACCOUNT_TALLIES: Table<AccountTally> = {
  name: 'account_tallies',
  key: ['account'],
  columns: {
    account: 'text',
    referrer: 'text',
    isSim: 'boolean',
    volume: 'funding12',
    fees: 'funding12',
    joinTimeMs: 'bigint',
  },
}

export const ACCOUNT_VALUES: Table<StoredAccountValue> = {
  name: 'account_values',
  key: ['account', 'hourMs'],
  isAppendOnly: true,
  columns: {
    account: 'text',
    hourMs: 'bigint',
    equity: 'bigint',
    collateral: 'bigint',
    netDeposits: 'bigint',
  },
}

export const CLOSED_POSITIONS: Table<ClosedPosition> = {
  name: 'closed_positions',
  key: ['id'],
  isAppendOnly: true,
  columns: {
    id: 'text',
    account: 'text',
    symbol: 'text',
    isLong: 'boolean',
    size: 'funding12',
    entryValue: 'funding12',
    exitValue: 'funding12',
    openTimeMs: 'bigint',
    closeTimeMs: 'bigint',
    realizedPnl: 'bigint',
    fees: 'bigint',
    settledFunding: 'bigint',
    initMarginRatio: 'bigint',
    closeType: 'text',
  },
}

export const CAPITAL_PAST: Table<CapitalPast> = {
  name: 'capital_past',
  key: ['seq', 'index'],
  isAppendOnly: true,
  columns: {
    account: 'text',
    seq: 'bigint',
    index: 'bigint',
    timeMs: 'bigint',
    what: 'text',
    text: 'text',
  },
}

export const HELD_POSITIONS: Table<HeldPosition> = {
  name: 'held_positions',
  key: ['account', 'symbol'],
  columns: {
    id: 'text',
    account: 'text',
    symbol: 'text',
    isLong: 'boolean',
    size: 'bigint',
    cost: 'bigint',
    initMarginRatio: 'bigint',
    openedSize: 'funding12',
    entryValue: 'funding12',
    closedSize: 'funding12',
    exitValue: 'funding12',
    pnl: 'bigint',
    fees: 'bigint',
    settledFunding: 'bigint',
    openTimeMs: 'bigint',
  },
}

// Each table has its own record type; where only names and kinds matter, they are looked at as one.
export const TABLES = [
  ORDERS,
  TRANSFERS,
  TRADES,
  FILLS,
  FUNDING_APPLIED,
  FUNDING_SETTLED,
  CANDLES,
  MARKET_STATES,
  MARKET_SPLITS,
  LP_ORDERS,
  POOL_VALUES,
  POINTS,
  FEE_HOURS,
  ACCOUNT_TALLIES,
  ACCOUNT_VALUES,
  CLOSED_POSITIONS,
  CAPITAL_PAST,
  HELD_POSITIONS,
] as const
