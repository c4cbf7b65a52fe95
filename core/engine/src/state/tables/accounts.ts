/**
 * The accounts of an exchange: dense by id, found by address through an open hash table. The fields that
 * every order reads or changes are in one row of numbers, two cache lines; the rest is in the handle
 * `Account`. An account is never removed.
 */
import {
  type Address,
  type Hex,
  type NetworkType,
  type TimeMs,
  type Usd6,
  timeMs,
  usd6,
} from '@vest/protocol'
import type { ApiKey, Approval, MarketId } from '../../api/index.ts'
import type { Capital } from '../collections/capitalAccounts.ts'
import type { AddressBook } from '../collections/addressBook.ts'
import type { Guardrails } from '../collections/guardrails.ts'
import type { RecentWithdrawal } from '../collections/transfers.ts'
import { type SharedRows, offsetOfRow, widenRows } from '../memory/rows.ts'
import { ADDRESS_WORDS, slotOf, writeHex } from '../memory/words.ts'
import { CACHED_FIGURES, type MarginFigures } from './marginFigures.ts'
import { type Order, orderAt } from './order.ts'
import type { OrderRows } from './orders.ts'
import { NONE } from './orderLayout.ts'
import { NEXT, type Position, type PositionRows, positionAt } from './positions.ts'

// Numbers of a row.
export const COLLATERAL = 0

/** Σ of the margin reserved by its resting orders; derived. */
export const OPEN_ORDER_MARGIN = 1

/** The sweep that last projected a position for it, and the row of that projection. */
export const DRAFT_OF_SWEEP = 2

/** Points weight of its fees of this week. */
export const FILL_WEIGHT = 9

/** Cached margin status of its cross account, and the epoch of it: see `marginStatus.ts`. */
export const STATUS_EPOCH = 10
export const CACHED_STATUS = 11
const ACCOUNT_ROW = 16

/** Where the row of an account begins. */
export const accountRow = (id: number): number => offsetOfRow(id, ACCOUNT_ROW)

// Half-numbers of a row, counted from twice its place.
export const DRAFT = 6
export const ACCOUNT_FLAGS = 7
export const OPEN_ORDERS = 8
export const REDUCE_ONLY_ORDERS = 9
export const OLDEST_ORDER = 10
export const YOUNGEST_ORDER = 11
export const FIRST_POSITION = 12
const ACCOUNT_WORDS = 13

/** Set at the first credit. */
export const EXISTS = 1

/** Derived: it has set a leverage. */
export const HAS_LEVERAGES = 2

/** Set at the first fee. */
export const HAS_TRADED = 4

/** Derived: it has a referrer. */
export const IS_REFERRED = 8

/** Of the SIM domain: virtual money, separate books. */
export const IS_SIM = 16

/** A SIM account that may only cancel and query. */
export const IS_FROZEN = 32

/** Derived: it is in the list of pending margin checks. */
const IS_MARGIN_CHECK_PENDING = 64

/** Derived: it has guardrails. */
const IS_GUARDED = 128
const ACCOUNTS_AT_FIRST = 128
const WORD_BITS = 32

/**
 * The accounts of one domain that hold a position. Domains are separate, so an operation on one cannot reach
 * the other.
 */
class Holders {
  /** One bit per account, by id: it has a position. */
  holders: Int32Array = new Int32Array(ACCOUNTS_AT_FIRST / WORD_BITS)
  /** The same by market: it has a position there. */
  readonly holdersIn: Int32Array[] = []
}

export class AccountRows implements SharedRows {
  numbers: Float64Array = new Float64Array(ACCOUNTS_AT_FIRST * ACCOUNT_ROW)
  int32s: Int32Array = new Int32Array(this.numbers.buffer)
  /** Id + 1 by address, in a table at most half full: 0 = empty. */
  ids: Int32Array = new Int32Array(2 * ACCOUNTS_AT_FIRST)
  mask = 2 * ACCOUNTS_AT_FIRST - 1
  /** Of REAL and of SIM. */
  readonly real = new Holders()
  readonly sim = new Holders()
  /** REAL accounts whose margin check is pending, each once: new, or changed since their safe range was last found. */
  readonly marginChecks: number[] = []
  /** Words of the address that is looked for. */
  readonly asked = new Int32Array(ADDRESS_WORDS)
  declare readonly secret: number
  declare readonly orders: OrderRows
  declare readonly positions: PositionRows

  constructor(secret: number, orders: OrderRows, positions: PositionRows) {
    this.secret = secret
    this.orders = orders
    this.positions = positions
  }

