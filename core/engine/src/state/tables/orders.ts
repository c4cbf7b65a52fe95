/**
 * The orders of an exchange. An order is one row, four consecutive cache lines, and is referred to by an
 * integer: the offset of its row. Changes are made in place; nothing is allocated. The hot paths of the
 * engine read and write rows by these references; other code uses the handle (`order.ts`). The row of an ended
 * order is reused (`recycleOrders`), so neither a reference nor a handle may be kept beyond the command in
 * which an order ends.
 */
import { type ErrorCode, type Funding12, ORDER_STATUSES, type TimeMs, assert, usd6 } from '@vest/protocol'
import type { MarketId } from '../../api/index.ts'
import { type SharedRows, rowOffset, widenRows, widenRowsTo } from '../memory/rows.ts'
import type { NamedAccount, NamedSigner, Order, OrderExtras, OrderMemory, OrderPast } from './order.ts'
import {
  ABSENT,
  ACCOUNT_ID,
  BUY_BIT,
  CODE,
  FEES,
  FILLED,
  FILLED_SIZE,
  FILLED_VALUE,
  FLAGS,
  HAS_EXTRAS,
  HAS_LEGS,
  ID,
  INIT_MARGIN_RATIO,
  IS_LIVE,
  IS_ON_TRIAL,
  IS_SIM_ORDER,
  IS_TRIGGERED,
  LAST_FILLED_PRICE,
  LAST_FILLED_SIZE,
  LAST_FILLED_TIME,
  LEVEL,
  LIMIT_PRICE,
  MARKET_ID,
  MARK_PRICE,
  NEW,
  NEXT_ENDED,
  NONCE,
  NONE,
  OLDER,
  ORDER_TIME,
  PARTIALLY_FILLED,
  POST_TIME,
  RANK,
  REALIZED_PNL,
  REDUCE_ONLY_BIT,
  RESERVED_MARGIN,
  ROW,
  SETTLED_FUNDING,
  SIGNER_INDEX,
  SIZE,
  STATUS,
  TERMS,
  YOUNGER,
  YOUNGER_OF_ACCOUNT,
  isTriggerType,
  placeOf,
  rowOf,
  timeInForceIn,
  typeIn,
} from './orderLayout.ts'

/** Default order capacity of a new exchange. */
export const ORDERS_AT_FIRST = 256

/** All orders, by the references of their rows. Rules read and change them by the methods alone. */
export class OrderRows implements SharedRows, OrderMemory {
  numbers: Float64Array
  int32s: Int32Array
  /** By row: its handle, once it was asked for, and the accumulator at its last fill. */
  readonly handles: (Order | undefined)[] = []
  readonly cumFundings: (Funding12 | undefined)[] = []
  /** By reference, for the few orders that have any. */
  readonly extras = new Map<number, OrderExtras>()
  /** Rows in use, spare ones included. */
  count = 0
  declare readonly accounts: readonly NamedAccount[]
  declare readonly signers: readonly NamedSigner[]

  constructor(accounts: readonly NamedAccount[], signers: readonly NamedSigner[], ordersAtFirst: number) {
    this.numbers = new Float64Array(ordersAtFirst * ROW)
    this.int32s = new Int32Array(this.numbers.buffer)
    this.accounts = accounts
    this.signers = signers
    for (let row = 0; row < ordersAtFirst; row += 1) this.addBesides()
  }

  /** Adds the entries of the next row in the lists parallel to the rows. */
  addBesides(): void {
    this.handles.push(undefined)
    this.cumFundings.push(undefined)
  }

  // ---------------------------------------------------------------- what an order says
  // `order` is the reference of a row, never NONE.

