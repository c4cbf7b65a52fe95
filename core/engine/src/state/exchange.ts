/**
 * The whole memory of the exchange: what a snapshot must hold, and what can be derived from it. Only `apply`
 * mutates it, in place. Collections are arrays, linked lists or maps that are never iterated in an order that
 * the journal did not define, so a state rebuilt from its text continues exactly like one that never stopped.
 */
import { type Address, type Hex, type Id, type TimeMs, type Usd6, assert } from '@vest/protocol'
import {
  type ApiKey,
  launchParameters,
  type MarketId,
  type Parameters,
  type SystemMoney,
} from '../api/index.ts'
import { CapitalAccounts } from './collections/capitalAccountIndex.ts'
import { Purchases } from './collections/purchases.ts'
import { SwitchTimes } from './collections/deadMansSwitchTimes.ts'
import { DelayedOrders } from './collections/delayedTakers.ts'
import { Dust } from './collections/dust.ts'
import { GuardedAccounts } from './collections/guardrails.ts'
import { type LpPool, createLpPool } from './collections/lpPool.ts'
import { OpenTransfers } from './collections/openTransfers.ts'
import { Outflow } from './collections/outflow.ts'
import { type Points, createPoints } from './collections/points.ts'
import { type Referrals, createReferrals } from './collections/referrals.ts'
import type { Sleeve, SleeveName, Solvency } from './collections/sleeves.ts'
import type { FinishedTransfer, RecentWithdrawal, Transfer } from './collections/transfers.ts'
import { Work } from './commandScope.ts'
import { Market } from './market.ts'
import { type FingerprintSet, createFingerprintSet } from './memory/idFingerprints.ts'
import { WIDE, begunAtZero } from './memory/wideNumbers.ts'
import { Scratch } from './scratch.ts'
import type { SimDomain } from './simDomain.ts'
import { type Account, type AccountRows, createAccountRows } from './tables/accounts.ts'
import { type OrderIndex, createOrderIndex } from './tables/orderIndex.ts'
import { ORDERS_AT_FIRST, type OrderRows, createOrderRows } from './tables/orders.ts'
import { type PositionRows, createPositionRows } from './tables/positions.ts'
import { SafeRanges } from './tables/safeRanges.ts'
import { type SignerNonces, type SignerRows, createSignerRows } from './tables/signingKeys.ts'

const SECRET_OF_NOBODY = 0x5bd1e995

/**
 * An exchange before its first command. The secret mixes the hashes of its tables: a server supplies one that
 * is unknown outside; it changes no result and no state. The fields that every order reads come first: within
 * a function, V8 remembers what it has read of an object's first 29 fields, and reads and checks the others
 * again at each use. A class for the reason given in `rows.ts`.
 */
export class Exchange {
  declare readonly work: Work
  declare readonly scratch: Scratch
  declare readonly orders: OrderIndex
  declare readonly orderRows: OrderRows
  declare readonly signers: SignerNonces[]
  declare readonly signerRows: SignerRows
  declare readonly accountRows: AccountRows
  declare readonly positionRows: PositionRows
  /** Ids of the orders of recent minutes, ended ones included, in two generations. */
  declare youngIds: FingerprintSet
  declare oldIds: FingerprintSet
  declare seq: number
  declare timeMs: TimeMs
  declare readonly activations: string[]
  declare readonly parameters: Parameters
  declare readonly markets: Market[]
  declare readonly accounts: Account[]
  declare readonly money: SystemMoney
  declare readonly sleeves: Record<SleeveName, Sleeve>
  declare solvency: Solvency
  /** Since when the pool has been solvent again. */
  declare soundSinceMs: TimeMs | undefined
  declare tradeCount: number
  declare orderCount: number
  /** Open transfers in order of their first record, and finished ones. */
  declare readonly transfers: Map<Id, Transfer>
  declare readonly finishedTransfers: Map<Id, FinishedTransfer>
  /** chain log → transfer. */
  declare readonly depositLogs: Map<string, Id>
  declare readonly recentWithdrawals: RecentWithdrawal[]
  /** What may leave the vault, and when. */
  declare readonly outflow: Outflow
  declare readonly dust: Dust
  /** Delayed takers in order of arrival. */
  declare readonly delayed: DelayedOrders
  declare readonly lp: LpPool
  declare readonly referrals: Referrals
  /** API keys of programs, by the hash of each, in the order of creation. */
  declare readonly apiKeys: Map<Hex, ApiKey>
  declare readonly points: Points
  /** Evaluation and funded accounts: separate books and money. */
  declare readonly sim: SimDomain
  declare readonly nonces: Map<Address, SignerNonces>
  /** Hour since the epoch in which old nonces were last removed. */
  declare noncesForgottenHour: number
  declare idsTurnedAtMs: TimeMs
  /** By account id: when its dead-man's switch fires. */
  declare readonly cancelTimers: Map<number, TimeMs>
  /** References of the open orders with a client id, by account and client id. */
  declare readonly clientIds: Map<string, number>
  declare readonly marketIds: Map<string, MarketId>
  declare readonly safeRanges: SafeRanges
  /** Derived: the times of `cancelTimers`, the next first. */
  declare readonly switchTimes: SwitchTimes
  /** Derived: indexes and sums of the open transfers. */
  declare readonly openTransfers: OpenTransfers
  /** Derived: the accounts with guardrails. */
  declare readonly guarded: GuardedAccounts

  /** A market that is listed. */
  market(id: MarketId): Market {
    const market = this.markets[id]
    assert(market !== undefined, 'a market that is listed')
    return market
  }

  /** An account that is registered. */
  account(id: number): Account {
    const account = this.accounts[id]
    assert(account !== undefined, 'an account that is registered')
    return account
  }

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
    this.scratch = new Scratch()
    this.orders = createOrderIndex(secret, orderRows, ordersAtFirst)
    this.orderRows = orderRows
    this.signers = signers
    this.signerRows = createSignerRows()
    this.accountRows = createAccountRows(secret, orderRows, positionRows)
    this.positionRows = positionRows
    this.youngIds = createFingerprintSet(secret, IDS_PER_ORDER * ordersAtFirst)
    this.oldIds = createFingerprintSet(secret, IDS_PER_ORDER * ordersAtFirst)
    this.seq = 0
    this.timeMs = WIDE as TimeMs
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
    this.outflow = new Outflow()
    this.dust = new Dust()
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
      purchases: new Purchases(),
      reviews: new Map(),
    })
    this.nonces = new Map()
    this.noncesForgottenHour = 0
    this.idsTurnedAtMs = WIDE as TimeMs
    this.cancelTimers = new Map()
    this.clientIds = new Map()
    this.marketIds = new Map()
    this.safeRanges = new SafeRanges(positionRows)
    this.switchTimes = new SwitchTimes()
    this.openTransfers = new OpenTransfers()
    this.guarded = new GuardedAccounts()
    begunAtZero(this)
  }
}

/**
 * Order capacity of a server at the start, for live and new orders: the process holds no memory for rows that
 * are neither written nor prefaulted (`prefault.ts`). Beyond it all rows are copied into twice the capacity,
 * which stops the writer and makes V8, informed of so much new memory, collect garbage: a hundred thousand
 * orders cost three times as much when their capacity had to grow with them.
 */
export const ORDERS_OF_SERVER = 131_072

/** Capacity for ids of new orders in two minutes, per order of capacity. */
const IDS_PER_ORDER = 4

export const createExchange = (secret = SECRET_OF_NOBODY, ordersAtFirst = ORDERS_AT_FIRST): Exchange =>
  new Exchange(secret, ordersAtFirst)
