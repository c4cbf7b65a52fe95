/**
 * Projected positions: one row of numbers for each account that a sweep may change, with its position, funding,
 * collateral and reserved margin after the fill plan. Rows are reused, so planning allocates nothing.
 */
import {
  closedByFill,
  FILL_PNL,
  fillHolding,
  HELD_COST,
  HELD_LONG,
  HELD_RATIO,
  HELD_SIZE,
} from '@vest/formulas'
import { rowOffset, type SharedRows, widenRows } from '../memory/rows.ts'
import { NONE } from './orderLayout.ts'

// Numbers of a row. The first five are the projected holding, as the formulas of a fill read and write it.
const FUNDING_PAID = 5
const COLLATERAL_DELTA = 6
const ISOLATED_MARGIN = 7
const ORDER_MARGIN_DELTA = 8
const OPENED_VALUE = 9

/** Numbers that a saved projection gives back. */
const SAVED_NUMBERS = 10
const ROW = 16

// Half-numbers of a row, counted from twice its place.
const ACCOUNT = 20
const HELD = 21
const FLAGS = 22
const WRITTEN = 23
const IS_CLOSED = 1
const IS_DECREASED = 2
const HAS_FILL = 4
const IS_FUNDING_REPORTED = 8

/** The single projection outside a plan, and the first of the plan: the taker's. */
export const LONE = 0
const SAVED = ROW
export const TAKER = 2 * ROW

/** More than a sweep needs: while the array does not grow, V8 compiles no code for the growth. */
const ROWS_AT_FIRST = 1_024

/** The projections of the running sweep, by the references of their rows. */
export class Projections implements SharedRows {
  numbers: Float64Array = new Float64Array(ROWS_AT_FIRST * ROW)
  int32s: Int32Array = new Int32Array(this.numbers.buffer)
  private end = TAKER

  // ---------------------------------------------------------------- which there are

  /** Forgets those of the sweep before. */
  clear(): void {
    this.end = TAKER
  }
  /** Reference of a row that no account has in this sweep; `begin` fills it in. */
  add(): number {
    const at = rowOffset(this.end)
    if (at === this.numbers.length) widenRows(this)
    this.end = at + ROW
    return at
  }
  /** Number of rows that there is memory for. */
  get capacity(): number {
    return this.numbers.length / ROW
  }
  /** The next of the plan, the taker's being the first; NONE = it was the last. */
  next(projection: number): number {
    return projection + ROW < this.end ? projection + ROW : NONE
  }

  // ---------------------------------------------------------------- what a projection says

  accountId(projection: number): number {
    return this.int32s[2 * rowOffset(projection) + ACCOUNT]!
  }
  /** Reference of the position that the account holds; NONE = none. */
  held(projection: number): number {
    return this.int32s[2 * rowOffset(projection) + HELD]!
  }
  /** Reference of the position once the projection is written; NONE = none. */
  written(projection: number): number {
    return this.int32s[2 * rowOffset(projection) + WRITTEN]!
  }
  setWritten(projection: number, position: number): void {
    this.int32s[2 * rowOffset(projection) + WRITTEN] = position
  }
  isLong(projection: number): boolean {
    return this.numbers[rowOffset(projection) + HELD_LONG] === 1
  }
  /** Lots. */
  size(projection: number): number {
    return this.numbers[rowOffset(projection) + HELD_SIZE]!
  }
  /** Lots, > 0 = long. */
  signedSize(projection: number): number {
    const size = this.size(projection)
    return this.isLong(projection) ? size : -size
  }
  cost(projection: number): number {
    return this.numbers[rowOffset(projection) + HELD_COST]!
  }
  initMarginRatio(projection: number): number {
    return this.numbers[rowOffset(projection) + HELD_RATIO]!
  }
  /** Profit that its last fill realised. */
  realizedPnl(projection: number): number {
    return this.numbers[rowOffset(projection) + FILL_PNL]!
  }
  /** Funding owed at the start, > 0 = the account pays. */
  fundingPaid(projection: number): number {
    return this.numbers[rowOffset(projection) + FUNDING_PAID]!
  }
  /** By what the collateral of the account changes. */
  collateralDelta(projection: number): number {
    return this.numbers[rowOffset(projection) + COLLATERAL_DELTA]!
  }
  addCollateralDelta(projection: number, sum: number): void {
    const at = rowOffset(projection) + COLLATERAL_DELTA
    this.numbers[at] = this.numbers[at]! + sum
  }
  isolatedMargin(projection: number): number {
    return this.numbers[rowOffset(projection) + ISOLATED_MARGIN]!
  }
  addIsolatedMargin(projection: number, sum: number): void {
    const at = rowOffset(projection) + ISOLATED_MARGIN
    this.numbers[at] = this.numbers[at]! + sum
  }
  /** By what the margin that resting orders reserve changes. */
  orderMarginDelta(projection: number): number {
    return this.numbers[rowOffset(projection) + ORDER_MARGIN_DELTA]!
  }
  setOrderMarginDelta(projection: number, sum: number): void {
    this.numbers[rowOffset(projection) + ORDER_MARGIN_DELTA] = sum
  }
  addOrderMarginDelta(projection: number, sum: number): void {
    const at = rowOffset(projection) + ORDER_MARGIN_DELTA
    this.numbers[at] = this.numbers[at]! + sum
  }
  hasFill(projection: number): boolean {
    return (this.int32s[2 * rowOffset(projection) + FLAGS]! & HAS_FILL) !== 0
  }
  /** The position held before has been closed; it may have flipped. */
  isClosed(projection: number): boolean {
    return (this.int32s[2 * rowOffset(projection) + FLAGS]! & IS_CLOSED) !== 0
  }
  isDecreased(projection: number): boolean {
    return (this.int32s[2 * rowOffset(projection) + FLAGS]! & IS_DECREASED) !== 0
  }
  /** Lots by which a fill would increase the projected position in its own direction. */
  increaseBy(projection: number, isBuy: boolean, size: number): number {
    const held = this.size(projection)
    if (held === 0 || this.isLong(projection) === isBuy) return size
    return size > held ? size - held : 0
  }
  /** Lots that an order of this side can close. */
  reducible(projection: number, isBuy: boolean): number {
    return this.isLong(projection) === isBuy ? 0 : this.size(projection)
  }