  /** Lots, filled ones included. */
  size(order: number): number {
    return this.numbers[rowOffset(order) + SIZE]!
  }
  /** Lots that have not filled yet. */
  remaining(order: number): number {
    order = rowOffset(order)
    return this.numbers[order + SIZE]! - this.numbers[order + FILLED_SIZE]!
  }
  filledSize(order: number): number {
    return this.numbers[rowOffset(order) + FILLED_SIZE]!
  }
  limitPrice(order: number): number {
    return this.numbers[rowOffset(order) + LIMIT_PRICE]!
  }
  initMarginRatio(order: number): number {
    return this.numbers[rowOffset(order) + INIT_MARGIN_RATIO]!
  }
  orderTimeMs(order: number): number {
    return this.numbers[rowOffset(order) + ORDER_TIME]!
  }
  /** Index of its status in the list of the protocol. */
  status(order: number): number {
    return this.numbers[rowOffset(order) + STATUS]!
  }
  /** Reason of its end; NaN = none. */
  code(order: number): number {
    return this.numbers[rowOffset(order) + CODE]!
  }
  /** Acceptance number; 0 until it rests. */
  rank(order: number): number {
    return this.numbers[rowOffset(order) + RANK]!
  }
  /** Margin that it reserves on its account, in micro-USDC. */
  reservedMargin(order: number): number {
    return this.numbers[rowOffset(order) + RESERVED_MARGIN]!
  }
  marketId(order: number): MarketId {
    return this.int32s[2 * rowOffset(order) + MARKET_ID]!
  }
  accountId(order: number): number {
    return this.int32s[2 * rowOffset(order) + ACCOUNT_ID]!
  }
  /** Index of its key among the exchange's signers; -1 = the account itself. */
  signerIndex(order: number): number {
    return this.int32s[2 * rowOffset(order) + SIGNER_INDEX]!
  }
  /** Side, reduce-only, type and time in force in one number: see `termsOf`. */
  terms(order: number): number {
    return this.int32s[2 * rowOffset(order) + TERMS]!
  }
  isBuy(order: number): boolean {
    return (this.int32s[2 * rowOffset(order) + TERMS]! & BUY_BIT) !== 0
  }
  isReduceOnly(order: number): boolean {
    return (this.int32s[2 * rowOffset(order) + TERMS]! & REDUCE_ONLY_BIT) !== 0
  }
  type(order: number): number {
    return typeIn(this.int32s[2 * rowOffset(order) + TERMS]!)
  }
  timeInForce(order: number): number {
    return timeInForceIn(this.int32s[2 * rowOffset(order) + TERMS]!)
  }
  /** STOP_LOSS or TAKE_PROFIT. */
  isTrigger(order: number): boolean {
    return isTriggerType(this.type(order))
  }
  /** Resting in the book or dormant. */
  isLive(order: number): boolean {
    return (this.int32s[2 * rowOffset(order) + FLAGS]! & IS_LIVE) !== 0
  }
  hasExtras(order: number): boolean {
    return (this.int32s[2 * rowOffset(order) + FLAGS]! & HAS_EXTRAS) !== 0
  }
  hasLegs(order: number): boolean {
    return (this.int32s[2 * rowOffset(order) + FLAGS]! & HAS_LEGS) !== 0
  }
  /** A change of an order that is being judged: if it is refused, its end is not published. */
  isTentative(order: number): boolean {
    return (this.int32s[2 * rowOffset(order) + FLAGS]! & IS_ON_TRIAL) !== 0
  }
  /** Resting on a level of its book. */
  isOnLevel(order: number): boolean {
    return this.int32s[2 * rowOffset(order) + LEVEL] !== NONE
  }
  /** The order before it in the queue of its price; NONE = none. */
  older(order: number): number {
    return this.int32s[2 * rowOffset(order) + OLDER]!
  }
  /** The order after it in the queue of its price; NONE = none. */
  younger(order: number): number {
    return this.int32s[2 * rowOffset(order) + YOUNGER]!
  }
  /** The next live order of its account, by acceptance number; NONE = none. */
  youngerOfAccount(order: number): number {
    return this.int32s[2 * rowOffset(order) + YOUNGER_OF_ACCOUNT]!
  }
  /** The next in the list of ended orders, or in the list of rows to reuse; NONE = none. */
  nextEnded(order: number): number {
    return this.int32s[2 * rowOffset(order) + NEXT_ENDED]!
  }

  // ---------------------------------------------------------------- what changes of it

