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
import { OpenTransfers } from './openTransfers.ts'
import { createOrderRows, NONE, ORDERS_AT_FIRST, type OrderRows } from './order.ts'
import { createOrderIndex, type OrderIndex } from './orderIndex.ts'
import { ActiveFeatures } from './features.ts'
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
import { SwitchTimes } from './switchTimes.ts'
import { DelayedOrders } from './takerDelay.ts'
import type { ApiKey } from './apiKeys.ts'
import { CapitalAccounts } from './capitalAccounts.ts'
import { Work } from './work.ts'

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
 * function what it has read of an object's first 29 fields, and reads and checks the others again at each use. A class
 * for the reason that `rowMemory.ts` gives.
 */
export class Exchange {
  declare readonly work: Work
  declare readonly orders: OrderIndex
  declare readonly orderRows: OrderRows
  declare readonly signers: SignerNonces[]
  declare readonly signerRows: SignerRows
  declare readonly accountRows: AccountRows
  declare readonly positionRows: PositionRows
  /** Ids of the orders of the last minutes, ended ones included, in two generations. */
  declare youngIds: PrintSet
  declare oldIds: PrintSet
  declare seq: number
  declare timeMs: TimeMs
  /** Derived: which features are active. */
  declare readonly features: ActiveFeatures
  declare readonly activations: string[]
  declare readonly parameters: Parameters
  declare readonly markets: Market[]
  declare readonly accounts: Account[]
  declare readonly money: SystemMoney
  declare readonly sleeves: Record<SleeveName, Sleeve>
  declare solvency: Solvency
  /** Since when the pool has been well covered again. */
  declare soundSinceMs: TimeMs | undefined
  declare tradeCount: number
  declare orderCount: number
  /** Open transfers in order of their first record, and the finished ones. */
  declare readonly transfers: Map<Id, Transfer>
  declare readonly finishedTransfers: Map<Id, FinishedTransfer>
  /** chain log → transfer. */
  declare readonly depositLogs: Map<string, Id>
  declare readonly recentWithdrawals: RecentWithdrawal[]
  /** Takers that wait, in the order in which they came. */
  declare readonly delayed: DelayedOrders
  declare readonly lp: LpPool
  declare readonly referrals: Referrals
  /** Keys of programs, by the hash of each, in the order in which they were made. */
  declare readonly apiKeys: Map<Hex, ApiKey>
  declare readonly points: Points
  /** Evaluation and funded accounts: books and money of their own. */
  declare readonly sim: SimDomain
  declare readonly nonces: Map<Address, SignerNonces>
  /** Hour since the epoch in which old nonces were last looked for. */
  declare noncesForgottenHour: number
  declare idsTurnedAtMs: TimeMs
  /** By account id: when its dead-man's switch fires. */
  declare readonly cancelTimers: Map<number, TimeMs>
  /** Places of the open orders with a client id, by account and that. */
  declare readonly clientIds: Map<string, number>
  declare readonly marketIds: Map<string, MarketId>
  declare readonly farAccounts: FarAccounts
  /** Derived: the next of `cancelTimers`. */
  declare readonly switchTimes: SwitchTimes
  /** Derived: what is asked of the open transfers. */
  declare readonly openTransfers: OpenTransfers

  constructor(secret: number, ordersAtFirst: number) {
    const accounts: Account[] = []
    const signers: SignerNonces[] = []
    const orderRows = createOrderRows(accounts, signers, ordersAtFirst)
    const positionRows = createPositionRows()
    const none = (): Usd6 => WIDE as Usd6
    const sleeve = (): Sleeve =>
      begunAtZero({
        nav: none(),
        grossValue: none(),
        classValue: begunAtZero({ stock: WIDE, crypto: WIDE, forex: WIDE }),
        largestRoom: none(),
      })
    this.work = new Work()
    this.orders = createOrderIndex(secret, orderRows, ordersAtFirst)
    this.orderRows = orderRows
    this.signers = signers
    this.signerRows = createSignerRows()
    this.accountRows = createAccountRows(secret, orderRows, positionRows)
    this.positionRows = positionRows
    this.youngIds = createPrintSet(secret, IDS_PER_ORDER * ordersAtFirst)
    this.oldIds = createPrintSet(secret, IDS_PER_ORDER * ordersAtFirst)
    this.seq = 0
    this.timeMs = WIDE as TimeMs
    this.features = new ActiveFeatures()
    this.activations = []
    this.parameters = launchParameters()
    this.markets = []
    this.accounts = accounts
    this.money = begunAtZero({
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
    })
    this.sleeves = { POOL: sleeve(), POOL_ISO: sleeve() }
    this.solvency = 'SOUND'
    this.soundSinceMs = undefined
    this.tradeCount = 0
    this.orderCount = 0
    this.transfers = new Map()
    this.finishedTransfers = new Map()
    this.depositLogs = new Map()
    this.recentWithdrawals = []
    this.delayed = new DelayedOrders()
    this.lp = createLpPool()
    this.referrals = createReferrals()
    this.apiKeys = new Map()
    this.points = createPoints()
    this.sim = begunAtZero({
      houseUsd6: none(),
      tradeCount: 0,
      orderCount: 0,
      accountCount: 0,
      markets: [],
      capital: new CapitalAccounts(),
    })
    this.nonces = new Map()
    this.noncesForgottenHour = 0
    this.idsTurnedAtMs = WIDE as TimeMs
    this.cancelTimers = new Map()
    this.clientIds = new Map()
    this.marketIds = new Map()
    this.farAccounts = createFarAccounts()
    this.switchTimes = new SwitchTimes()
    this.openTransfers = new OpenTransfers()
    begunAtZero(this)
  }
}

