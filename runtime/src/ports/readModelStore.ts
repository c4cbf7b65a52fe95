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
 * Where in the journal a record was told of first: its sequence number, and the number of the event in the envelope. The
 * records of one millisecond stand in this order, which later states of a record do not move.
 */
export interface FirstTold {
  readonly seq: number
  readonly index: number
}
export interface StoredOrder extends OrderRecord, FirstTold {}
export interface StoredTransfer extends TransferRecord, FirstTold {}
export interface StoredLpOrder extends LpOrderRecord, FirstTold {}

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

/** What one account got of the points of one week, 6 decimals. */
export interface StoredPoints {
  readonly account: Address
  readonly epochId: number
  readonly startTimeMs: TimeMs
  readonly endTimeMs: TimeMs
  readonly trading: number
  readonly lp: number
  readonly referral: number
}
/** A position from its first fill to its end. Sums are as long as they need to be: a maker's never ends. */
export interface ClosedPosition {
  readonly id: Id
  readonly account: Address
  readonly symbol: string
  readonly isLong: boolean
  /** Lots that came into it, and left it. */
  readonly size: bigint
  /** Micro-dollars for which they came in, and left. */
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
  /** Of its last fill; MARKET where a corporate action ended it. */
  readonly closeType: OrderType
}
/** A position that is open, and what it has been through. */
export interface HeldPosition {
  readonly id: Id
  readonly account: Address
  readonly symbol: string
  readonly isLong: boolean
  /** 0 = the account holds nothing there any more. */
  readonly size: Lots
  readonly cost: Usd6
  readonly initMarginRatio: Ratio4
  readonly openedSize: bigint
  readonly entryValue: bigint
  readonly closedSize: bigint
  readonly exitValue: bigint
  /** Of prices alone. */
  readonly pnl: Usd6
  readonly fees: Usd6
  readonly settledFunding: Usd6
  readonly openTimeMs: TimeMs
}
/** What an account was worth at the begin of an hour; without a row, what it was before. */
export interface StoredAccountValue extends AccountValue {
  readonly hourMs: TimeMs
}
/**
 * What a capital account has been through beside its fills and payments, in the order of the journal: where it stood, what
 * was judged, what a corporate action realised (of any account). `text` is the event as JSON, accumulators as texts.
 */
export interface CapitalPast {
  readonly account: Address
  readonly seq: number
  readonly index: number
  readonly timeMs: TimeMs
  readonly what: 'CapitalChanged' | 'CapitalJudged' | 'PositionAdjusted'
  readonly text: string
}

/** Fees that traders were charged in an hour. */
export interface FeeHour {
  readonly hourMs: TimeMs
  readonly fees: Usd6
}
/** An account of which more must be known than its own rows say: it was referred, or its money is virtual. */
export interface AccountTally {
  readonly account: Address
  readonly referrer?: Address
  readonly isSim: boolean
  /** Micro-dollars that it has traded and paid in fees since it was referred; no number is large enough for ever. */
  readonly volume: bigint
  readonly fees: bigint
  /** When it said who had referred it. */
  readonly joinTimeMs?: TimeMs
}
/** What some accounts did in one day, each of them from a moment of its own on. */
export interface FillDay {
  readonly dayMs: TimeMs
  /** How many of them filled anything. */
  readonly traders: number
  readonly volume: bigint
  readonly fees: bigint
}
export interface FillsFrom {
  readonly account: Address
  readonly fromMs: TimeMs
}

/** Whether a market is being sampled: a projector that starts again in a HALT must know it. */
export interface MarketState {
  readonly symbol: string
  readonly status: MarketStatus
  /** The symbol under which its candles are kept, where that is another: the first that the market had. */
  readonly candlesOf?: string
}

/** A share split. Candles that ended before it stay in the store as they were: see the projector's `splitCandles.ts`. */
export interface StoredSplit {
  readonly symbol: string
  /** Counts the splits of its market, from 1 on. */
  readonly number: number
  readonly timeMs: TimeMs
  /** So many new shares for so many old ones. */
  readonly newShares: number
  readonly oldShares: number
}

