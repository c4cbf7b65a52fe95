/**
 * Read models in SQL: a projection of the journal that can be thrown away and rebuilt. One contract test
 * runs against every implementation (embedded PGlite, PostgreSQL server).
 *
 * `apply` stores the last applied sequence number in the same transaction as the rows: it happens wholly or
 * not at all, and applying a batch twice changes nothing. Rows may run ahead of `lastSeq`: several batches may
 * carry the same one, each is applied, and after a restart the events behind it simply come again. A batch
 * whose `lastSeq` lies before the store's is ignored.
 */
import type {
  AccountValue,
  FillBooked,
  FundingApplied,
  FundingSettled,
  LpOrderRecord,
  OrderRecord,
  PoolValued,
  TradeExecuted,
  TransferRecord,
} from '@vest/engine'
import type {
  Address,
  Id,
  Lots,
  LpOrderType,
  MarketStatus,
  OrderStatus,
  OrderType,
  Ratio4,
  TimeMs,
  TransferType,
  Usd6,
} from '@vest/protocol'
import type { BaseInterval, Candle } from './candleHistory.ts'

/**
 * First mention of a record in the journal: its sequence number, and the index of the event in the envelope. The
 * records of one millisecond are in this order, which later states of a record do not change.
 */
export interface FirstEvent {
  readonly seq: number
  readonly index: number
}
export interface StoredOrder extends OrderRecord, FirstEvent {}
export interface StoredTransfer extends TransferRecord, FirstEvent {}
export interface StoredLpOrder extends LpOrderRecord, FirstEvent {}

export interface StoredCandle extends Candle {
  readonly symbol: string
  readonly interval: BaseInterval
}
export interface StoredTrade extends TradeExecuted {
  readonly timeMs: TimeMs
}
export interface StoredFill extends FillBooked {
  readonly timeMs: TimeMs
}
export interface StoredFunding extends FundingSettled {
  readonly timeMs: TimeMs
  readonly seq: number
  readonly index: number
}

/** Points of one account in one week, 6 decimals. */
export interface StoredPoints {
  readonly account: Address
  readonly epochId: number
  readonly startTimeMs: TimeMs
  readonly endTimeMs: TimeMs
  readonly trading: number
  readonly lp: number
  readonly referral: number
}
/** 1 = no account had more points in that week; equal sums share a rank. */
export interface RankedPoints extends StoredPoints {
  readonly rank: number
}
/** A position from its first fill to its end. Sums are unbounded: a maker's position may never end. */
export interface ClosedPosition {
  readonly id: Id
  readonly account: Address
  readonly symbol: string
  readonly isLong: boolean
  /** Lots that entered it, and left it. */
  readonly size: bigint
  /** Micro-dollars for which they entered, and left. */
  readonly entryValue: bigint
  readonly exitValue: bigint
  readonly openTimeMs: TimeMs
  readonly closeTimeMs: TimeMs
  /** Funding and fees included. */
  readonly realizedPnl: Usd6
  readonly fees: Usd6
  /** > 0 = received. */
  readonly settledFunding: Usd6
  readonly initMarginRatio: Ratio4
  /** Type of its last fill; MARKET if a corporate action ended it. */
  readonly closeType: OrderType
}
/** An open position and its history. */
export interface HeldPosition {
  readonly id: Id
  readonly account: Address
  readonly symbol: string
  readonly isLong: boolean
  /** 0 = the position is closed. */
  readonly size: Lots
  readonly cost: Usd6
  readonly initMarginRatio: Ratio4
  readonly openedSize: bigint
  readonly entryValue: bigint
  readonly closedSize: bigint
  readonly exitValue: bigint
  /** From prices only. */
  readonly pnl: Usd6
  readonly fees: Usd6
  readonly settledFunding: Usd6
  readonly openTimeMs: TimeMs
}
/** Value of an account at the start of an hour; without a row, the value before it. */
export interface StoredAccountValue extends AccountValue {
  readonly hourMs: TimeMs
}
/**
 * History of a capital account besides its fills and payments, in the order of the journal: limits, verdicts, profit
 * realised by corporate actions (of any account). `text` is the event as JSON, accumulators as texts.
 */
