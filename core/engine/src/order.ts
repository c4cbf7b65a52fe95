/**
 * The orders of an exchange: what is a number stands in one long row of numbers, an order after the other, so that
 * an order is four lines of memory beside each other and nothing is allocated when a figure changes. An `Order` is
 * the handle of such a row. Rows are never given back: when an order has ended, its handle serves a later one
 * (`recycleOrders`), so nothing may keep a handle beyond the command in which its order ends.
 */
import {
  type Address,
  assert,
  type ErrorCode,
  type Funding12,
  type Id,
  type Lots,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderStatus,
  type OrderType,
  type Ratio4,
  type Ticks,
  TIMES_IN_FORCE,
  type TimeInForce,
  type TimeMs,
  type Usd6,
  usd6,
} from '@vest/protocol'
import type { Level } from './book.ts'
import type { MarketId } from './command.ts'
import type { Account } from './accountRows.ts'
import type { SignerNonces } from './state.ts'

// Places in a row. What a record tells comes first, in the order in which it is told (`eventLog.ts`).
const NONCE = 0
const MARKET_ID = 1
const IS_BUY = 2
const ORDER_TYPE = 3
const SIZE = 4
const LIMIT_PRICE = 5
const TIME_IN_FORCE = 6
const REDUCE_ONLY = 7
const INIT_MARGIN_RATIO = 8
const STATUS = 9
const CODE = 10
const MARK_PRICE = 11
const FILLED_SIZE = 12
const FILLED_VALUE = 13
const FEES = 14
const ORDER_TIME = 15
const POST_TIME = 16
const LAST_FILLED_SIZE = 17
const LAST_FILLED_PRICE = 18
const LAST_FILLED_TIME = 19
const REALIZED_PNL = 20
const SETTLED_FUNDING = 21
const RANK = 22
const ACCOUNT_ID = 23
const SIGNER_INDEX = 24
const RESERVED_MARGIN = 25
const IS_TRIGGERED = 26
const IS_LIVE = 27
const ID_PRINT = 28
const ROW = 32

/** How many numbers of a row every record tells, and how many more the record of an order that has filled. */
export const TOLD_NUMBERS = LAST_FILLED_SIZE
export const TOLD_FILL_NUMBERS = RANK - LAST_FILLED_SIZE

const ROWS_AT_FIRST = 256
/** Stands for an absent number. */
const ABSENT = NaN

export interface OrderRows {
  numbers: Float64Array
  /** Rows in use, spare ones included. */
  count: number
  readonly accounts: readonly Account[]
  readonly signers: readonly SignerNonces[]
}

export const createOrderRows = (
  accounts: readonly Account[],
  signers: readonly SignerNonces[],
): OrderRows => ({
  numbers: new Float64Array(ROWS_AT_FIRST * ROW),
  count: 0,
  accounts,
  signers,
})

/** A handle of a fresh row. */
export function addOrderRow(rows: OrderRows): Order {
  const at = rows.count * ROW
  if (at === rows.numbers.length) {
    const wider = new Float64Array(2 * rows.numbers.length)
    wider.set(rows.numbers)
    rows.numbers = wider
  }
  rows.count += 1
  return new Order(rows, at)
}

const PARTIALLY_FILLED = ORDER_STATUSES.indexOf('PARTIALLY_FILLED')
const FILLED = ORDER_STATUSES.indexOf('FILLED')
const STOP_LOSS = ORDER_TYPES.indexOf('STOP_LOSS')
const TAKE_PROFIT = ORDER_TYPES.indexOf('TAKE_PROFIT')

const optional = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value)

/** A live order: resting in the book, or dormant until its trigger; or one that has just come or gone. */
export class Order {
  id: Id = '0x'
  /** Its price level while it rests, with its neighbours there. */
  level: Level | undefined = undefined
  older: Order | undefined = undefined
  younger: Order | undefined = undefined
  /** Neighbours among the live orders of its account, by rank. */
  olderOfAccount: Order | undefined = undefined
  youngerOfAccount: Order | undefined = undefined
  cumFunding: Funding12 | undefined = undefined
  readonly rows: OrderRows
  readonly at: number

  constructor(rows: OrderRows, at: number) {
    this.rows = rows
    this.at = at
  }

