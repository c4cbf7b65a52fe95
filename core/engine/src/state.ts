/**
 * The whole memory of the exchange: what a snapshot must hold, and beside it what can be derived again. It is
 * mutated in place by `apply` alone. Collections are arrays, linked lists or maps that are never iterated in an
 * order the journal did not give, so a state rebuilt from its text goes on exactly like one that never stopped.
 */
import type { Ladder } from '@vest/formulas'
import {
  type Address,
  type Funding12,
  funding12,
  type Hex,
  type Id,
  type Lots,
  type NetworkType,
  type Rate5,
  type Rate8,
  type Session,
  type Ticks,
  type TimeMs,
  type TransferStatus,
  type TransferType,
  type Usd6,
} from '@vest/protocol'
import { type Account, type AccountRows, createAccountRows } from './accountRows.ts'
import { BookSide } from './book.ts'
import type { HandHalt, MarketId, MarketSpec, OperatorMode } from './command.ts'
import type { EngineEvent, TransferRecord } from './event.ts'
import { logEvent } from './eventLog.ts'
import { createOrderRows, NONE, type OrderRows } from './order.ts'
import { createOrderIndex, type OrderIndex } from './orderIndex.ts'
import { createFarAccounts, type FarAccounts } from './farAccounts.ts'
import { createLpPool, type LpPool } from './lpPool.ts'
import { createPoints, type Points } from './points.ts'
import { createPositionRows, type Position, type PositionRows } from './positionRows.ts'
import { launchParameters, type Parameters } from './parameters.ts'
import { createPrintSet, type PrintSet } from './printSet.ts'
import { createReferrals, type Referrals } from './referrals.ts'
import { createTriggers, type Triggers } from './triggerIndex.ts'
import { createSignerRows, type SignerNonces, type SignerRows } from './signerRows.ts'
import type { SimDomain, SimSide } from './simDomain.ts'
import type { DelayedOrder } from './takerDelay.ts'
import type { ApiKey } from './apiKeys.ts'
import { createWork, type Work } from './work.ts'

export interface Registration {
  readonly signer: Address
  readonly networkType: NetworkType
  readonly expiryTimeMs: TimeMs
  readonly apiKeyHash: Hex
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  readonly createTimeMs: TimeMs
}

export interface RecentWithdrawal {
  readonly id: Id
  readonly timeMs: TimeMs
  readonly size: Usd6
}

/** Why a market stands still: by somebody's word, by calendar, on its way back to a trusted price, or for ever. */
export type HaltCause = HandHalt | 'SESSION' | 'REOPENING' | 'DELISTED'
export type Mode = 'OPEN' | 'REDUCE_ONLY' | 'HALT'

export interface Market {
  readonly id: MarketId
  spec: MarketSpec
  readonly listTimeMs: TimeMs
  session: Session
  mode: Mode
  haltCause: HaltCause | undefined
  /** Other words to stop that are in force beside `haltCause`. */
  alsoHaltedBy: readonly HandHalt[] | undefined
  operatorMode: OperatorMode | undefined
  /** The regular session that is under way, where the calendar has said when it ends. */
  regularSpan: { readonly startMs: TimeMs; readonly endMs: TimeMs } | undefined
  /** Symbols that the market had before; they go on resolving. */
  formerSymbols: readonly string[] | undefined
  /** USD per share that will be paid when the index first prints ex. */
  pendingDividend: Funding12 | undefined
  delistAnnouncedAtMs: TimeMs | undefined
  delistedAtMs: TimeMs | undefined
  /** REDUCE_ONLY by hand does not end by itself. */
  isReducedByHand: boolean
  /** When the present mode began, and the calendar's opening that a reopening waits for. */
  modeSinceMs: TimeMs
  openSinceMs: TimeMs
  reopenedAtMs: TimeMs | undefined
  reopenPrices: number[]
  coolDownUntilMs: TimeMs
  index: Ticks | undefined
  indexTimeMs: TimeMs
  isHeld: boolean
  conf: Ticks
  wideSinceMs: TimeMs | undefined
  calmSinceMs: TimeMs | undefined
  /** One index per 10 s over 5 minutes, oldest first. */
  readonly trail: number[]
  trailTimeMs: TimeMs
  freshness: Freshness
  /** Volatility estimate and the index it last saw. */
  volatilityPpb: number
  volatilityIndex: Ticks | undefined
  premiumMilliTicks: number
  impactBid: Ticks | undefined
  impactAsk: Ticks | undefined
  mark: Ticks | undefined
  /** The widest clamp when the mark was taken, where it has become narrower since. */
  markClampBefore: number | undefined
  ladder: Ladder | undefined
  cumFunding: Funding12
  rate: Rate8
  lastAppliedRate: Rate8
  lastFundingHourMs: TimeMs | undefined
  premiumSum: number
  samples: number
  lastSampleMs: TimeMs
  /** Clearing account: funding received from payers and not yet paid out. */
  fundingClearing: Usd6
  /** Inventory of the pool that quotes here: POOL, or POOL_ISO in an isolated market. */
  pool: Position | undefined
  /** What the pool's sub-account BACKSTOP has taken over here and not sold yet. */
  backstop: BackstopPosition | undefined
  longOi: Lots
  shortOi: Lots
  isCrossPending: boolean
  // Derived.
  readonly scale: number
  maxLeverage: number
  makerFeeRate: Rate5
  /** How much of an unrealised profit counts outside the regular session. */
  offHoursProfitPercent: number
  /** From the risk parameters: asked for with every order. */
  openInterestCapUsd6: Usd6
  softStaleMs: number
  hardStaleMs: number
  /** Counts the changes of `cumFunding`. */
  fundingEpoch: number
  readonly bids: BookSide
  readonly asks: BookSide
  /** STOP_LOSS and TAKE_PROFIT orders. */
  readonly triggers: Triggers
  /** Of a market of the SIM domain (`simDomain.ts`); absent in REAL. */
  readonly sim: SimSide | undefined
}