export interface CapitalPast {
  readonly account: Address
  readonly seq: number
  readonly index: number
  readonly timeMs: TimeMs
  readonly what: 'CapitalChanged' | 'CapitalJudged' | 'PositionAdjusted'
  readonly text: string
}

/** Fees charged to traders in an hour. */
export interface FeeHour {
  readonly hourMs: TimeMs
  readonly fees: Usd6
}
/** An account with sums beyond its own rows: it was referred, or its money is virtual. */
export interface AccountTally {
  readonly account: Address
  readonly referrer?: Address
  readonly isSim: boolean
  /** Micro-dollars traded and paid in fees since it was referred; unbounded. */
  readonly volume: bigint
  readonly fees: bigint
  /** When it set its referrer. */
  readonly joinTimeMs?: TimeMs
}
/** Fills of some accounts in one day, each from its own start on. */
export interface FillDay {
  readonly dayMs: TimeMs
  /** Number of accounts with a fill. */
  readonly traders: number
  readonly volume: bigint
  readonly fees: bigint
}
export interface FillsFrom {
  readonly account: Address
  readonly fromMs: TimeMs
}

/** Whether a market is being sampled: a projector that restarts in a HALT needs it. */
export interface MarketState {
  readonly symbol: string
  readonly status: MarketStatus
  /** The symbol of its candles, if different: the first symbol of the market. */
  readonly candlesOf?: string
}

/** A share split. Candles that ended before it stay unchanged in the store: see the projector's `splitCandles.ts`. */
export interface StoredSplit {
  readonly symbol: string
  /** Number of the split in its market, from 1. */
  readonly number: number
  readonly timeMs: TimeMs
  /** Number of new shares for a number of old ones. */
  readonly newShares: number
  readonly oldShares: number
}

export interface ReadModelBatch {
  /** All events up to and including this sequence number are in the store once this batch is. */
  readonly lastSeq: number
  /** Upserts by id, latest state only; the first mention stays as first written. */
  readonly orders: readonly StoredOrder[]
  readonly transfers: readonly StoredTransfer[]
  readonly trades: readonly StoredTrade[]
  readonly fills: readonly StoredFill[]
  readonly fundingApplied: readonly FundingApplied[]
  readonly fundingSettled: readonly StoredFunding[]
  /** Upserts by (symbol, interval, openTimeMs), whole candle. */
  readonly candles: readonly StoredCandle[]
  /** Upserts by symbol; absent = none changed. */
  readonly marketStates?: readonly MarketState[]
  /** Upserts by (symbol, number); absent = none. */
  readonly marketSplits?: readonly StoredSplit[]
  /** Upserts by id, as orders. */
  readonly lpOrders: readonly StoredLpOrder[]
  readonly poolValues: readonly PoolValued[]
  readonly points: readonly StoredPoints[]
  readonly accountValues: readonly StoredAccountValue[]
  readonly closedPositions: readonly ClosedPosition[]
  readonly capitalPast: readonly CapitalPast[]
  /** Sums, which are valid only together with the `lastSeq` of their count: upserts; absent = none changed. */
  readonly feeHours?: readonly FeeHour[]
  readonly accountTallies?: readonly AccountTally[]
  readonly heldPositions?: readonly HeldPosition[]
}

/**
 * Key of a row in its list: its time, then the fields that distinguish rows of one moment. Orders, transfers, LP
 * orders and payments of funding: `seq`, `index`; trades: `tradeId`; fills: `tradeId`, `orderId`; ended positions:
 * `id`.
 */
export type RowPlace = readonly [timeMs: number, ...within: (number | string)[]]