  /** Links it before another one in the list of ended orders. */
  setNextEnded(order: number, next: number): void {
    this.int32s[2 * rowOffset(order) + NEXT_ENDED] = next
  }
  setRank(order: number, rank: number): void {
    this.numbers[rowOffset(order) + RANK] = rank
  }
  setReservedMargin(order: number, marginUsd6: number): void {
    this.numbers[rowOffset(order) + RESERVED_MARGIN] = marginUsd6
  }
  setInitMarginRatio(order: number, ratio: number): void {
    this.numbers[rowOffset(order) + INIT_MARGIN_RATIO] = ratio
  }
  /** Another size and price for an order that is in no book. */
  setTerms(order: number, size: number, limitPrice: number): void {
    order = rowOffset(order)
    this.numbers[order + SIZE] = size
    this.numbers[order + LIMIT_PRICE] = limitPrice
  }
  /** Its status and the reason, 0 = its owner asked. */
  end(order: number, status: number, code: ErrorCode | 0): void {
    order = rowOffset(order)
    this.numbers[order + STATUS] = status
    this.numbers[order + CODE] = code === 0 ? ABSENT : code
  }
  /** Writes what an order that rested before has become: after `beginOrder`. */
  restore(order: number, past: OrderPast): void {
    const { numbers } = this
    order = rowOffset(order)
    numbers[order + RANK] = past.rank
    numbers[order + STATUS] = placeOf(ORDER_STATUSES, past.status)
    numbers[order + CODE] = past.code ?? ABSENT
    numbers[order + FILLED_SIZE] = past.filledSize
    numbers[order + FILLED_VALUE] = past.filledValue
    numbers[order + FEES] = past.fees
    numbers[order + RESERVED_MARGIN] = past.reservedMargin
    // Absent before the first fill, and not read then.
    numbers[order + LAST_FILLED_SIZE] = past.lastFilledSize ?? ABSENT
    numbers[order + LAST_FILLED_PRICE] = past.lastFilledPrice ?? ABSENT
    numbers[order + LAST_FILLED_TIME] = past.lastFilledTimeMs ?? ABSENT
    numbers[order + REALIZED_PNL] = past.realizedPnl ?? ABSENT
    numbers[order + SETTLED_FUNDING] = past.settledFunding ?? ABSENT
    this.cumFundings[rowOf(order)] = past.cumFunding
  }
  /** A STOP_LOSS or TAKE_PROFIT whose trigger was reached. */
  markTriggered(order: number): void {
    const at = 2 * rowOffset(order) + FLAGS
    this.int32s[at] = this.int32s[at]! | IS_TRIGGERED
  }
  setCode(order: number, code: ErrorCode): void {
    this.numbers[rowOffset(order) + CODE] = code
  }
  markLive(order: number, isSim: boolean): void {
    const at = 2 * rowOffset(order) + FLAGS
    this.int32s[at] = this.int32s[at]! | (isSim ? IS_LIVE | IS_SIM_ORDER : IS_LIVE)
  }
  markEnded(order: number): void {
    const at = 2 * rowOffset(order) + FLAGS
    this.int32s[at] = this.int32s[at]! & ~IS_LIVE
  }
  markTentative(order: number, isTentative: boolean): void {
    const at = 2 * rowOffset(order) + FLAGS
    this.int32s[at] = isTentative ? this.int32s[at]! | IS_ON_TRIAL : this.int32s[at]! & ~IS_ON_TRIAL
  }
  /** It is on no level yet. */
  markOffLevel(order: number): void {
    this.int32s[2 * rowOffset(order) + LEVEL] = NONE
  }
}

export const createOrderRows = (
  accounts: readonly NamedAccount[],
  signers: readonly NamedSigner[],
  ordersAtFirst = ORDERS_AT_FIRST,
): OrderRows => new OrderRows(accounts, signers, ordersAtFirst)

/** Reserves capacity for `count` orders at once instead of by repeated doubling. */
export const reserveOrders = (rows: OrderRows, count: number): void =>
  widenRowsTo(rows, rows.count * ROW, count * ROW)

/** Adds a row and returns its reference. */
export function addOrderRow(rows: OrderRows): number {
  const at = rows.count * ROW
  if (at === rows.numbers.length) widenRows(rows)
  if (rows.count === rows.handles.length) rows.addBesides()
  rows.count += 1
  return at
}

/** What a new order is: the fields that were signed, and what the engine adds. */
export interface NewOrder {
  readonly nonce: number
  readonly marketId: MarketId
  /** Of `termsOf`. */
  readonly terms: number
  readonly size: number
  readonly limitPrice: number
  readonly initMarginRatio: number
  /** NaN: the market has none. */
  readonly markPrice: number
  readonly orderTimeMs: number
  readonly postTimeMs: number
  readonly accountId: number
  /** NONE: no signer, as of a liquidation. */
  readonly signerIndex: number
  /** Its id: eight words from `idAt`. */
  readonly idWords: Int32Array
  readonly idAt: number
}