  // ---------------------------------------------------------------- what every order reads or changes of an account

  /** In micro-USDC. */
  collateral(id: number): number {
    return this.numbers[accountRow(id) + COLLATERAL]!
  }
  /** Changes its collateral by a sum, in micro-USDC; the caller marks its margin check as pending. */
  addCollateral(id: number, sumUsd6: number): void {
    const at = accountRow(id) + COLLATERAL
    this.numbers[at] = usd6(this.numbers[at]! + sumUsd6)
  }
  /** Σ of the margin that its resting orders reserve, in micro-USDC. */
  openOrderMargin(id: number): number {
    return this.numbers[accountRow(id) + OPEN_ORDER_MARGIN]!
  }
  addOpenOrderMargin(id: number, sumUsd6: number): void {
    const at = accountRow(id) + OPEN_ORDER_MARGIN
    this.numbers[at] = usd6(this.numbers[at]! + sumUsd6)
  }
  /** Points weight of its fees of this week. */
  fillWeight(id: number): number {
    return this.numbers[accountRow(id) + FILL_WEIGHT]!
  }
  addFillWeight(id: number, weight: number): void {
    const at = accountRow(id) + FILL_WEIGHT
    this.numbers[at] = this.numbers[at]! + weight
  }
  openOrders(id: number): number {
    return this.int32s[2 * accountRow(id) + OPEN_ORDERS]!
  }
  reduceOnlyOrders(id: number): number {
    return this.int32s[2 * accountRow(id) + REDUCE_ONLY_ORDERS]!
  }
  /** Reference of its oldest live order; NONE = none. */
  oldestOrder(id: number): number {
    return this.int32s[2 * accountRow(id) + OLDEST_ORDER]!
  }
  /** Reference of its position in the first of its markets; NONE = none. */
  firstPosition(id: number): number {
    return this.int32s[2 * accountRow(id) + FIRST_POSITION]!
  }
  /** It was credited once: it may trade. */
  exists(id: number): boolean {
    return (this.int32s[2 * accountRow(id) + ACCOUNT_FLAGS]! & EXISTS) !== 0
  }
  isFrozen(id: number): boolean {
    return (this.int32s[2 * accountRow(id) + ACCOUNT_FLAGS]! & IS_FROZEN) !== 0
  }
  hasLeverages(id: number): boolean {
    return (this.int32s[2 * accountRow(id) + ACCOUNT_FLAGS]! & HAS_LEVERAGES) !== 0
  }
  isGuarded(id: number): boolean {
    return (this.int32s[2 * accountRow(id) + ACCOUNT_FLAGS]! & IS_GUARDED) !== 0
  }
  isReferred(id: number): boolean {
    return (this.int32s[2 * accountRow(id) + ACCOUNT_FLAGS]! & IS_REFERRED) !== 0
  }
  markTraded(id: number): void {
    const at = 2 * accountRow(id) + ACCOUNT_FLAGS
    const flags = this.int32s[at]!
    if ((flags & HAS_TRADED) === 0) this.int32s[at] = flags | HAS_TRADED
  }
  /** Reference of its projection in the sweep with this number; NONE = none yet. */
  projectionIn(id: number, sweep: number): number {
    const row = accountRow(id)
    return this.numbers[row + DRAFT_OF_SWEEP] === sweep ? this.int32s[2 * row + DRAFT]! : NONE
  }
  setProjection(id: number, sweep: number, projection: number): void {
    const row = accountRow(id)
    this.numbers[row + DRAFT_OF_SWEEP] = sweep
    this.int32s[2 * row + DRAFT] = projection
  }
  /** Whether the margin status cached for it belongs to this epoch. */
  isStatusOf(id: number, epoch: number): boolean {
    return this.numbers[accountRow(id) + STATUS_EPOCH] === epoch
  }
  /** Caches the first figures of a margin status. */
  cacheStatus(id: number, epoch: number, figures: MarginFigures): void {
    const row = accountRow(id)
    this.numbers[row + STATUS_EPOCH] = epoch
    for (let i = 0; i < CACHED_FIGURES; i += 1) this.numbers[row + CACHED_STATUS + i] = figures.numbers[i]!
  }
  /** Whether the cached figures are these. */
  isCachedStatus(id: number, figures: MarginFigures): boolean {
    const at = accountRow(id) + CACHED_STATUS
    for (let i = 0; i < CACHED_FIGURES; i += 1) if (figures.numbers[i] !== this.numbers[at + i]) return false
    return true
  }
  /** Copies the cached figures to a margin status. */
  recallStatus(id: number, figures: MarginFigures): void {
    const row = accountRow(id)
    for (let i = 0; i < CACHED_FIGURES; i += 1) figures.numbers[i] = this.numbers[row + CACHED_STATUS + i]!
  }
}

