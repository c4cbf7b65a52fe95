/**
 * Queries on the engine's state between two commands. Views are integers in units; the gateway converts them
 * to wire text. Nothing here changes state.
 */
import type {
  Address,
  Id,
  AssetClass,
  Funding12,
  Hex,
  Lots,
  MarketStatus,
  NetworkType,
  Rate8,
  Ratio4,
  Session,
  Ticks,
  TimeMs,
  Usd6,
} from '@vest/protocol'
import type { AddressBookView } from './addressBook.ts'
import type { GuardrailsView } from './guardrails.ts'
import type {
  CapitalAccountView,
  CapitalReviewView,
  CapitalTreasuryView,
  CapitalView,
  PurchaseView,
} from './capital.ts'
import type { MarketId, MarketSpec, OperatorMode } from './marketSpec.ts'
import type { ApiKey, LpOrderRecord, OrderRecord, TickerRow, TransferRecord } from './records.ts'
import type { SystemAccountName } from './systemAccounts.ts'

export interface PositionView {
  readonly symbol: string
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
  readonly entryPrice: Ticks
  readonly entryFunding: Funding12
  readonly unrealizedPnl: Usd6
  readonly settledFunding: Usd6
  readonly mark: Ticks
  readonly index: Ticks
  readonly liquidationPrice?: Ticks
  readonly initMargin: Usd6
  readonly maintMargin: Usd6
  readonly initMarginRatio: Ratio4
  readonly isolatedMargin: Usd6
}

export interface AccountView {
  readonly account: Address
  readonly accountId: number
  readonly networkType: NetworkType
  /** Set for an account with an ed25519 primary key. */
  readonly publicKey?: Hex
  /** Set for an account of a contract wallet: the one chain whose contract speaks for it. */
  readonly proofChainId?: number
  /** An account exists from its first credit (1099 before). */
  readonly exists: boolean
  readonly collateral: Usd6
  readonly isolatedMargin: Usd6
  readonly softCredit: Usd6
  readonly equity: Usd6
  readonly initMargin: Usd6
  readonly maintMargin: Usd6
  readonly openOrderMargin: Usd6
  readonly available: Usd6
  readonly withdrawable: Usd6
  readonly positions: readonly PositionView[]
  /** Set for an account of the SIM domain: its owner's primary account, and whether it is frozen. */
  readonly sim?: { readonly ownerId: Address; readonly isFrozen: boolean; readonly capital?: CapitalView }
  readonly leverages: readonly { readonly symbol: string; readonly leverage: number }[]
  readonly withdrawn24h: Usd6
  readonly timeMs: TimeMs
}

export interface DepthView {
  readonly symbol: string
  readonly bids: readonly (readonly [price: Ticks, size: Lots])[]
  readonly asks: readonly (readonly [price: Ticks, size: Lots])[]
}

export interface MarketView {
  readonly marketId: MarketId
  readonly spec: MarketSpec
  readonly status: MarketStatus
  readonly mode: 'OPEN' | 'REDUCE_ONLY' | 'HALT'
  /** Modes set by the operator on top of the market's own. */
  readonly operatorMode?: OperatorMode
  /** Former symbols of the market; they still resolve. */
  readonly formerSymbols?: readonly string[]
  /** Time of the delisting announcement; from then on the market takes no new risk. */
  readonly delistAnnouncedAtMs?: TimeMs
  readonly delistedAtMs?: TimeMs
  /** The last session reported by the calendar. */
  readonly session?: Session
  readonly listTimeMs: TimeMs
  readonly ticker?: TickerRow
  readonly oneHrFundingRate: Rate8
}

export interface SignerView {
  readonly account: Address
  readonly accountId: number
  readonly signerIndex: number
  readonly networkType: NetworkType
  readonly signer: Address
  readonly expiryTimeMs: TimeMs
  readonly apiKeyHash: Hex
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  /** The chain whose contract answered for the primary key (ERC-1271); absent: the key itself signed. */
  readonly proofChainId?: number
  readonly createTimeMs: TimeMs
  /** Highest nonce accepted for this signer, 0 if none. */
  readonly lastNonce: number
}

export interface ApiKeyView extends Omit<ApiKey, 'accountId'> {
  readonly account: Address
}

/** What an account holds of the LP pool. */
export interface LpView {
  /** ⌊shares · NAV_lo / totalShares⌋ */
  readonly balance: Usd6
  readonly shares: number
  /** The part of `shares` that is locked in scheduled withdrawals. */
  readonly scheduled: number
  /** Shares younger than 24 hours, which cannot be withdrawn immediately. */
  readonly young: number
  /** Time at which the last of these can be; absent without any. */
  readonly unlockTimeMs?: TimeMs
  readonly netDeposits: Usd6
  /** balance − net deposits */
  readonly unrealizedPnl: Usd6
  /** Scheduled withdrawals in the order of their queue. */
  readonly queue: readonly LpOrderRecord[]
}