/** A position of the backstop, and the part of it that stands in the ladder in this minute. */
export interface BackstopPosition extends Position {
  readonly offered: Lots
  readonly offeredMinute: number
}

export type Freshness = 'FRESH' | 'SOFT' | 'HARD'

/** Money that belongs to no user. VAULT is the counter-entry of everything: the USDC that really exists. */
export interface SystemMoney {
  POOL: Usd6
  POOL_ISO: Usd6
  /** Result of the backstop so far: below zero by what it has lost of its allocation. */
  BACKSTOP: Usd6
  INSURANCE: Usd6
  TREASURY: Usd6
  REFERRAL: Usd6
  CAPITAL_TREASURY: Usd6
  PENDING_WITHDRAWALS: Usd6
  SUSPENSE: Usd6
  VAULT: Usd6
}
export type SystemAccountName = keyof SystemMoney

export type SleeveName = 'POOL' | 'POOL_ISO'
/** What the quotes of one pool depend on, taken with every index record. */
export interface Sleeve {
  nav: Usd6
  /** Σ |inventory| · index over its markets. */
  grossValue: Usd6
  /** Signed Σ inventory · index by asset class. */
  readonly classValue: { stock: number; crypto: number; forex: number }
  /** The largest room, both sides together, that a ladder of this sleeve could offer. */
  largestRoom: Usd6
}

export type Solvency = 'SOUND' | 'STRESSED' | 'INSOLVENT'

/** A transfer with what the engine alone needs. */
export interface Transfer {
  record: TransferRecord
  /** Deposits: is the money on the account (or in SUSPENSE)? */
  isCredited: boolean
  /** Deposits in SUSPENSE wait under the address they may belong to. */
  suspendedFor: Address | undefined
  /** Withdrawals: the approval has been given. */
  isApproved: boolean
  networkFee: Usd6
}

/** What must be known of a finished transfer for ever: that it happened, and what would contradict it. */
export interface FinishedTransfer {
  readonly type: TransferType
  readonly status: TransferStatus
  readonly account: Address
  readonly size: Usd6
  readonly isOrphaned: boolean
}