export const createAccountRows = (secret: number, orders: OrderRows, positions: PositionRows): AccountRows =>
  new AccountRows(secret, orders, positions)

export class Account {
  /** Dense, in order of registration: the universal tie-breaker. */
  readonly id: number
  readonly address: Address
  readonly networkType: NetworkType
  /** Set for an account with an ed25519 primary key. */
  publicKey: Hex | undefined = undefined
  /** Set for an account of a contract wallet: the one chain whose contract speaks for it. */
  proofChainId: number | undefined = undefined
  /** The primary account that owns it; a REAL account owns itself. */
  ownerId: Address
  softCredit: Usd6 = usd6(0)
  /** Sum that the system paid for it when a deposit was orphaned. */
  advanced: Usd6 = usd6(0)
  /** Money that came in from outside, less what left: transfers and LP shares, not trading results. */
  netDeposits: Usd6 = usd6(0)
  /** Last published equity and net deposits: see `hourlyValues.ts`. */
  toldEquity: Usd6 = usd6(0)
  toldDeposits: Usd6 = usd6(0)
  registeredMs: TimeMs = timeMs(0)
  leverages: Map<MarketId, number> = new Map()
  registrations: Registration[] = []
  /** Revoked approvals, which register no more keys: see `revokedApprovals.ts`. */
  spentProofs: Approval[] = []
  /** API keys of its programs, in the order of creation. */
  apiKeys: ApiKey[] = []
  /** Recipients that the primary key has approved. */
  trustedRecipients: Hex[] = []
  /** Where its money may leave for; absent = anywhere. */
  addressBook: AddressBook | undefined = undefined
  /** Withdrawals of the last 24 hours that were not refused. */
  withdrawals: RecentWithdrawal[] = []
  /** Derived: Σ of `withdrawals`. */
  withdrawalSum = 0
  /** Set for an evaluation or funded account. */
  capital: Capital | undefined = undefined
  private ownGuardrails: Guardrails | undefined = undefined
  private readonly rows: AccountRows

  constructor(rows: AccountRows, id: number, address: Address, networkType: NetworkType) {
    this.rows = rows
    this.id = id
    this.address = address
    this.networkType = networkType
    this.ownerId = address
  }

  private half(place: number): number {
    return this.rows.int32s[2 * accountRow(this.id) + place]!
  }
  private mark(flag: number, value: boolean): void {
    const at = 2 * accountRow(this.id) + ACCOUNT_FLAGS
    this.rows.int32s[at] = (this.rows.int32s[at]! & ~flag) | (value ? flag : 0)
  }

  get collateral(): Usd6 {
    return this.rows.numbers[accountRow(this.id) + COLLATERAL] as Usd6
  }
  set collateral(value: Usd6) {
    this.rows.numbers[accountRow(this.id) + COLLATERAL] = value
    scheduleMarginCheck(this.rows, this.id)
  }
  get openOrderMargin(): Usd6 {
    return this.rows.numbers[accountRow(this.id) + OPEN_ORDER_MARGIN] as Usd6
  }
  set openOrderMargin(value: Usd6) {
    this.rows.numbers[accountRow(this.id) + OPEN_ORDER_MARGIN] = value
  }
  get exists(): boolean {
    return (this.half(ACCOUNT_FLAGS) & EXISTS) !== 0
  }
  set exists(value: boolean) {
    this.mark(EXISTS, value)
  }
  set hasLeverages(value: boolean) {
    this.mark(HAS_LEVERAGES, value)
  }
  get hasTraded(): boolean {
    return (this.half(ACCOUNT_FLAGS) & HAS_TRADED) !== 0
  }
  set hasTraded(value: boolean) {
    this.mark(HAS_TRADED, value)
  }
  get isReferred(): boolean {
    return (this.half(ACCOUNT_FLAGS) & IS_REFERRED) !== 0
  }
  set isReferred(value: boolean) {
    this.mark(IS_REFERRED, value)
  }
  get fillWeight(): number {
    return this.rows.numbers[accountRow(this.id) + FILL_WEIGHT]!
  }
  set fillWeight(value: number) {
    this.rows.numbers[accountRow(this.id) + FILL_WEIGHT] = value
  }
  get isSim(): boolean {
    return (this.half(ACCOUNT_FLAGS) & IS_SIM) !== 0
  }
  set isSim(value: boolean) {
    this.mark(IS_SIM, value)
  }
  get isFrozen(): boolean {
    return (this.half(ACCOUNT_FLAGS) & IS_FROZEN) !== 0
  }
  set isFrozen(value: boolean) {
    this.mark(IS_FROZEN, value)
  }
  get guardrails(): Guardrails | undefined {
    return this.ownGuardrails
  }
  set guardrails(value: Guardrails | undefined) {
    this.ownGuardrails = value
    this.mark(IS_GUARDED, value !== undefined)
  }
  get openOrders(): number {
    return this.half(OPEN_ORDERS)
  }
  get reduceOnlyOrders(): number {
    return this.half(REDUCE_ONLY_ORDERS)
  }
  get oldestOrder(): Order | undefined {
    const at = this.half(OLDEST_ORDER)
    return at === NONE ? undefined : orderAt(this.rows.orders, at)
  }
  /** By market id, ascending: a new list. */
  get positions(): Position[] {
    const { positions } = this.rows
    const held: Position[] = []
    for (let at = this.half(FIRST_POSITION); at !== NONE; at = positions.int32s[2 * at + NEXT]!)
      held.push(positionAt(positions, at))
    return held
  }
}

