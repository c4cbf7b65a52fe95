/**
 * The whole memory of the exchange: what a snapshot must hold, and beside it what can be derived again. It is
 * mutated in place by `apply` alone. Collections are arrays, linked lists or maps that are never iterated in an
 * order the journal did not give, so a state rebuilt from its text goes on exactly like one that never stopped.
 */
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
import { type LpPool, createLpPool } from './collections/lpPool.ts'
import { OpenTransfers } from './collections/openTransfers.ts'
import { Outflow } from './collections/outflow.ts'
import { type Points, createPoints } from './collections/points.ts'
import { type Referrals, createReferrals } from './collections/referrals.ts'
import type { Sleeve, SleeveName, Solvency } from './collections/sleeves.ts'
import type { FinishedTransfer, RecentWithdrawal, Transfer } from './collections/transfers.ts'
import { Work } from './commandScope.ts'
import { Market } from './market.ts'
import { type PrintSet, createPrintSet } from './memory/idFingerprints.ts'
import { WIDE, begunAtZero } from './memory/wideNumbers.ts'
import type { SimDomain } from './simDomain.ts'
import { type Account, type AccountRows, createAccountRows } from './tables/accounts.ts'
import { type OrderIndex, createOrderIndex } from './tables/orderIndex.ts'
import { ORDERS_AT_FIRST, type OrderRows, createOrderRows } from './tables/orders.ts'
import { type PositionRows, createPositionRows } from './tables/positions.ts'
import { type FarAccounts, createFarAccounts } from './tables/safeRanges.ts'
import { type SignerNonces, type SignerRows, createSignerRows } from './tables/signingKeys.ts'
import type { Address, Hex, Id, TimeMs, Usd6 } from '@vest/protocol'

const SECRET_OF_NOBODY = 0x5bd1e995

/**
 * An exchange before its first command. The secret mixes the hashes of its tables: a server brings one that nobody
 * outside can know; it changes no answer and no state. What every order asks for comes first: V8 remembers within a
 * function what it has read of an object's first 29 fields, and reads and checks the others again at each use. A class
 * for the reason that `rows.ts` gives.
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
  /** What may leave the vault, and when. */
  declare readonly outflow: Outflow
  declare readonly dust: Dust
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
 * (`prefault.ts`), the process holds no memory. Beyond that all rows are copied into twice the room, which stops the
 * writer and makes V8, told of so much new memory, collect garbage: a hundred thousand orders came at three times the
 * cost when their room had to grow with them.
 */
export const ORDERS_OF_SERVER = 131_072

/** How many ids of new orders there is room for in two minutes, for each order that there is room for. */
const IDS_PER_ORDER = 4

export const createExchange = (secret = SECRET_OF_NOBODY, ordersAtFirst = ORDERS_AT_FIRST): Exchange =>
  new Exchange(secret, ordersAtFirst)