export interface ReadModelBatch {
  /** All events up to and including this sequence number are in the store once this batch is. */
  readonly lastSeq: number
  /** Upserts by id, latest state only; where it was told first stays as it was written first. */
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
  /** Sums, which are only true together with the `lastSeq` they were counted to: upserts; absent = none changed. */
  readonly feeHours?: readonly FeeHour[]
  readonly accountTallies?: readonly AccountTally[]
  readonly heldPositions?: readonly HeldPosition[]
}

/**
 * The place of a row in its list: its time, then what tells the rows of one moment apart. Orders, transfers, LP orders and
 * payments of funding: `seq`, `index`; trades: `tradeId`; fills: `tradeId`, `orderId`; positions that have ended: `id`.
 */
export type RowPlace = readonly [timeMs: number, ...within: (number | string)[]]

/** Inclusive times; the newest `limit` rows of the window are returned. */
export interface Page {
  readonly startTimeMs?: TimeMs
  readonly endTimeMs?: TimeMs
  readonly limit: number
  /** Lists that are newest first: only rows strictly behind this place. */
  readonly after?: RowPlace
}
/** A market is asked for by all symbols that it has had: each row has the one of its moment. */
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
  /** Opens, migrates, and says up to which sequence number it is complete (0 = empty). */
  open(): Promise<{ readonly lastSeq: number }>
  /** Empties every table, for a rebuild. */
  reset(): Promise<void>
  apply(batch: ReadModelBatch): Promise<void>
  /** Newest first, by postTime, then as they were accepted. */
  orders(filter: OrderFilter): Promise<readonly StoredOrder[]>
  /** Newest first, as orders. */
  transfers(filter: TransferFilter): Promise<readonly StoredTransfer[]>
  /** Newest first (by tradeId). */
  trades(symbols: readonly string[], page: Page): Promise<readonly StoredTrade[]>
  fills(account: Address, page: FillPage): Promise<readonly StoredFill[]>
  /** By UTC day, newest first; days without any fill are not told. */
  fillDays(accounts: readonly FillsFrom[], page: Page): Promise<readonly FillDay[]>
  /** Newest first. */
  fundingSettled(account: Address, page: MarketPage): Promise<readonly StoredFunding[]>
  /** Oldest first. */
  fundingApplied(symbols: readonly string[], page: Page): Promise<readonly FundingApplied[]>
  /** Oldest first, the newest `limit` of the window. */
  candles(symbol: string, interval: BaseInterval, page: Page): Promise<readonly Candle[]>
  /** Every market that was ever written, as of the last applied sequence number. */
  marketStates(): Promise<readonly MarketState[]>
  /** Of all markets, by symbol, each one's in their order. */
  marketSplits(): Promise<readonly StoredSplit[]>
  /** Newest first, as orders. */
  lpOrders(filter: LpOrderFilter): Promise<readonly StoredLpOrder[]>
  /** Oldest first, the newest `limit` hours of the window. */
  poolValues(page: Page): Promise<readonly PoolValued[]>
  /** Newest first; the window is about the ends of the weeks. */
  points(account: Address, page: Page): Promise<readonly StoredPoints[]>
  /** Oldest first, the newest `limit`. */
  feeHours(page: Page): Promise<readonly FeeHour[]>
  accountTallies(): Promise<readonly AccountTally[]>
  /** Oldest first, the newest `limit` hours of the window. */
  accountValues(account: Address, page: Page): Promise<readonly StoredAccountValue[]>
  /** Newest first, by the end; the window is about the ends. */
  closedPositions(account: Address, page: MarketPage): Promise<readonly ClosedPosition[]>
  /** Oldest first, all of it. */
  capitalPast(account: Address): Promise<readonly CapitalPast[]>
  /** All that are open. */
  heldPositions(): Promise<readonly HeldPosition[]>
  close(): Promise<void>
}