/**
 * Live and new orders that a server has room for from the beginning: of what is never written, nor touched ahead
 * (`touchRoom.ts`), the process holds no memory. Beyond that all rows are copied into twice the room, which stops the
 * writer and makes V8, told of so much new memory, collect garbage: a hundred thousand orders came at three times the
 * cost when their room had to grow with them.
 */
export const ORDERS_OF_SERVER = 131_072

/** How many ids of new orders there is room for in two minutes, for each order that there is room for. */
const IDS_PER_ORDER = 4

export const createExchange = (secret = SECRET_OF_NOBODY, ordersAtFirst = ORDERS_AT_FIRST): Exchange =>
  new Exchange(secret, ordersAtFirst)

/**
 * A market as it is on the day of its listing; `deriveParameters` completes it. As in the exchange, what orders ask for
 * comes first.
 */
export class Market {
  declare readonly id: MarketId
  declare spec: MarketSpec
  declare readonly scale: number
  declare maxLeverage: number
  declare makerFeeRate: Rate5
  /** How much of an unrealised profit counts outside the regular session. */
  declare offHoursProfitPercent: number
  /** From the risk parameters: asked for with every order. */
  declare openInterestCapUsd6: Usd6
  declare softStaleMs: number
  declare hardStaleMs: number
  declare session: Session
  declare mode: Mode
  declare operatorMode: OperatorMode | undefined
  declare index: Ticks | undefined
  declare indexTimeMs: TimeMs
  declare mark: Ticks | undefined
  declare ladder: Ladder | undefined
  declare cumFunding: Funding12
  /** Inventory of the pool that quotes here: POOL, or POOL_ISO in an isolated market. */
  declare pool: Position | undefined
  /** What the pool's sub-account BACKSTOP has taken over here and not sold yet. */
  declare backstop: BackstopPosition | undefined
  declare longOi: Lots
  declare shortOi: Lots
  /** Counts the changes of `cumFunding`. */
  declare fundingEpoch: number
  declare readonly bids: BookSide
  declare readonly asks: BookSide
  /** STOP_LOSS and TAKE_PROFIT orders. */
  declare readonly triggers: Triggers
  /** Of a market of the SIM domain (`simDomain.ts`); absent in REAL. */
  declare readonly sim: SimSide | undefined
  declare readonly listTimeMs: TimeMs
  declare haltCause: HaltCause | undefined
  /** Other words to stop that are in force beside `haltCause`. */
  declare alsoHaltedBy: readonly HandHalt[] | undefined
  /** The regular session that is under way, where the calendar has said when it ends. */
  declare regularSpan: { readonly startMs: TimeMs; readonly endMs: TimeMs } | undefined
  /** Symbols that the market had before; they go on resolving. */
  declare formerSymbols: readonly string[] | undefined
  /** USD per share that will be paid when the index first prints ex. */
  declare pendingDividend: Funding12 | undefined
  declare delistAnnouncedAtMs: TimeMs | undefined
  declare delistedAtMs: TimeMs | undefined
  /** REDUCE_ONLY by hand does not end by itself. */
  declare isReducedByHand: boolean
  /** When the present mode began, and the calendar's opening that a reopening waits for. */
  declare modeSinceMs: TimeMs
  declare openSinceMs: TimeMs
  declare reopenedAtMs: TimeMs | undefined
  declare reopenPrices: number[]
  /** In HALT: the source's time of the last price that was heard. */
  declare heardTimeMs: TimeMs | undefined
  /** Since when a violent move or a disagreement has made it reduce-only, whatever stops it meanwhile. */
  declare volHaltSinceMs: TimeMs | undefined
  declare coolDownUntilMs: TimeMs
  declare isHeld: boolean
  declare conf: Ticks
  declare wideSinceMs: TimeMs | undefined
  declare calmSinceMs: TimeMs | undefined
  /** One index per 10 s over 5 minutes, oldest first. */
  declare readonly trail: number[]
  declare trailTimeMs: TimeMs
  declare freshness: Freshness
  /** Volatility estimate and the index it last saw. */
  declare volatilityPpb: number
  declare volatilityIndex: Ticks | undefined
  declare premiumMilliTicks: number
  declare impactBid: Ticks | undefined
  declare impactAsk: Ticks | undefined
  /** The widest clamp when the mark was taken, where it has become narrower since. */
  declare markClampBefore: number | undefined
  declare rate: Rate8
  declare lastAppliedRate: Rate8
  declare lastFundingHourMs: TimeMs | undefined
  /** When that part has ended, where parts were of another length. */
  declare fundedUntilMs: TimeMs | undefined
  declare premiumSum: number
  declare samples: number
  declare lastSampleMs: TimeMs
  /** Clearing account: funding received from payers and not yet paid out. */
  declare fundingClearing: Usd6
  declare isCrossPending: boolean