/** At the prices, mark or index, that give the lower value of the pool. */
export interface PoolPositionView {
  readonly symbol: string
  readonly isLong: boolean
  readonly size: Lots
  readonly value: Usd6
  readonly unrealizedPnl: Usd6
}

export interface PoolView {
  /** The smaller and the larger of the values at mark and at index. */
  readonly navLow: Usd6
  readonly navHigh: Usd6
  readonly totalShares: number
  readonly operatorShares: number
  readonly sharePrice: Usd6
  /** Percent with two decimals as an integer; absent for a pool without an earlier price. */
  readonly yield30d?: number
  /** The earlier price at which the yield starts, and its age in days. */
  readonly yieldBase?: { readonly price: Usd6; readonly days: number }
  readonly dailyPrices: readonly { readonly day: number; readonly price: Usd6 }[]
  readonly solvency: 'SOUND' | 'STRESSED' | 'INSOLVENT'
  /** Initial margin of the positions of the pool and its backstop. */
  readonly initMargin: Usd6
  readonly maintMargin: Usd6
  /** By market, the backstop's part separate. Their profit and the pool's cash add up to `navLow`. */
  readonly positions: readonly PoolPositionView[]
  /** Locked in scheduled withdrawals of all accounts. */
  readonly queuedShares: number
  readonly navCap: Usd6
  readonly immediateFeeBps: number
  /** Remainder of the 24-hour cap on immediate withdrawals. */
  readonly immediateRemaining: Usd6
  readonly lockMs: number
  readonly scheduleMs: number
  readonly insurance: Usd6
}

export interface ReferralView {
  readonly code?: string
  readonly referredBy?: Address
  /** The code of that account. */
  readonly referrerCode?: string
  /** It may still set a referrer: it has none, and has not traded or was registered less than a week ago. */
  readonly canJoin: boolean
  /** Until then an account that trades may still set its referrer. */
  readonly joinUntilMs: TimeMs
  readonly refereeCount: number
  readonly pending: Usd6
  readonly paid: Usd6
}

/** Points with 6 decimals: of all ended weeks, and the estimate for the current one. */
export interface PointsView {
  readonly trading: number
  readonly lp: number
  readonly referral: number
  /** 1 = most points. */
  readonly rank?: number
  readonly week: {
    readonly id: number
    readonly startTimeMs: TimeMs
    readonly endTimeMs: TimeMs
    readonly points: number
    /** By source. */
    readonly estimated: { readonly trading: number; readonly lp: number; readonly referral: number }
    readonly rank?: number
    /** Number of accounts that would get points. */
    readonly count: number
  }
  /** Number of accounts with points. */
  readonly count: number
  /** Multiplier of a fee, one decimal. */
  readonly multipliers: readonly { readonly asset: AssetClass; readonly multiplier: number }[]
}

/** Anonymous: a rank and its points. */
export interface RankedPoints {
  readonly rank: number
  readonly points: number
}

export interface ExchangeView {
  readonly seq: number
  readonly timeMs: TimeMs
  readonly poolNav: Usd6
  readonly insurance: Usd6
  readonly pendingWithdrawals: Usd6
  readonly vault: Usd6
  /** Percentage of a stock's unrealised profit that counts for new orders outside the regular session. */
  readonly offHoursProfitPercent: number
  /** Time between two funding payments. */
  readonly fundingIntervalMs: number
  /** Withdrawals below this sum in 24 hours are immediate; others wait for the delay. */
  readonly quickWithdrawalUsd6: Usd6
  readonly withdrawalDelayMs: number
  /** Active features (`features.ts`). */
  readonly activations: readonly string[]
}

/** The ledger as a whole. */
export interface LedgerView {
  /** Micro-dollars owned beyond the available money, by domain; 0n in a correct ledger. */
  readonly differencesUsd6: { readonly real: bigint; readonly sim: bigint }
  /** Balances of the system accounts; VAULT equals the sum of all other balances of the REAL domain. */
  readonly moneyUsd6: Readonly<Record<SystemAccountName, number>>
}

export interface LiabilitiesView {
  readonly seq: number
  readonly timeMs: TimeMs
  /** Of every account of the real domain that exists: equity, not below 0, and its share of the pool. */
  readonly owedUsd6: readonly (readonly [Address, Usd6])[]
  /** What accounts whose equity is below 0 lack together. */
  readonly lackingUsd6: Usd6
}