/** Adds an account under the next id; the caller has checked that its address is new. */
export function addAccount(
  rows: AccountRows,
  accounts: Account[],
  address: Address,
  networkType: NetworkType,
): Account {
  const id = accounts.length
  if (id * ACCOUNT_ROW === rows.numbers.length) grow(rows, id)
  const half = 2 * accountRow(id)
  const { int32s } = rows
  int32s[half + OLDEST_ORDER] = NONE
  int32s[half + YOUNGEST_ORDER] = NONE
  int32s[half + FIRST_POSITION] = NONE
  writeHex(address, int32s, half + ACCOUNT_WORDS, ADDRESS_WORDS)
  const account = new Account(rows, id, address, networkType)
  accounts.push(account)
  put(rows, id)
  return account
}

export function findAccount(
  rows: AccountRows,
  accounts: readonly Account[],
  address: Address,
): Account | undefined {
  const { ids, mask, int32s, asked } = rows
  writeHex(address, asked, 0, ADDRESS_WORDS)
  const low = asked[4]!
  for (let slot = slotOf(low, rows.secret, mask); ids[slot] !== 0; slot = (slot + 1) & mask) {
    const id = ids[slot]! - 1
    const held = 2 * accountRow(id) + ACCOUNT_WORDS
    if (
      int32s[held + 4] === low &&
      int32s[held + 3] === asked[3] &&
      int32s[held + 2] === asked[2] &&
      int32s[held + 1] === asked[1] &&
      int32s[held] === asked[0]
    )
      return accounts[id]
  }
  return undefined
}

function put(rows: AccountRows, id: number): void {
  const { ids, mask, int32s } = rows
  let slot = slotOf(int32s[2 * accountRow(id) + ACCOUNT_WORDS + 4]!, rows.secret, mask)
  while (ids[slot] !== 0) slot = (slot + 1) & mask
  ids[slot] = id + 1
}

function grow(rows: AccountRows, count: number): void {
  widenRows(rows)
  for (const domain of [rows.real, rows.sim])
    domain.holders = widened(domain.holders, 2 * domain.holders.length)
  const slots = 2 * rows.ids.length
  rows.ids = new Int32Array(slots)
  rows.mask = slots - 1
  for (let id = 0; id < count; id++) put(rows, id)
}

function widened(bits: Int32Array, length: number): Int32Array {
  const wider = new Int32Array(length)
  wider.set(bits)
  return wider
}

/** Holders of the account's domain. */
const holdersFor = (rows: AccountRows, id: number): Holders => (isSimAccount(rows, id) ? rows.sim : rows.real)

export const isSimAccount = ({ int32s }: AccountRows, id: number): boolean =>
  (int32s[2 * accountRow(id) + ACCOUNT_FLAGS]! & IS_SIM) !== 0

/** Sets whether an account has a position. */
export const setHolder = (rows: AccountRows, id: number, holds: boolean): void =>
  setBit(holdersFor(rows, id).holders, id, holds)

/** Sets whether an account has a position in a market. */
export function setHolderIn(rows: AccountRows, id: number, marketId: MarketId, holds: boolean): void {
  const { holders, holdersIn } = holdersFor(rows, id)
  while (holdersIn.length <= marketId) holdersIn.push(new Int32Array(holders.length))
  let bits = holdersIn[marketId]!
  if (bits.length < holders.length) bits = holdersIn[marketId] = widened(bits, holders.length)
  setBit(bits, id, holds)
}

