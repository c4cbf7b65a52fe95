/**
 * Results of commands. Events are past facts, complete enough that every projection is a fold over them: an
 * order event carries the whole record, so a reader never needs the previous one.
 */
import type {
  Address,
  ApiKeyScope,
  Funding12,
  Hex,
  Id,
  Lots,
  MarketStatus,
  NetworkType,
  OrderType,
  Rate8,
  Ratio4,
  Ticks,
  TimeMs,
  Usd6,
} from '@vest/protocol'
import type { AddressBookChange } from './addressBook.ts'
import type { CapitalTerms, CapitalView } from './capital.ts'
import type { MarketId, MarketSpec, OperatorMode } from './marketSpec.ts'
import type { Parameters } from './parameters.ts'
import type { AccountValue, LpOrderRecord, OrderRecord, TickerRow, TransferRecord } from './records.ts'

export interface OrderUpdated {
  readonly kind: 'OrderUpdated'
  readonly order: OrderRecord
}

/** A trade against a resting order, or against a price of the pool's ladder: price · size = value. */
export interface TradeExecuted {
  readonly kind: 'TradeExecuted'
  readonly tradeId: number
  readonly marketId: MarketId
  readonly symbol: string
  readonly price: Ticks
  readonly size: Lots
  readonly value: Usd6
  readonly takerIsBuy: boolean
}

/** One user's side of a trade, or of a part of a position that was taken over: price · size = value. */
export interface FillBooked {
  readonly kind: 'FillBooked'
  readonly tradeId: number
  readonly orderId: Id
  readonly account: Address
  readonly marketId: MarketId
  readonly symbol: string
  readonly isBuy: boolean
  readonly orderType: OrderType
  readonly isMaker: boolean
  readonly price: Ticks
  readonly size: Lots
  readonly value: Usd6
  readonly fee: Usd6
  readonly pnl: Usd6
  readonly settledFunding: Usd6
}

/** A position after a change; size 0 = closed. */
export interface PositionChanged {
  readonly kind: 'PositionChanged'
  readonly account: Address
  readonly symbol: string
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
  /** Absent once it is closed. */
  readonly initMarginRatio?: Ratio4
}

/**
 * A corporate action realised a part of a position without a fill: at a delisting the whole position, at a
 * split the fraction of a new lot. The following `PositionChanged` gives the rest.
 */
export interface PositionAdjusted {
  readonly kind: 'PositionAdjusted'
  readonly account: Address
  readonly symbol: string
  readonly pnl: Usd6
  /** Set if the remaining position is in lots of another share. */
  readonly split?: { readonly newShares: number; readonly oldShares: number }
}

export interface FundingSettled {
  readonly kind: 'FundingSettled'
  readonly account: Address
  readonly symbol: string
  readonly isLong: boolean
  readonly size: Lots
  /** > 0 = received. */
  readonly payment: Usd6
  readonly rate: Rate8
  readonly reason: FundingReason
}

export type FundingReason = 'FILL' | 'LEVERAGE' | 'TRANSFER' | 'LIQUIDATION' | 'CORPORATE_ACTION' | 'DIVIDEND'

/** The rate applied at the end of an hour. */
export interface FundingApplied {
  readonly kind: 'FundingApplied'
  readonly symbol: string
  readonly hourMs: TimeMs
  readonly rate: Rate8
  readonly cumFunding: Funding12
}

/** The markets whose mark, index, rate, status or session changed in this command. */
export interface TickersChanged {
  readonly kind: 'TickersChanged'
  readonly rows: readonly TickerRow[]
}

/** The book or ladder of these markets changed: an earlier depth snapshot is stale. */
export interface BooksChanged {
  readonly kind: 'BooksChanged'
  readonly marketIds: readonly MarketId[]
}

export interface MarketListed {
  readonly kind: 'MarketListed'
  readonly marketId: MarketId
  readonly spec: MarketSpec
}

export interface MarketStatusChanged {
  readonly kind: 'MarketStatusChanged'
  readonly marketId: MarketId
  readonly symbol: string
  readonly status: MarketStatus
  readonly mode: 'OPEN' | 'REDUCE_ONLY' | 'HALT'
  readonly operatorMode?: OperatorMode
}

/** New parameters are in force: of the exchange as a whole, or the changed spec of one market. */
export interface ParametersChanged {
  readonly kind: 'ParametersChanged'
  readonly exchange?: Readonly<Parameters>
  readonly market?: { readonly marketId: MarketId; readonly spec: MarketSpec }
}

export interface FeatureActivated {
  readonly kind: 'FeatureActivated'
  readonly feature: string
}

/** From here on, sizes of this market are multiplied and prices divided by newShares / oldShares. */
export interface SplitApplied {
  readonly kind: 'SplitApplied'
  readonly marketId: MarketId
  readonly symbol: string
  readonly newShares: number
  readonly oldShares: number
}