  /**
   * Begins the life of a new order: what is signed, nothing filled, nothing reserved. The row is written once, from
   * one end to the other, which is why so much comes at a time.
   */
  begin(
    id: Id,
    print: number,
    nonce: number,
    marketId: MarketId,
    isBuy: boolean,
    orderType: OrderType,
    size: Lots,
    limitPrice: Ticks,
    timeInForce: TimeInForce,
    reduceOnly: boolean,
    initMarginRatio: Ratio4,
    markPrice: Ticks | undefined,
    orderTimeMs: TimeMs,
    postTimeMs: TimeMs,
    accountId: number,
    signerIndex: number,
  ): void {
    const { at } = this
    const { numbers } = this.rows
    this.id = id
    this.cumFunding = undefined
    numbers[at + NONCE] = nonce
    numbers[at + MARKET_ID] = marketId
    numbers[at + IS_BUY] = isBuy ? 1 : 0
    numbers[at + ORDER_TYPE] = placeOf(ORDER_TYPES, orderType)
    numbers[at + SIZE] = size
    numbers[at + LIMIT_PRICE] = limitPrice
    numbers[at + TIME_IN_FORCE] = placeOf(TIMES_IN_FORCE, timeInForce)
    numbers[at + REDUCE_ONLY] = reduceOnly ? 1 : 0
    numbers[at + INIT_MARGIN_RATIO] = initMarginRatio
    numbers[at + STATUS] = 0
    numbers[at + CODE] = ABSENT
    numbers[at + MARK_PRICE] = markPrice ?? ABSENT
    numbers[at + FILLED_SIZE] = 0
    numbers[at + FILLED_VALUE] = 0
    numbers[at + FEES] = 0
    numbers[at + ORDER_TIME] = orderTimeMs
    numbers[at + POST_TIME] = postTimeMs
    numbers[at + LAST_FILLED_SIZE] = ABSENT
    numbers[at + LAST_FILLED_PRICE] = ABSENT
    numbers[at + LAST_FILLED_TIME] = ABSENT
    numbers[at + REALIZED_PNL] = ABSENT
    numbers[at + SETTLED_FUNDING] = ABSENT
    numbers[at + RANK] = 0
    numbers[at + ACCOUNT_ID] = accountId
    numbers[at + SIGNER_INDEX] = signerIndex
    numbers[at + RESERVED_MARGIN] = 0
    numbers[at + IS_TRIGGERED] = 0
    numbers[at + IS_LIVE] = 0
    numbers[at + ID_PRINT] = print
  }

  /** Adds a fill; the status follows from what is left. */
  addFill(
    size: number,
    value: number,
    lastSize: number,
    lastPrice: number,
    timeMs: TimeMs,
    fee: number,
    pnl: number,
    settledFunding: number,
    cumFunding: Funding12,
  ): void {
    const { at } = this
    const { numbers } = this.rows
    const isFirst = numbers[at + FILLED_SIZE] === 0
    const filled = numbers[at + FILLED_SIZE]! + size
    if (filled > numbers[at + SIZE]!) assert(false, 'no order fills beyond its size')
    numbers[at + FILLED_SIZE] = filled
    numbers[at + FILLED_VALUE] = usd6(numbers[at + FILLED_VALUE]! + value)
    numbers[at + FEES] = usd6(numbers[at + FEES]! + fee)
    numbers[at + LAST_FILLED_SIZE] = lastSize
    numbers[at + LAST_FILLED_PRICE] = lastPrice
    numbers[at + LAST_FILLED_TIME] = timeMs
    const net = pnl + settledFunding - fee
    numbers[at + REALIZED_PNL] = usd6(isFirst ? net : numbers[at + REALIZED_PNL]! + net)
    numbers[at + SETTLED_FUNDING] = usd6(
      isFirst ? settledFunding : numbers[at + SETTLED_FUNDING]! + settledFunding,
    )
    numbers[at + STATUS] = filled === numbers[at + SIZE] ? FILLED : PARTIALLY_FILLED
    this.cumFunding = cumFunding
  }

