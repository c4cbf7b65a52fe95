/**
 * The handle of an order: a live one, resting or dormant until its trigger, or one that is about to go live or has just ended.
 * It reads the row and allocates nothing after the first time; the hot paths use references (`orders.ts`).
 */
import {
  type Address,
  type ErrorCode,
  type Funding12,
  type Id,
  type Lots,
  ORDER_TYPES,
  ORDER_STATUSES,
  type OrderStatus,
  type OrderType,
  type Ratio4,
  type Ticks,
  type TimeInForce,
  TIMES_IN_FORCE,
  type TimeMs,
  type Usd6,
} from '@vest/protocol'
import type { AttachedLeg, MarketId } from '../../api/index.ts'
import { ID_WORDS, readHex } from '../memory/words.ts'
import {
  ACCOUNT_ID,
  BUY_BIT,
  CODE,
  FEES,
  FILLED_SIZE,
  FILLED_VALUE,
  FLAGS,
  HAS_EXTRAS,
  ID,
  INIT_MARGIN_RATIO,
  IS_LIVE,
  IS_SIM_ORDER,
  IS_TRIGGERED,
  LAST_FILLED_PRICE,
  LAST_FILLED_SIZE,
  LAST_FILLED_TIME,
  LEVEL,
  LIMIT_PRICE,
  MARKET_ID,
  MARK_PRICE,
  NONCE,
  NONE,
  OLDER,
  OLDER_OF_ACCOUNT,
  ORDER_TIME,
  POST_TIME,
  RANK,
  REALIZED_PNL,
  REDUCE_ONLY_BIT,
  RESERVED_MARGIN,
  SETTLED_FUNDING,
  SIGNER_INDEX,
  SIZE,
  STATUS,
  TERMS,
  YOUNGER,
  YOUNGER_OF_ACCOUNT,
  isTriggerType,
  rowOf,
  timeInForceIn,
  typeIn,
} from './orderLayout.ts'

/** Names of the account and the key of an order, by the numbers in its row. */
export interface NamedAccount {
  readonly address: Address
}

export interface NamedSigner {
  readonly signer: Address
}

/** What an order is read from: `OrderRows` as its handles see it. */
export interface OrderMemory {
  readonly numbers: Float64Array
  readonly int32s: Int32Array
  /** By row: its handle, once it was asked for, and the accumulator at its last fill. */
  readonly handles: (Order | undefined)[]
  readonly cumFundings: (Funding12 | undefined)[]
  /** By reference, for the few orders that have any. */
  readonly extras: Map<number, OrderExtras>
  readonly accounts: readonly NamedAccount[]
  readonly signers: readonly NamedSigner[]
}

/** The handle of the order whose row begins at `at`; the same object each time. */
export const orderAt = (rows: OrderMemory, at: number): Order =>
  (rows.handles[rowOf(at)] ??= new Order(rows, at))

/** What fills and time have made of a live order; the last eight are absent before its first fill. */
export type OrderPast = Pick<
  Order,
  | 'rank'
  | 'status'
  | 'code'
  | 'filledSize'
  | 'filledValue'
  | 'fees'
  | 'reservedMargin'
  | 'lastFilledSize'
  | 'lastFilledPrice'
  | 'lastFilledTimeMs'
  | 'realizedPnl'
  | 'settledFunding'
  | 'cumFunding'
>

const optional = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value)

export class Order {
  readonly rows: OrderMemory
  readonly at: number

  constructor(rows: OrderMemory, at: number) {
    this.rows = rows
    this.at = at
  }

  private half(place: number): number {
    return this.rows.int32s[2 * this.at + place]!
  }
  private linked(place: number): Order | undefined {
    const at = this.half(place)
    return at === NONE ? undefined : orderAt(this.rows, at)
  }
  /** A field of the record that exists only after a fill. */
  private filled(place: number): number | undefined {
    return this.filledSize === 0 ? undefined : this.rows.numbers[this.at + place]!
  }