function setBit(bits: Int32Array, id: number, value: boolean): void {
  const word = id >>> 5
  const bit = 1 << (id & (WORD_BITS - 1))
  bits[word] = value ? bits[word]! | bit : bits[word]! & ~bit
}

/** Returns whether it has a position in any market. */
export const isHolder = ({ int32s }: AccountRows, id: number): boolean =>
  int32s[2 * accountRow(id) + FIRST_POSITION] !== NONE

/** Marks the margin check of an account as pending, after a change that affects its margins. */
export function scheduleMarginCheck(rows: AccountRows, id: number): void {
  rows.numbers[accountRow(id) + STATUS_EPOCH] = 0
  const at = 2 * accountRow(id) + ACCOUNT_FLAGS
  const flags = rows.int32s[at]!
  if ((flags & (IS_MARGIN_CHECK_PENDING | IS_SIM)) !== 0) return
  rows.int32s[at] = flags | IS_MARGIN_CHECK_PENDING
  rows.marginChecks.push(id)
}

/** Marks the margin check of every holder in a market as pending. */
export function scheduleMarginChecks(rows: AccountRows, marketId: MarketId): void {
  for (const id of holdersInAny(rows, [marketId])) scheduleMarginCheck(rows, id)
}

export const isMarginCheckPending = ({ int32s }: AccountRows, id: number): boolean =>
  (int32s[2 * accountRow(id) + ACCOUNT_FLAGS]! & IS_MARGIN_CHECK_PENDING) !== 0

/** Removes an account that becomes SIM, where no check is pending; a snapshot marks every account that it names. */
export function dropMarginCheck(rows: AccountRows, id: number): void {
  if (!isMarginCheckPending(rows, id)) return
  const at = 2 * accountRow(id) + ACCOUNT_FLAGS
  rows.int32s[at] = rows.int32s[at]! & ~IS_MARGIN_CHECK_PENDING
  rows.marginChecks.splice(rows.marginChecks.indexOf(id), 1)
}

/** Calls `isKept` for every pending account in turn and removes those for which it returns false. */
export function filterMarginChecks(rows: AccountRows, isKept: (id: number) => boolean): void {
  const { marginChecks } = rows
  let kept = 0
  for (const id of marginChecks) {
    if (isKept(id)) {
      marginChecks[kept] = id
      kept += 1
    } else {
      const at = 2 * accountRow(id) + ACCOUNT_FLAGS
      rows.int32s[at] = rows.int32s[at]! & ~IS_MARGIN_CHECK_PENDING
    }
  }
  marginChecks.length = kept
}

/** Ids of the accounts of a domain with a position, ascending. */
export const holdersOf = (rows: AccountRows, isSim = false): number[] =>
  idsIn((isSim ? rows.sim : rows.real).holders)

/** Ids of the accounts of a domain with a position in any of these markets, ascending, each once. */
export function holdersInAny(rows: AccountRows, marketIds: readonly MarketId[], isSim = false): number[] {
  const { holders, holdersIn } = isSim ? rows.sim : rows.real
  const [first] = marketIds
  if (marketIds.length === 1) return idsIn(holdersIn[first!] ?? NO_HOLDERS)
  const any = new Int32Array(holders.length)
  for (const marketId of marketIds) {
    const words = holdersIn[marketId] ?? NO_HOLDERS
    for (let word = 0; word < words.length; word += 1) any[word] = any[word]! | words[word]!
  }
  return idsIn(any)
}

const NO_HOLDERS = new Int32Array(0)

/**
 * Loops without a call for each word: there is one word per 32 registered accounts, and few accounts hold a
 * position.
 */
function idsIn(words: Int32Array): number[] {
  const ids: number[] = []
  for (let word = 0; word < words.length; word += 1)
    for (let left = words[word]!; left !== 0; left &= left - 1)
      ids.push(word * WORD_BITS + 31 - Math.clz32(left & -left))
  return ids
}

export interface Registration {
  readonly signer: Address
  readonly networkType: NetworkType
  readonly expiryTimeMs: TimeMs
  readonly apiKeyHash: Hex
  readonly proofSignature: Hex
  readonly verifyingContract: Address
  /** The chain whose contract answered for the primary key (ERC-1271); absent: the key itself signed. */
  readonly proofChainId?: number
  readonly createTimeMs: TimeMs
}