export interface Exchange {
  seq: number
  timeMs: TimeMs
  readonly activations: string[]
  readonly parameters: Parameters
  readonly markets: Market[]
  readonly accounts: Account[]
  readonly money: SystemMoney
  readonly sleeves: Record<SleeveName, Sleeve>
  solvency: Solvency
  /** Since when the pool has been well covered again. */
  soundSinceMs: TimeMs | undefined
  tradeCount: number
  orderCount: number
  /** Open transfers in order of their first record, and the finished ones. */
  readonly transfers: Map<Id, Transfer>
  readonly finishedTransfers: Map<Id, FinishedTransfer>
  /** chain log → transfer. */
  readonly depositLogs: Map<string, Id>
  readonly recentWithdrawals: RecentWithdrawal[]
  /** Takers that wait, in the order in which they came. */
  delayed: DelayedOrder[]
  readonly lp: LpPool
  readonly referrals: Referrals
  /** Keys of programs, by the hash of each, in the order in which they were made. */
  readonly apiKeys: Map<Hex, ApiKey>
  readonly points: Points
  /** Evaluation and funded accounts: books and money of their own. */
  readonly sim: SimDomain
  readonly nonces: Map<Address, SignerNonces>
  /** Hour since the epoch in which old nonces were last looked for. */
  noncesForgottenHour: number
  /** Ids of the orders of the last minutes, ended ones included, in two generations. */
  youngIds: PrintSet
  oldIds: PrintSet
  idsTurnedAtMs: TimeMs
  /** By account id: when its dead-man's switch fires. */
  readonly cancelTimers: Map<number, TimeMs>
  // Derived.
  /** Places of the open orders with a client id, by account and that. */
  readonly clientIds: Map<string, number>
  readonly orders: OrderIndex
  readonly orderRows: OrderRows
  readonly signers: SignerNonces[]
  readonly signerRows: SignerRows
  readonly marketIds: Map<string, MarketId>
  readonly accountRows: AccountRows
  readonly positionRows: PositionRows
  readonly farAccounts: FarAccounts
  readonly work: Work
}

const SECRET_OF_NOBODY = 0x5bd1e995

/**
 * A number that will be wide begins as one. V8 gives every field of a kind of object one form, and a field that began
 * as a small integer changes that form, and with it all code made for it, when the first large number comes.
 */
const WIDE = NaN

function begunAtZero<T extends object>(object: T): T {
  const fields = object as Record<string, unknown>
  for (const name of Object.keys(fields)) if (Number.isNaN(fields[name])) fields[name] = 0
  return object
}

/**
 * An exchange before its first command. The secret mixes the hashes of its tables: a server brings one that nobody
 * outside can know; it changes no answer and no state. What every order asks for comes first: V8 remembers within a
 * function what it has read of an object's first 29 fields, and reads and checks the others again at each use.
 */
export function createExchange(secret = SECRET_OF_NOBODY): Exchange {
  const accounts: Account[] = []
  const signers: SignerNonces[] = []
  const orderRows = createOrderRows(accounts, signers)
  const positionRows = createPositionRows()
  const none = (): Usd6 => WIDE as Usd6
  const sleeve = (): Sleeve =>
    begunAtZero({
      nav: none(),
      grossValue: none(),
      classValue: begunAtZero({ stock: WIDE, crypto: WIDE, forex: WIDE }),
      largestRoom: none(),
    })
  return begunAtZero({
    work: createWork(),
    orders: createOrderIndex(secret, orderRows),
    orderRows,
    signers,
    signerRows: createSignerRows(),
    accountRows: createAccountRows(secret, orderRows, positionRows),
    positionRows,
    youngIds: createPrintSet(secret),
    oldIds: createPrintSet(secret),
    seq: 0,
    timeMs: WIDE as TimeMs,
    activations: [],
    parameters: launchParameters(),
    markets: [],
    accounts,
    money: begunAtZero({
      POOL: none(),
      POOL_ISO: none(),
      BACKSTOP: none(),
      INSURANCE: none(),
      TREASURY: none(),
      REFERRAL: none(),
      CAPITAL_TREASURY: none(),
      PENDING_WITHDRAWALS: none(),
      SUSPENSE: none(),
      VAULT: none(),
    }),
    sleeves: { POOL: sleeve(), POOL_ISO: sleeve() },
    solvency: 'SOUND',
    soundSinceMs: undefined,
    tradeCount: 0,
    orderCount: 0,
    transfers: new Map(),
    finishedTransfers: new Map(),
    depositLogs: new Map(),
    recentWithdrawals: [],
    delayed: [],
    lp: createLpPool(),
    referrals: createReferrals(),
    apiKeys: new Map(),
    points: createPoints(),
    sim: begunAtZero({ houseUsd6: none(), tradeCount: 0, orderCount: 0, accountCount: 0, markets: [] }),
    nonces: new Map(),
    noncesForgottenHour: 0,
    idsTurnedAtMs: WIDE as TimeMs,
    cancelTimers: new Map(),
    clientIds: new Map(),
    marketIds: new Map(),
    farAccounts: createFarAccounts(),
  })
}