/** `announcedAtMs` absent = the announcement was withdrawn. */
export interface DelistingAnnounced {
  readonly kind: 'DelistingAnnounced'
  readonly marketId: MarketId
  readonly symbol: string
  readonly announcedAtMs?: TimeMs
}

/** Every position was closed at this price; absent = the market never had a price. */
export interface MarketDelisted {
  readonly kind: 'MarketDelisted'
  readonly marketId: MarketId
  readonly symbol: string
  readonly price?: Ticks
}

export interface MarketRenamed {
  readonly kind: 'MarketRenamed'
  readonly marketId: MarketId
  readonly symbol: string
  readonly formerSymbol: string
  readonly spec: MarketSpec
}

export interface SignerRegistered {
  readonly kind: 'SignerRegistered'
  readonly accountId: number
  /** Number of the key in the rows of commands. */
  readonly signerIndex: number
  readonly account: Address
  readonly networkType: NetworkType
  readonly signer: Address
  readonly expiryTimeMs: TimeMs
  readonly apiKeyHash: Hex
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  /** The chain whose contract answered for the primary key (ERC-1271); absent: the key itself signed. */
  readonly proofChainId?: number
}

export interface ApiKeyCreated {
  readonly kind: 'ApiKeyCreated'
  readonly account: Address
  readonly signer: Address
  readonly apiKeyHash: Hex
  readonly label: string
  readonly scopes: readonly ApiKeyScope[]
  readonly createTimeMs: TimeMs
  readonly expiryTimeMs?: TimeMs
  readonly ipAllowList: readonly string[]
  readonly hasOwnSigner?: true
  readonly maxDailyLossUsd6?: Usd6
}

/** The key was revoked; if it was a session's, its registration has ended too. */
export interface ApiKeyRevoked {
  readonly kind: 'ApiKeyRevoked'
  readonly account: Address
  readonly apiKeyHash: Hex
}

export interface LeverageSet {
  readonly kind: 'LeverageSet'
  readonly account: Address
  readonly symbol: string
  readonly leverage: number
}

export interface TransferUpdated {
  readonly kind: 'TransferUpdated'
  readonly transfer: TransferRecord
}

/**
 * The validator may sign this withdrawal now. Emitted at NEW if the withdrawal is quick, otherwise when it
 * becomes eligible.
 */
export interface WithdrawalApproved {
  readonly kind: 'WithdrawalApproved'
  readonly transfer: TransferRecord
}

/** Releases of the last ten minutes exceed the usual: withdrawals other than small ones queue until then. */
export interface BreakerTripped {
  readonly kind: 'BreakerTripped'
  readonly releasedUsd6: Usd6
  readonly limitUsd6: Usd6
  readonly untilMs: TimeMs
}

/** The owner changed where money may leave for. */
export interface AddressBookChanged {
  readonly kind: 'AddressBookChanged'
  readonly account: Address
  readonly change: AddressBookChange
  /** When what was changed holds, where that is later: an address is paid, the list is off; of a lock its end. */
  readonly effectiveMs?: TimeMs
}

export interface LpOrderUpdated {
  readonly kind: 'LpOrderUpdated'
  readonly order: LpOrderRecord
}

/** Value of the LP pool at the first tick of an hour. */
export interface PoolValued {
  readonly kind: 'PoolValued'
  /** Start of the hour. */
  readonly hourMs: TimeMs
  /** The smaller of the values at mark and at index. */
  readonly nav: Usd6
  /** 6 decimals. */
  readonly totalShares: number
}

/** Values of accounts of one domain at the first tick of an hour: only those that differ from the last report. */
export interface AccountsValued {
  readonly kind: 'AccountsValued'
  /** Start of the hour. */
  readonly hourMs: TimeMs
  readonly rows: readonly AccountValue[]
}

export interface ReferralCodeSet {
  readonly kind: 'ReferralCodeSet'
  readonly account: Address
  readonly code: string
}

export interface ReferralApplied {
  readonly kind: 'ReferralApplied'
  readonly account: Address
  readonly referrer: Address
  readonly code: string
}

/** A week of points has ended: the points of each account, 6 decimals. */
export interface PointsAllocated {
  readonly kind: 'PointsAllocated'
  /** Weeks since the first Monday of 1970. */
  readonly epochId: number
  readonly startTimeMs: TimeMs
  readonly endTimeMs: TimeMs
  /** Points divided by weight; the referrers' part comes on top. */
  readonly points: number
  readonly rows: readonly {
    readonly account: Address
    readonly trading: number
    readonly lp: number
    readonly referral: number
  }[]
}