  get nonce(): number {
    return this.rows.numbers[this.at + NONCE]!
  }
  get marketId(): MarketId {
    return this.rows.numbers[this.at + MARKET_ID]!
  }
  get isBuy(): boolean {
    return this.rows.numbers[this.at + IS_BUY] === 1
  }
  get orderType(): OrderType {
    return ORDER_TYPES[this.rows.numbers[this.at + ORDER_TYPE]!]!
  }
  get size(): Lots {
    return this.rows.numbers[this.at + SIZE] as Lots
  }
  set size(value: Lots) {
    this.rows.numbers[this.at + SIZE] = value
  }
  get limitPrice(): Ticks {
    return this.rows.numbers[this.at + LIMIT_PRICE] as Ticks
  }
  set limitPrice(value: Ticks) {
    this.rows.numbers[this.at + LIMIT_PRICE] = value
  }
  get timeInForce(): TimeInForce {
    return TIMES_IN_FORCE[this.rows.numbers[this.at + TIME_IN_FORCE]!]!
  }
  get reduceOnly(): boolean {
    return this.rows.numbers[this.at + REDUCE_ONLY] === 1
  }
  set reduceOnly(value: boolean) {
    this.rows.numbers[this.at + REDUCE_ONLY] = value ? 1 : 0
  }
  get initMarginRatio(): Ratio4 {
    return this.rows.numbers[this.at + INIT_MARGIN_RATIO] as Ratio4
  }
  get status(): OrderStatus {
    return ORDER_STATUSES[this.rows.numbers[this.at + STATUS]!]!
  }
  set status(value: OrderStatus) {
    this.rows.numbers[this.at + STATUS] = placeOf(ORDER_STATUSES, value)
  }
  get code(): ErrorCode | undefined {
    return optional(this.rows.numbers[this.at + CODE]!) as ErrorCode | undefined
  }
  set code(value: ErrorCode | undefined) {
    this.rows.numbers[this.at + CODE] = value ?? ABSENT
  }
  get markPrice(): Ticks | undefined {
    return optional(this.rows.numbers[this.at + MARK_PRICE]!) as Ticks | undefined
  }
  get filledSize(): Lots {
    return this.rows.numbers[this.at + FILLED_SIZE] as Lots
  }
  set filledSize(value: Lots) {
    this.rows.numbers[this.at + FILLED_SIZE] = value
  }
  get filledValue(): Usd6 {
    return this.rows.numbers[this.at + FILLED_VALUE] as Usd6
  }
  set filledValue(value: Usd6) {
    this.rows.numbers[this.at + FILLED_VALUE] = value
  }
  get fees(): Usd6 {
    return this.rows.numbers[this.at + FEES] as Usd6
  }
  set fees(value: Usd6) {
    this.rows.numbers[this.at + FEES] = value
  }
  get orderTimeMs(): TimeMs {
    return this.rows.numbers[this.at + ORDER_TIME] as TimeMs
  }
  get postTimeMs(): TimeMs {
    return this.rows.numbers[this.at + POST_TIME] as TimeMs
  }
  get lastFilledSize(): Lots | undefined {
    return optional(this.rows.numbers[this.at + LAST_FILLED_SIZE]!) as Lots | undefined
  }
  set lastFilledSize(value: Lots | undefined) {
    this.rows.numbers[this.at + LAST_FILLED_SIZE] = value ?? ABSENT
  }
  get lastFilledPrice(): Ticks | undefined {
    return optional(this.rows.numbers[this.at + LAST_FILLED_PRICE]!) as Ticks | undefined
  }
  set lastFilledPrice(value: Ticks | undefined) {
    this.rows.numbers[this.at + LAST_FILLED_PRICE] = value ?? ABSENT
  }
  get lastFilledTimeMs(): TimeMs | undefined {
    return optional(this.rows.numbers[this.at + LAST_FILLED_TIME]!) as TimeMs | undefined
  }
  set lastFilledTimeMs(value: TimeMs | undefined) {
    this.rows.numbers[this.at + LAST_FILLED_TIME] = value ?? ABSENT
  }
  get realizedPnl(): Usd6 | undefined {
    return optional(this.rows.numbers[this.at + REALIZED_PNL]!) as Usd6 | undefined
  }
  set realizedPnl(value: Usd6 | undefined) {
    this.rows.numbers[this.at + REALIZED_PNL] = value ?? ABSENT
  }
  get settledFunding(): Usd6 | undefined {
    return optional(this.rows.numbers[this.at + SETTLED_FUNDING]!) as Usd6 | undefined
  }
  set settledFunding(value: Usd6 | undefined) {
    this.rows.numbers[this.at + SETTLED_FUNDING] = value ?? ABSENT
  }
  /** Acceptance rank: the older of two live orders has the smaller one. 0 until it rests. */
  get rank(): number {
    return this.rows.numbers[this.at + RANK]!
  }
  set rank(value: number) {
    this.rows.numbers[this.at + RANK] = value
  }
  get accountId(): number {
    return this.rows.numbers[this.at + ACCOUNT_ID]!
  }
  /** Place among the exchange's signers; -1 = the account itself, for an order that nobody signed. */
  get signerIndex(): number {
    return this.rows.numbers[this.at + SIGNER_INDEX]!
  }
  get signer(): Address {
    const { signerIndex, rows } = this
    return signerIndex < 0 ? rows.accounts[this.accountId]!.address : rows.signers[signerIndex]!.signer
  }
  /** What it reserves of its account's margin. */
  get reservedMargin(): Usd6 {
    return this.rows.numbers[this.at + RESERVED_MARGIN] as Usd6
  }
  set reservedMargin(value: Usd6) {
    this.rows.numbers[this.at + RESERVED_MARGIN] = value
  }
  /** A STOP_LOSS or TAKE_PROFIT whose trigger was reached and that is not filled yet. */
  get isTriggered(): boolean {
    return this.rows.numbers[this.at + IS_TRIGGERED] === 1
  }
  set isTriggered(value: boolean) {
    this.rows.numbers[this.at + IS_TRIGGERED] = value ? 1 : 0
  }
  /** In the book or among the dormant orders. */
  get isLive(): boolean {
    return this.rows.numbers[this.at + IS_LIVE] === 1
  }
  set isLive(value: boolean) {
    this.rows.numbers[this.at + IS_LIVE] = value ? 1 : 0
  }
  /** STOP_LOSS or TAKE_PROFIT. */
  get isTrigger(): boolean {
    const code = this.rows.numbers[this.at + ORDER_TYPE]!
    return code === STOP_LOSS || code === TAKE_PROFIT
  }
  /** `textPrint` of its id. */
  get print(): number {
    return this.rows.numbers[this.at + ID_PRINT]!
  }
  set print(value: number) {
    this.rows.numbers[this.at + ID_PRINT] = value
  }
}

/** Words stand in rows, here and in the log, as their places in the lists of the protocol; -1 = none of them. */
export function placeOf<T>(list: readonly T[], value: T): number {
  for (let i = 0; i < list.length; i++) if (list[i] === value) return i
  return -1
}