  // ---------------------------------------------------------------- what changes of it

  /** Starts from no position, with no funding to report. */
  beginFlat(projection: number, accountId: number): void {
    const { numbers, int32s } = this
    projection = rowOffset(projection)
    int32s[2 * projection + ACCOUNT] = accountId
    int32s[2 * projection + HELD] = NONE
    int32s[2 * projection + FLAGS] = IS_FUNDING_REPORTED
    numbers[projection + HELD_SIZE] = 0
    numbers[projection + HELD_COST] = 0
    numbers[projection + FUNDING_PAID] = 0
    numbers[projection + COLLATERAL_DELTA] = 0
    numbers[projection + ISOLATED_MARGIN] = 0
    numbers[projection + ORDER_MARGIN_DELTA] = 0
    numbers[projection + OPENED_VALUE] = 0
  }
  /** Starts from a position, whose funding is paid from the collateral or from its own margin. */
  beginHeld(
    projection: number,
    accountId: number,
    position: number,
    isLong: boolean,
    size: number,
    cost: number,
    initMarginRatio: number,
    fundingPaid: number,
    collateralDelta: number,
    isolatedMargin: number,
  ): void {
    const { numbers, int32s } = this
    projection = rowOffset(projection)
    int32s[2 * projection + ACCOUNT] = accountId
    int32s[2 * projection + HELD] = position
    int32s[2 * projection + FLAGS] = 0
    numbers[projection + HELD_LONG] = isLong ? 1 : 0
    numbers[projection + HELD_SIZE] = size
    numbers[projection + HELD_COST] = cost
    numbers[projection + HELD_RATIO] = initMarginRatio
    numbers[projection + FUNDING_PAID] = fundingPaid
    numbers[projection + COLLATERAL_DELTA] = collateralDelta
    numbers[projection + ISOLATED_MARGIN] = isolatedMargin
    numbers[projection + ORDER_MARGIN_DELTA] = 0
    numbers[projection + OPENED_VALUE] = 0
  }
  /** Applies a fill to the projected holding and returns the lots of it that close; the profit is `realizedPnl`. */
  applyFill(
    projection: number,
    isBuy: boolean,
    size: number,
    price: number,
    initMarginRatio: number,
    scale: number,
  ): number {
    const { numbers, int32s } = this
    projection = rowOffset(projection)
    const held = numbers[projection + HELD_SIZE]!
    const closed = closedByFill(numbers, projection, isBuy, size)
    fillHolding(numbers, projection, isBuy, size, price, initMarginRatio, scale)
    let flags = int32s[2 * projection + FLAGS]! | HAS_FILL
    if (closed > 0) flags |= closed === held ? IS_DECREASED | IS_CLOSED : IS_DECREASED
    int32s[2 * projection + FLAGS] = flags
    if (closed < size) numbers[projection + OPENED_VALUE]! += price * (size - closed) * scale
    return closed
  }
  /** Value opened by fills for which an isolated position has not received margin yet: it receives it now. */
  takeOpenedValue(projection: number): number {
    const at = rowOffset(projection) + OPENED_VALUE
    const value = this.numbers[at]!
    this.numbers[at] = 0
    return value
  }
  /** Funding received, to be reported by the account's first order that fills; 0 from the second call on. */
  takeFunding(projection: number): number {
    projection = rowOffset(projection)
    const flags = this.int32s[2 * projection + FLAGS]!
    if ((flags & IS_FUNDING_REPORTED) !== 0) return 0
    this.int32s[2 * projection + FLAGS] = flags | IS_FUNDING_REPORTED
    return 0 - this.numbers[projection + FUNDING_PAID]!
  }
  /** Remembers figures and flags of one projection, until the next is saved. */
  save(projection: number): void {
    this.copy(projection, SAVED)
  }
  restore(projection: number): void {
    this.copy(SAVED, projection)
  }
  private copy(from: number, to: number): void {
    const { numbers, int32s } = this
    for (let i = 0; i < SAVED_NUMBERS; i++) numbers[to + i] = numbers[from + i]!
    int32s[2 * to + FLAGS] = int32s[2 * from + FLAGS]!
  }
}