/** Initialises a row as a new order: nothing filled, nothing reserved. */
export function beginOrder(rows: OrderRows, at: number, order: NewOrder): void {
  const { nonce, marketId, terms, size, limitPrice, initMarginRatio, markPrice } = order
  const { orderTimeMs, postTimeMs, accountId, signerIndex, idWords } = order
  const { numbers, int32s } = rows
  at = rowOffset(at)
  const idAt = rowOffset(order.idAt)
  const half = 2 * at
  numbers[at + NONCE] = nonce
  int32s[half + MARKET_ID] = marketId
  int32s[half + TERMS] = terms
  numbers[at + SIZE] = size
  numbers[at + LIMIT_PRICE] = limitPrice
  numbers[at + INIT_MARGIN_RATIO] = initMarginRatio
  numbers[at + STATUS] = NEW
  numbers[at + CODE] = ABSENT
  numbers[at + MARK_PRICE] = markPrice
  numbers[at + FILLED_SIZE] = 0
  numbers[at + FILLED_VALUE] = 0
  numbers[at + FEES] = 0
  numbers[at + ORDER_TIME] = orderTimeMs
  numbers[at + POST_TIME] = postTimeMs
  numbers[at + RANK] = 0
  numbers[at + RESERVED_MARGIN] = 0
  int32s[half + ACCOUNT_ID] = accountId
  int32s[half + SIGNER_INDEX] = signerIndex
  int32s[half + FLAGS] = 0
  int32s[half + ID] = idWords[idAt]!
  int32s[half + ID + 1] = idWords[idAt + 1]!
  int32s[half + ID + 2] = idWords[idAt + 2]!
  int32s[half + ID + 3] = idWords[idAt + 3]!
  int32s[half + ID + 4] = idWords[idAt + 4]!
  int32s[half + ID + 5] = idWords[idAt + 5]!
  int32s[half + ID + 6] = idWords[idAt + 6]!
  int32s[half + ID + 7] = idWords[idAt + 7]!
}

/** Copies an order with its fills to a second row, which is in no list. */
export function copyOrder(rows: OrderRows, from: number, to: number): void {
  const { numbers, int32s, extras, cumFundings } = rows
  numbers.copyWithin(to, from, from + ROW)
  cumFundings[rowOf(to)] = cumFundings[rowOf(from)]
  numbers[to + RANK] = 0
  numbers[to + RESERVED_MARGIN] = 0
  int32s[2 * to + LEVEL] = NONE
  int32s[2 * to + FLAGS] = int32s[2 * from + FLAGS]! & (HAS_EXTRAS | HAS_LEGS)
  const extra = extras.get(from)
  if (extra !== undefined) extras.set(to, extra)
}

/** What a fill is for one of its two orders. */
export interface OrderFill {
  readonly price: number
  readonly size: number
  readonly value: number
  readonly fee: number
  /** Realised, without fee and funding. */
  readonly pnl: number
  readonly settledFunding: number
}

/** Adds a fill; the status follows from the remaining size. */
export function addFill(
  rows: OrderRows,
  at: number,
  { price, size, value, fee, pnl, settledFunding }: OrderFill,
  timeMs: TimeMs,
  cumFunding: Funding12,
): void {
  const { numbers } = rows
  at = rowOffset(at)
  const filledBefore = numbers[at + FILLED_SIZE]!
  const filled = filledBefore + size
  if (filled > numbers[at + SIZE]!) assert(false, 'no order fills beyond its size')
  const net = pnl + settledFunding - fee
  const isFirst = filledBefore === 0
  numbers[at + FILLED_SIZE] = filled
  numbers[at + FILLED_VALUE] = usd6(numbers[at + FILLED_VALUE]! + value)
  numbers[at + FEES] = numbers[at + FEES]! + fee
  numbers[at + LAST_FILLED_SIZE] = size
  numbers[at + LAST_FILLED_PRICE] = price
  numbers[at + LAST_FILLED_TIME] = timeMs
  numbers[at + REALIZED_PNL] = usd6(isFirst ? net : numbers[at + REALIZED_PNL]! + net)
  numbers[at + SETTLED_FUNDING] = isFirst ? settledFunding : numbers[at + SETTLED_FUNDING]! + settledFunding
  numbers[at + STATUS] = filled === numbers[at + SIZE] ? FILLED : PARTIALLY_FILLED
  rows.cumFundings[rowOf(at)] = cumFunding
}