/**
 * A market as it is on the day of its listing; `deriveParameters` completes it. As in the exchange, what orders ask for
 * comes first.
 */
export function createMarket(input: {
  id: MarketId
  spec: MarketSpec
  listTimeMs: TimeMs
  scale: number
  orders: OrderRows
  sim?: SimSide
}): Market {
  const { id, spec, listTimeMs, scale, orders, sim } = input
  const market: Market = begunAtZero({
    id,
    spec,
    scale,
    maxLeverage: 1,
    makerFeeRate: 0 as Rate5,
    offHoursProfitPercent: 100,
    openInterestCapUsd6: WIDE as Usd6,
    softStaleMs: 0,
    hardStaleMs: 0,
    session: 'REGULAR',
    mode: 'OPEN',
    operatorMode: undefined,
    index: undefined,
    indexTimeMs: WIDE as TimeMs,
    mark: undefined,
    ladder: undefined,
    cumFunding: funding12(0n),
    pool: undefined,
    backstop: undefined,
    longOi: WIDE as Lots,
    shortOi: WIDE as Lots,
    fundingEpoch: 0,
    bids: new BookSide(true, orders),
    asks: new BookSide(false, orders),
    triggers: createTriggers(orders),
    sim,
    listTimeMs: WIDE as TimeMs,
    haltCause: undefined,
    alsoHaltedBy: undefined,
    regularSpan: undefined,
    formerSymbols: undefined,
    pendingDividend: undefined,
    delistAnnouncedAtMs: undefined,
    delistedAtMs: undefined,
    isReducedByHand: false,
    modeSinceMs: WIDE as TimeMs,
    openSinceMs: WIDE as TimeMs,
    reopenedAtMs: undefined,
    reopenPrices: [],
    coolDownUntilMs: WIDE as TimeMs,
    isHeld: false,
    conf: 0 as Ticks,
    wideSinceMs: undefined,
    calmSinceMs: undefined,
    trail: [],
    trailTimeMs: WIDE as TimeMs,
    freshness: 'HARD',
    volatilityPpb: WIDE,
    volatilityIndex: undefined,
    premiumMilliTicks: WIDE,
    impactBid: undefined,
    impactAsk: undefined,
    markClampBefore: undefined,
    rate: 0 as Rate8,
    lastAppliedRate: 0 as Rate8,
    lastFundingHourMs: undefined,
    premiumSum: WIDE,
    samples: 0,
    lastSampleMs: WIDE as TimeMs,
    fundingClearing: WIDE as Usd6,
    isCrossPending: false,
  })
  market.modeSinceMs = listTimeMs
  market.openSinceMs = listTimeMs
  return Object.assign(market, { listTimeMs })
}

/** Tells an event that is not among the frequent ones, which have rows of their own. */
export const emit = (exchange: Exchange, event: EngineEvent): void => logEvent(exchange.work.log, event)

export function noteBookChanged(exchange: Exchange, { id, sim }: Market): void {
  if (sim !== undefined) return
  const { work } = exchange
  if (work.bookChanged === id) return
  if (work.bookChanged === NONE) work.bookChanged = id
  else if (!work.moreBooksChanged.includes(id)) work.moreBooksChanged.push(id)
}

export const noteToCross = ({ work }: Exchange, marketId: MarketId): void => {
  const { booksToCross } = work
  work.isStirred = true
  if (booksToCross.length === 0 || !booksToCross.includes(marketId)) booksToCross.push(marketId)
}

export const noteTickerChanged = ({ work }: Exchange, marketId: MarketId): void => {
  work.isStirred = true
  work.tickersChanged.push(marketId)
}

export const noteCapsMoved = ({ work }: Exchange): void => {
  work.isStirred = work.areCapsMoved = true
}

export const noteSimStirred = ({ work }: Exchange): void => {
  work.isStirred = work.isSimStirred = true
}

/** POOL quotes the ordinary markets, POOL_ISO the isolated ones. */
export const sleeveOf = (market: Market): SleeveName => (market.spec.isolated ? 'POOL_ISO' : 'POOL')

/** Signed inventory of the pool in lots, > 0 = long. */
export const inventoryOf = (market: Market): number =>
  market.pool === undefined ? 0 : market.pool.isLong ? market.pool.size : -market.pool.size