/** An account's money or margin changed in a way that no other event reports. */
export interface AccountChanged {
  readonly kind: 'AccountChanged'
  readonly account: Address
}

/** An account's dead-man's switch was armed, moved, disarmed or has fired. */
export interface CancelTimerSet {
  readonly kind: 'CancelTimerSet'
  readonly account: Address
  /** Absent = it is disarmed. */
  readonly triggerTimeMs?: TimeMs
}

/** An account of the SIM domain: all its later events are virtual, its fills are no trades. */
export interface SimAccountOpened {
  readonly kind: 'SimAccountOpened'
  readonly accountId: number
  readonly account: Address
  readonly ownerId: Address
  readonly networkType: NetworkType
  readonly amountUsd6: Usd6
}

export interface SimAccountStatusChanged {
  readonly kind: 'SimAccountStatusChanged'
  readonly account: Address
  readonly status: 'ACTIVE' | 'FROZEN'
}

/** A wallet of the capital programme changed its status or limits, or was frozen or unfrozen. */
export interface CapitalChanged {
  readonly kind: 'CapitalChanged'
  readonly account: Address
  readonly ownerId: Address
  readonly capital: CapitalView
}

/**
 * First event of an envelope with the current state, for a reader that begins here because earlier events are
 * no longer available: open orders, transfers and positions, markets, and the owners of accounts.
 */
export interface CapitalJudged {
  readonly kind: 'CapitalJudged'
  readonly account: Address
  readonly ownerId: Address
  readonly verdict: 'GOAL' | 'MAX_DRAWDOWN' | 'MAX_DAILY_LOSS'
  readonly equity: Usd6
  /** Its money, margins of isolated positions in it. */
  readonly balance: Usd6
  /** The last fill of SIM before it. */
  readonly lastTradeId: number
  readonly terms: CapitalTerms
  readonly sizeUsd6: Usd6
  readonly openedTimeMs: TimeMs
  readonly priorDayBalance: Usd6
  readonly tradingDays: number
  /** Goal: since when it stood there. */
  readonly passingSinceMs?: TimeMs
  readonly positions: readonly JudgedPosition[]
}

/** A position, and what its market stood at. */
export interface JudgedPosition {
  readonly symbol: string
  readonly priceDecimals: number
  readonly sizeDecimals: number
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
  readonly entryFunding: Funding12
  readonly isolatedMargin?: Usd6
  readonly mark: Ticks
  /** The mark that this command has replaced; absent: it has not moved in it. */
  readonly markBefore?: Ticks
  /** Index of the five minutes before, one for each 10 s, oldest first, and the time of the last. */
  readonly indexTrail: readonly Ticks[]
  readonly indexTrailTimeMs: TimeMs
  readonly cumFunding: Funding12
  /** The accumulator that this command has replaced; absent: no funding has accrued in it. */
  readonly cumFundingBefore?: Funding12
  /** When its market reopened last; absent: it has had no halt. */
  readonly reopenedTimeMs?: TimeMs
}

/**
 * The first event of an envelope that tells the current state, for a reader that begins here because what came before
 * is no longer kept: orders, transfers and positions that are open, markets, and whose accounts they are.
 */
export interface CurrentStateFollows {
  readonly kind: 'CurrentStateFollows'
}

/** A position opened earlier; its history is unknown, except its funding. */
export interface PositionHeld {
  readonly kind: 'PositionHeld'
  readonly account: Address
  readonly symbol: string
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
  readonly initMarginRatio: Ratio4
  readonly settledFunding: Usd6
}

export type EngineEvent =
  | OrderUpdated
  | TradeExecuted
  | FillBooked
  | PositionChanged
  | PositionAdjusted
  | FundingSettled
  | FundingApplied
  | TickersChanged
  | BooksChanged
  | MarketListed
  | MarketStatusChanged
  | ParametersChanged
  | FeatureActivated
  | SplitApplied
  | DelistingAnnounced
  | MarketDelisted
  | MarketRenamed
  | SignerRegistered
  | ApiKeyCreated
  | ApiKeyRevoked
  | LeverageSet
  | TransferUpdated
  | WithdrawalApproved
  | BreakerTripped
  | AddressBookChanged
  | AccountChanged
  | CancelTimerSet
  | LpOrderUpdated
  | PoolValued
  | AccountsValued
  | ReferralCodeSet
  | ReferralApplied
  | PointsAllocated
  | SimAccountOpened
  | SimAccountStatusChanged
  | CapitalChanged
  | CapitalJudged
  | CurrentStateFollows
  | PositionHeld

export type EngineEventKind = EngineEvent['kind']

/** All events of one command, in order. Events published = events journalled: same order, no gap. */
export interface EventEnvelope {
  readonly seq: number
  readonly timeMs: TimeMs
  readonly events: readonly EngineEvent[]
}
