/**
 * Questions the engine answers about its state between two commands. Views are integers in units; the
 * gateway turns them into wire text. Nothing here changes state.
 */
import type { CapitalAccountView, CapitalView, PurchaseView } from './capital.ts'
import type { MarketId, MarketSpec, OperatorMode } from './marketSpec.ts'
import type { ApiKey, LpOrderRecord, OrderRecord, TickerRow, TransferRecord } from './records.ts'
import type { SystemAccountName } from './systemAccounts.ts'
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
  /** Of an account whose primary key is one of ed25519. */
  readonly publicKey?: Hex
  /** An account exists from its first credit on (1099 before). */
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
  /** Of an account of the SIM domain: its owner's primary account, and whether it may act. */
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
  /** Modes of the operator on top of the market's own. */
  readonly operatorMode?: OperatorMode
  /** Symbols that the market had before; they go on resolving. */
  readonly formerSymbols?: readonly string[]
  /** Since then the market takes no new risk and will end. */
  readonly delistAnnouncedAtMs?: TimeMs
  readonly delistedAtMs?: TimeMs
  /** The session the calendar last told. */
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
  /** Of these, locked in scheduled withdrawals. */
  readonly scheduled: number
  /** Younger than 24 hours: not to be withdrawn at once. */
  readonly young: number
  /** When the last of these can be; absent without any. */
  readonly unlockTimeMs?: TimeMs
  readonly netDeposits: Usd6
  /** balance − net deposits */
  readonly unrealizedPnl: Usd6
  /** Scheduled withdrawals in the order of their queue. */
  readonly queue: readonly LpOrderRecord[]
}

/** At the prices, mark or index, at which the pool is worth less. */
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
  /** Percent with two decimals as an integer; absent for a pool without a price of an earlier moment. */
  readonly yield30d?: number
  /** The earlier price that it begins with, and how many days ago that was. */
  readonly yieldBase?: { readonly price: Usd6; readonly days: number }
  readonly dailyPrices: readonly { readonly day: number; readonly price: Usd6 }[]
  readonly solvency: 'SOUND' | 'STRESSED' | 'INSOLVENT'
  /** Of what the pool and its backstop hold. */
  readonly initMargin: Usd6
  readonly maintMargin: Usd6
  /** By market, the part of the backstop apart. Their profit and the pool's cash are `navLow`. */
  readonly positions: readonly PoolPositionView[]
  /** Locked in scheduled withdrawals of everybody. */
  readonly queuedShares: number
  readonly navCap: Usd6
  readonly immediateFeeBps: number
  /** What withdrawals at once may still take, as far as their cap of 24 hours goes. */
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
  /** May it still say by whose code it came: it has not, and has not traded or was registered less than a week ago. */
  readonly canJoin: boolean
  /** Until then it may trade and still say it. */
  readonly joinUntilMs: TimeMs
  readonly refereeCount: number
  readonly pending: Usd6
  readonly paid: Usd6
}

/** Points with 6 decimals: of all weeks that have ended, and what the present one would give now. */
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
    /** By what it would be given for. */
    readonly estimated: { readonly trading: number; readonly lp: number; readonly referral: number }
    readonly rank?: number
    /** How many would get any. */
    readonly count: number
  }
  /** How many have any. */
  readonly count: number
  /** By what a fee is multiplied, one decimal. */
  readonly multipliers: readonly { readonly asset: AssetClass; readonly multiplier: number }[]
}

/** Nobody is named: a rank and what it has. */
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
  /** How much of a stock's unrealised profit secures new orders outside the regular session, percent. */
  readonly offHoursProfitPercent: number
  /** Between two payments of funding. */
  readonly fundingIntervalMs: number
  /** What leaves in 24 hours below this sum leaves at once; the rest waits for so long. */
  readonly quickWithdrawalUsd6: Usd6
  readonly withdrawalDelayMs: number
  /** Features that stand (`features.ts`). */
  readonly activations: readonly string[]
}

/** The books as a whole. */
export interface LedgerView {
  /** Micro-dollars owned beyond what is there, by domain; 0n unless money was made or lost. */
  readonly differencesUsd6: { readonly real: bigint; readonly sim: bigint }
  /** What the system's own accounts hold; VAULT is what all the others hold in the real domain. */
  readonly moneyUsd6: Readonly<Record<SystemAccountName, number>>
}