  get id(): Id {
    return readHex(this.rows.int32s, 2 * this.at + ID, ID_WORDS)
  }
  /** Reference, within the side, of the level of its price while it rests. */
  get levelAt(): number {
    return this.half(LEVEL)
  }
  get older(): Order | undefined {
    return this.linked(OLDER)
  }
  get younger(): Order | undefined {
    return this.linked(YOUNGER)
  }
  get olderOfAccount(): Order | undefined {
    return this.linked(OLDER_OF_ACCOUNT)
  }
  get youngerOfAccount(): Order | undefined {
    return this.linked(YOUNGER_OF_ACCOUNT)
  }
  get nonce(): number {
    return this.rows.numbers[this.at + NONCE]!
  }
  get marketId(): MarketId {
    return this.rows.int32s[2 * this.at + MARKET_ID]!
  }
  get words(): number {
    return this.rows.int32s[2 * this.at + TERMS]!
  }
  get isBuy(): boolean {
    return (this.words & BUY_BIT) !== 0
  }
  get orderType(): OrderType {
    return ORDER_TYPES[typeIn(this.words)]!
  }
  get size(): Lots {
    return this.rows.numbers[this.at + SIZE] as Lots
  }
  get limitPrice(): Ticks {
    return this.rows.numbers[this.at + LIMIT_PRICE] as Ticks
  }
  set limitPrice(value: Ticks) {
    this.rows.numbers[this.at + LIMIT_PRICE] = value
  }
  get timeInForce(): TimeInForce {
    return TIMES_IN_FORCE[timeInForceIn(this.words)]!
  }
  get reduceOnly(): boolean {
    return (this.words & REDUCE_ONLY_BIT) !== 0
  }
  set reduceOnly(value: boolean) {
    this.rows.int32s[2 * this.at + TERMS] = (this.words & ~REDUCE_ONLY_BIT) | (value ? REDUCE_ONLY_BIT : 0)
  }
  get initMarginRatio(): Ratio4 {
    return this.rows.numbers[this.at + INIT_MARGIN_RATIO] as Ratio4
  }
  get status(): OrderStatus {
    return ORDER_STATUSES[this.rows.numbers[this.at + STATUS]!]!
  }
  get code(): ErrorCode | undefined {
    return optional(this.rows.numbers[this.at + CODE]!) as ErrorCode | undefined
  }
  get markPrice(): Ticks | undefined {
    return optional(this.rows.numbers[this.at + MARK_PRICE]!) as Ticks | undefined
  }
  get filledSize(): Lots {
    return this.rows.numbers[this.at + FILLED_SIZE] as Lots
  }
  get filledValue(): Usd6 {
    return this.rows.numbers[this.at + FILLED_VALUE] as Usd6
  }
  get fees(): Usd6 {
    return this.rows.numbers[this.at + FEES] as Usd6
  }
  get orderTimeMs(): TimeMs {
    return this.rows.numbers[this.at + ORDER_TIME] as TimeMs
  }
  get postTimeMs(): TimeMs {
    return this.rows.numbers[this.at + POST_TIME] as TimeMs
  }
  get lastFilledSize(): Lots | undefined {
    return this.filled(LAST_FILLED_SIZE) as Lots | undefined
  }
  get lastFilledPrice(): Ticks | undefined {
    return this.filled(LAST_FILLED_PRICE) as Ticks | undefined
  }
  get lastFilledTimeMs(): TimeMs | undefined {
    return this.filled(LAST_FILLED_TIME) as TimeMs | undefined
  }
  get realizedPnl(): Usd6 | undefined {
    return this.filled(REALIZED_PNL) as Usd6 | undefined
  }
  get settledFunding(): Usd6 | undefined {
    return this.filled(SETTLED_FUNDING) as Usd6 | undefined
  }
  get cumFunding(): Funding12 | undefined {
    return this.filledSize === 0 ? undefined : this.rows.cumFundings[rowOf(this.at)]
  }
  /** Acceptance number: the older of two live orders has the smaller one. 0 until it rests. */
  get rank(): number {
    return this.rows.numbers[this.at + RANK]!
  }
  set rank(value: number) {
    this.rows.numbers[this.at + RANK] = value
  }
  get accountId(): number {
    return this.half(ACCOUNT_ID)
  }
  /** Index of its key among the exchange's signers; -1 = the account itself, for an unsigned order. */
  get signerIndex(): number {
    return this.half(SIGNER_INDEX)
  }
  get account(): Address {
    return this.rows.accounts[this.accountId]!.address
  }
  get signer(): Address {
    const { signerIndex, rows } = this
    return signerIndex < 0 ? this.account : rows.signers[signerIndex]!.signer
  }
  /** Margin that it reserves on its account. */
  get reservedMargin(): Usd6 {
    return this.rows.numbers[this.at + RESERVED_MARGIN] as Usd6
  }
  /** A STOP_LOSS or TAKE_PROFIT whose trigger was reached and that has not filled yet. */
  get isTriggered(): boolean {
    return (this.half(FLAGS) & IS_TRIGGERED) !== 0
  }
  set isTriggered(value: boolean) {
    const at = 2 * this.at + FLAGS
    this.rows.int32s[at] = (this.rows.int32s[at]! & ~IS_TRIGGERED) | (value ? IS_TRIGGERED : 0)
  }
  /** Its order extras; absent for nearly every order. */
  get extras(): OrderExtras | undefined {
    return (this.half(FLAGS) & HAS_EXTRAS) === 0 ? undefined : this.rows.extras.get(this.at)
  }
  /** Resting in the book or dormant. */
  get isLive(): boolean {
    return (this.half(FLAGS) & IS_LIVE) !== 0
  }
  /** Live in a book of the SIM domain. */
  get isSim(): boolean {
    return (this.half(FLAGS) & IS_SIM_ORDER) !== 0
  }
  /** STOP_LOSS or TAKE_PROFIT. */
  get isTrigger(): boolean {
    return isTriggerType(typeIn(this.words))
  }
}

export interface OrderExtras {
  readonly clientId?: string
  /** Legs of this order. */
  readonly takeProfit?: AttachedLeg
  readonly stopLoss?: AttachedLeg
  /** The parent of a leg. A parent has at most one open leg of each kind; these two form a group. */
  readonly parentId?: Id
}