/** Inclusive times; the newest `limit` rows of the window are returned. */
export interface Page {
  readonly startTimeMs?: TimeMs
  readonly endTimeMs?: TimeMs
  readonly limit: number
  /** For lists with the newest first: only rows strictly after this key. */
  readonly after?: RowPlace
}
/** A market is requested by all its symbols, present and former: each row has the one of its moment. */
export interface MarketPage extends Page {
  readonly symbols?: readonly string[]
}
export interface FillPage extends MarketPage {
  readonly orderId?: string
}
export interface OrderFilter extends MarketPage {
  readonly account: Address
  readonly ids?: readonly string[]
  readonly nonce?: number
  readonly signer?: Address
  readonly orderType?: OrderType
  readonly status?: OrderStatus
  readonly clientId?: string
}
export interface TransferFilter extends Page {
  readonly account: Address
  readonly id?: string
  readonly nonce?: number
  readonly signer?: Address
  readonly type?: TransferType
}

export interface LpOrderFilter extends Page {
  readonly account: Address
  readonly ids?: readonly string[]
  readonly nonce?: number
  readonly signer?: Address
  readonly orderType?: LpOrderType
  readonly status?: OrderStatus
}

export interface ReadModelStore {
  /** Opens, migrates, and returns the sequence number up to which it is complete (0 = empty). */
  open(): Promise<{ readonly lastSeq: number }>
  /** Empties every table, for a rebuild. */
  reset(): Promise<void>
  apply(batch: ReadModelBatch): Promise<void>
  /** Newest first, by postTime, then by acceptance. */
  orders(filter: OrderFilter): Promise<readonly StoredOrder[]>
  /** Newest first, as orders. */
  transfers(filter: TransferFilter): Promise<readonly StoredTransfer[]>
  /** Newest first (by tradeId). */
  trades(symbols: readonly string[], page: Page): Promise<readonly StoredTrade[]>
  fills(account: Address, page: FillPage): Promise<readonly StoredFill[]>
  /** By UTC day, newest first; days without a fill are absent. */
  fillDays(accounts: readonly FillsFrom[], page: Page): Promise<readonly FillDay[]>
  /** Newest first. */
  fundingSettled(account: Address, page: MarketPage): Promise<readonly StoredFunding[]>
  /** Oldest first. */
  fundingApplied(symbols: readonly string[], page: Page): Promise<readonly FundingApplied[]>
  /** Oldest first, the newest `limit` of the window. */
  candles(symbol: string, interval: BaseInterval, page: Page): Promise<readonly Candle[]>
  /** Every market ever written, as of the last applied sequence number. */
  marketStates(): Promise<readonly MarketState[]>
  /** Of all markets, by symbol, in order within each. */
  marketSplits(): Promise<readonly StoredSplit[]>
  /** Newest first, as orders. */
  lpOrders(filter: LpOrderFilter): Promise<readonly StoredLpOrder[]>
  /** Oldest first, the newest `limit` hours of the window. */
  poolValues(page: Page): Promise<readonly PoolValued[]>
  /** Newest first; the window applies to the ends of the weeks. */
  points(account: Address, page: Page): Promise<readonly RankedPoints[]>
  /** Oldest first, the newest `limit`. */
  feeHours(page: Page): Promise<readonly FeeHour[]>
  accountTallies(): Promise<readonly AccountTally[]>
  /** Oldest first, the newest `limit` hours of the window. */
  accountValues(account: Address, page: Page): Promise<readonly StoredAccountValue[]>
  /** Newest first, by the end; the window applies to the ends. */
  closedPositions(account: Address, page: MarketPage): Promise<readonly ClosedPosition[]>
  /** Oldest first, complete. */
  capitalPast(account: Address): Promise<readonly CapitalPast[]>
  /** All open positions. */
  heldPositions(): Promise<readonly HeldPosition[]>
  close(): Promise<void>
}