/** Every question with the shape of its answer. Serialisable, so that it can cross a thread. */
export interface Queries {
  account: { readonly in: { readonly account: Address }; readonly out: AccountView | undefined }
  depth: {
    readonly in: { readonly symbol: string; readonly limit: number }
    readonly out: DepthView | undefined
  }
  markets: { readonly in: Record<never, never>; readonly out: readonly MarketView[] }
  /** In the order that was asked for; a market without a first mark has none. */
  tickers: { readonly in: { readonly marketIds: readonly MarketId[] }; readonly out: readonly TickerRow[] }
  signers: { readonly in: Record<never, never>; readonly out: readonly SignerView[] }
  /** Keys of programs, of all accounts. */
  apiKeys: { readonly in: Record<never, never>; readonly out: readonly ApiKeyView[] }
  /** What these signing keys have given away since 00:00 UTC. */
  lostToday: { readonly in: { readonly signers: readonly Address[] }; readonly out: readonly Usd6[] }
  signer: {
    readonly in: { readonly account: Address; readonly signer: Address }
    readonly out: SignerView | undefined
  }
  openOrders: { readonly in: { readonly account: Address }; readonly out: readonly OrderRecord[] }
  order: { readonly in: { readonly id: string }; readonly out: OrderRecord | undefined }
  /** The open order that the account calls so, also one that waits for a younger price. */
  clientOrder: {
    readonly in: { readonly account: Address; readonly clientId: string }
    readonly out: OrderRecord | undefined
  }
  /** Has this signer used any of these nonces (kept 24 h)? */
  usedNonces: {
    readonly in: { readonly signer: Address; readonly nonces: readonly number[] }
    readonly out: readonly number[]
  }
  transfer: { readonly in: { readonly id: string }; readonly out: TransferRecord | undefined }
  /** Transfers that are not finished: soft deposits, withdrawals NEW or VERIFIED. */
  openTransfers: { readonly in: Record<never, never>; readonly out: readonly TransferRecord[] }
  /** Open withdrawals that may be signed and sent. */
  approvedWithdrawals: { readonly in: Record<never, never>; readonly out: readonly TransferRecord[] }
  /** When a withdrawal of this sum would leave: its delay and the first hours with room. */
  withdrawalTime: {
    readonly in: { readonly account: Address; readonly sizeUsd6: Usd6; readonly isTrustedRecipient: boolean }
    /** Absent: no hour within five days. */
    readonly out: { readonly eligibleTimeMs: TimeMs | undefined } | undefined
  }
  /** Recipients that the account's primary key has signed withdrawals for. */
  trustedRecipients: { readonly in: { readonly account: Address }; readonly out: readonly Hex[] }
  exchange: { readonly in: Record<never, never>; readonly out: ExchangeView }
  ledger: { readonly in: Record<never, never>; readonly out: LedgerView }
  lp: { readonly in: { readonly account: Address }; readonly out: LpView | undefined }
  pool: { readonly in: Record<never, never>; readonly out: PoolView }
  /** Which of these codes somebody has. */
  takenCodes: { readonly in: { readonly codes: readonly string[] }; readonly out: readonly string[] }
  referral: { readonly in: { readonly account: Address }; readonly out: ReferralView | undefined }
  /** The first `limit`, of all weeks that have ended or of the present one. */
  leaderboard: {
    readonly in: { readonly scope: 'week' | 'all'; readonly limit: number }
    readonly out: readonly RankedPoints[]
  }
  points: { readonly in: { readonly account: Address }; readonly out: PointsView | undefined }
  /** Wallets of the capital programme, in the order asked; what is none is absent. */
  capital: {
    readonly in: { readonly accounts: readonly Address[] }
    readonly out: readonly (CapitalAccountView | undefined)[]
  }
  /** All wallets of the programme that belong to an owner, the latest purchase last. */
  capitalOfOwner: { readonly in: { readonly ownerId: Address }; readonly out: readonly CapitalAccountView[] }
  /** Purchases of an owner, or of everybody, in the order in which they began. */
  purchases: { readonly in: { readonly ownerId?: Address }; readonly out: readonly PurchaseView[] }
  purchase: { readonly in: { readonly id: Id }; readonly out: PurchaseView | undefined }
}

export type QueryName = keyof Queries