  constructor(input: {
    id: MarketId
    spec: MarketSpec
    listTimeMs: TimeMs
    scale: number
    orders: OrderRows
    sim?: SimSide
  }) {
    const { id, spec, listTimeMs, scale, orders, sim } = input
    this.id = id
    this.spec = spec
    this.scale = scale
    this.maxLeverage = 1
    this.makerFeeRate = 0 as Rate5
    this.offHoursProfitPercent = 100
    this.openInterestCapUsd6 = WIDE as Usd6
    this.softStaleMs = 0
    this.hardStaleMs = 0
    this.session = 'REGULAR'
    this.mode = 'OPEN'
    this.operatorMode = undefined
    this.index = undefined
    this.indexTimeMs = WIDE as TimeMs
    this.mark = undefined
    this.ladder = undefined
    this.cumFunding = funding12(0n)
    this.pool = undefined
    this.backstop = undefined
    this.longOi = WIDE as Lots
    this.shortOi = WIDE as Lots
    this.fundingEpoch = 0
    this.bids = new BookSide(true, orders)
    this.asks = new BookSide(false, orders)
    this.triggers = createTriggers(orders)
    this.sim = sim
    this.listTimeMs = WIDE as TimeMs
    this.haltCause = undefined
    this.alsoHaltedBy = undefined
    this.regularSpan = undefined
    this.formerSymbols = undefined
    this.pendingDividend = undefined
    this.delistAnnouncedAtMs = undefined
    this.delistedAtMs = undefined
    this.isReducedByHand = false
    this.modeSinceMs = WIDE as TimeMs
    this.openSinceMs = WIDE as TimeMs
    this.reopenedAtMs = undefined
    this.reopenPrices = []
    this.heardTimeMs = undefined
    this.volHaltSinceMs = undefined
    this.coolDownUntilMs = WIDE as TimeMs
    this.isHeld = false
    this.conf = 0 as Ticks
    this.wideSinceMs = undefined
    this.calmSinceMs = undefined
    this.trail = []
    this.trailTimeMs = WIDE as TimeMs
    this.freshness = 'HARD'
    this.volatilityPpb = WIDE
    this.volatilityIndex = undefined
    this.premiumMilliTicks = WIDE
    this.impactBid = undefined
    this.impactAsk = undefined
    this.markClampBefore = undefined
    this.rate = 0 as Rate8
    this.lastAppliedRate = 0 as Rate8
    this.lastFundingHourMs = undefined
    this.fundedUntilMs = undefined
    this.premiumSum = WIDE
    this.samples = 0
    this.lastSampleMs = WIDE as TimeMs
    this.fundingClearing = WIDE as Usd6
    this.isCrossPending = false
    begunAtZero(this)
    this.modeSinceMs = listTimeMs
    this.openSinceMs = listTimeMs
    this.listTimeMs = listTimeMs
  }
}

export const createMarket = (input: ConstructorParameters<typeof Market>[0]): Market => new Market(input)

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

/** A time that a command will have to meet (`dueTimes.ts`). */
export function noteDueTime({ work }: Exchange, atMs: number): void {
  if (atMs < work.dueMs) work.dueMs = atMs
}

/** POOL quotes the ordinary markets, POOL_ISO the isolated ones. */
export const sleeveOf = (market: Market): SleeveName => (market.spec.isolated ? 'POOL_ISO' : 'POOL')

/** Signed inventory of the pool in lots, > 0 = long. */
export const inventoryOf = (market: Market): number =>
  market.pool === undefined ? 0 : market.pool.isLong ? market.pool.size : -market.pool.size