/** Every query with the type of its result. Serialisable, so that it can cross a thread. */
export interface Queries {
  account: { readonly in: { readonly account: Address }; readonly out: AccountView | undefined }
  depth: {
    readonly in: { readonly symbol: string; readonly limit: number }
    readonly out: DepthView | undefined
  }
  markets: { readonly in: Record<never, never>; readonly out: readonly MarketView[] }
  /** In the requested order; a market without a first mark is absent. */
  tickers: { readonly in: { readonly marketIds: readonly MarketId[] }; readonly out: readonly TickerRow[] }
  signers: { readonly in: Record<never, never>; readonly out: readonly SignerView[] }
  /** API keys of programs, of all accounts. */
  apiKeys: { readonly in: Record<never, never>; readonly out: readonly ApiKeyView[] }
  /** Loss of these signing keys since 00:00 UTC. */
  lostToday: { readonly in: { readonly signers: readonly Address[] }; readonly out: readonly Usd6[] }
  signer: {
    readonly in: { readonly account: Address; readonly signer: Address }
    readonly out: SignerView | undefined
  }
  openOrders: { readonly in: { readonly account: Address }; readonly out: readonly OrderRecord[] }
  order: { readonly in: { readonly id: string }; readonly out: OrderRecord | undefined }
  /** The account's open or delayed order with this client id. */
  clientOrder: {
    readonly in: { readonly account: Address; readonly clientId: string }
    readonly out: OrderRecord | undefined
  }
  /** Which of these nonces the signer has used (kept 24 h). */
  usedNonces: {
    readonly in: { readonly signer: Address; readonly nonces: readonly number[] }
    readonly out: readonly number[]
  }
  transfer: { readonly in: { readonly id: string }; readonly out: TransferRecord | undefined }
  /** Open transfers: soft deposits, withdrawals NEW or VERIFIED. */
  openTransfers: { readonly in: Record<never, never>; readonly out: readonly TransferRecord[] }
  /** Open withdrawals that may be signed and sent. */
  approvedWithdrawals: { readonly in: Record<never, never>; readonly out: readonly TransferRecord[] }
  /** Time at which a withdrawal of this sum would leave: after its delay, in the first hours with capacity. */
  withdrawalTime: {
    readonly in: { readonly account: Address; readonly sizeUsd6: Usd6; readonly isTrustedRecipient: boolean }
    /** Absent: no hour within five days. */
    readonly out: { readonly eligibleTimeMs: TimeMs | undefined } | undefined
  }
  /** Recipients for which the account's primary key has signed withdrawals. */
  trustedRecipients: { readonly in: { readonly account: Address }; readonly out: readonly Hex[] }
  exchange: { readonly in: Record<never, never>; readonly out: ExchangeView }
  ledger: { readonly in: Record<never, never>; readonly out: LedgerView }
  /** One pass over all accounts: asked for once in a while, not per request. */
  liabilities: { readonly in: Record<never, never>; readonly out: LiabilitiesView }
  lp: { readonly in: { readonly account: Address }; readonly out: LpView | undefined }
  pool: { readonly in: Record<never, never>; readonly out: PoolView }
  /** Those of these codes that have an owner. */
  takenCodes: { readonly in: { readonly codes: readonly string[] }; readonly out: readonly string[] }
  referral: { readonly in: { readonly account: Address }; readonly out: ReferralView | undefined }
  /** The first `limit` ranks, of all ended weeks or of the current one. */
  leaderboard: {
    readonly in: { readonly scope: 'week' | 'all'; readonly limit: number }
    readonly out: readonly RankedPoints[]
  }
  points: { readonly in: { readonly account: Address }; readonly out: PointsView | undefined }
  /** Absent if there is no such account. */
  guardrails: { readonly in: { readonly account: Address }; readonly out: GuardrailsView | undefined }
  /** Absent if there is no such account. */
  addressBook: { readonly in: { readonly account: Address }; readonly out: AddressBookView | undefined }
  /** Wallets of the capital programme, in the requested order; other addresses are absent. */
  capital: {
    readonly in: { readonly accounts: readonly Address[] }
    readonly out: readonly (CapitalAccountView | undefined)[]
  }
  /** All wallets of the programme that belong to an owner, the latest purchase last. */
  capitalOfOwner: { readonly in: { readonly ownerId: Address }; readonly out: readonly CapitalAccountView[] }
  /** Accounts of the programme that may trade, ascending by the time of their opening. */
  tradingCapital: {
    readonly in: Record<never, never>
    readonly out: readonly { readonly account: Address; readonly ownerId: Address }[]
  }
  /** Purchases of one owner or of all, in the order of creation. */
  purchases: { readonly in: { readonly ownerId?: Address }; readonly out: readonly PurchaseView[] }
  purchase: { readonly in: { readonly id: Id }; readonly out: PurchaseView | undefined }
  /** Claims and payouts that wait, the oldest first. */
  capitalReviews: { readonly in: Record<never, never>; readonly out: readonly CapitalReviewView[] }
  capitalTreasury: { readonly in: Record<never, never>; readonly out: CapitalTreasuryView }
}

export type QueryName = keyof Queries
