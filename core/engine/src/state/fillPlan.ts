/**
 * The fill plan of a sweep: the makers that an order would match, the prices, and the orders that would be
 * cancelled. An exchange has one plan (`scratch.ts`), used by one sweep after the other; it keeps its memory, so that planning
 * allocates nothing.
 */
import type { ErrorCode } from '@vest/protocol'
import type { Market } from './market.ts'
import { offsetOfRow, twiceAsLong } from './memory/rows.ts'
import { NONE } from './tables/orderLayout.ts'

// Numbers of the plan.
const FILLED = 0
const VALUE = 1
const INVENTORY = 2
const LONG_OI = 3
const SHORT_OI = 4
const USER_FILLS = 5
const TRADED = 6

/** More than there are, for the reason given in `scratch.ts`. */
const PLAN_NUMBERS = 16

// Half-numbers of one fill, counted from twice its place.
const MAKER = 0
const MAKER_PROJECTION = 1
const KIND = 2

// Numbers of one fill.
const FILL_PRICE = 2
const FILL_SIZE = 3
const FILL_VALUE = 4
const TAKER_PNL = 5
const MAKER_PNL = 6
const MAKER_FEE = 7
const FILL_ROW = 8

// Kinds of fills. The first two are trades.
/** Against a resting order or a cell of the pool. */
export const BY_TRADE = 0

/** Against what the backstop offers in the ladder. */
export const OFFER = 1

/**
 * The part that a liquidation could not sell: taken over by the backstop, by the pool, or by a user whose
 * position it closes.
 */
export const BY_BACKSTOP = 2
export const BY_POOL = 3
export const BY_USER = 4

/** More than a sweep has, as for projections. */
const FILLS_AT_FIRST = 1_024

/** Why a sweep ended before the whole size: the next price is beyond the limit, or there is no liquidity left. */
export type SweepStop = 'PRICE' | 'CAPACITY'

const NOWHERE = undefined as unknown as Market

/** Its fills have the numbers 0 to `fillCount` − 1. Sums are in micro-USDC, sizes in lots. */
export class FillPlan {
  /** Number of the sweep: an account's projection belongs to the sweep whose number it has. */
  sweep = 0
  market = NOWHERE
  accountId = NONE
  isBuy = true
  size = 0
  initMarginRatio = 0
  stop: SweepStop | undefined = undefined
  fillCount = 0
  /** Affordability is checked after this many planned makers, and each time their number has doubled. */
  askedAfterMakers = 64
  /** References of resting orders that are cancelled: self-trade (code 0), or the order's own terms. */
  readonly cancelled: number[] = []
  readonly cancelCodes: (ErrorCode | 0)[] = []
  /** Sides of fills that earn no points; nearly always empty. */
  readonly unweighed: number[] = []
  private readonly numbers = new Float64Array(PLAN_NUMBERS)
  private fills: Float64Array = new Float64Array(FILLS_AT_FIRST * FILL_ROW)
  /** The same memory as 32-bit halves. */
  private fillInt32s: Int32Array = new Int32Array(this.fills.buffer)

  /** Starts an empty plan for an order of this account. */
  begin(
    accountId: number,
    market: Market,
    isBuy: boolean,
    size: number,
    initMarginRatio: number,
    inventory: number,
  ): void {
    const { numbers } = this
    this.sweep += 1
    this.market = market
    this.accountId = accountId
    this.isBuy = isBuy
    this.size = size
    this.initMarginRatio = initMarginRatio
    this.stop = undefined
    this.fillCount = 0
    if (this.cancelled.length > 0) {
      this.cancelled.length = 0
      this.cancelCodes.length = 0
    }
    numbers[FILLED] = 0
    numbers[VALUE] = 0
    numbers[USER_FILLS] = 0
    numbers[INVENTORY] = inventory
    numbers[LONG_OI] = market.longOi
    numbers[SHORT_OI] = market.shortOi
  }

  // ---------------------------------------------------------------- sums of the plan

  get filled(): number {
    return this.numbers[FILLED]!
  }
  /** Lots of the order that no fill takes. */
  get unfilled(): number {
    return this.size - this.numbers[FILLED]!
  }
  get value(): number {
    return this.numbers[VALUE]!
  }
  /** Pool inventory after the plan. */
  get inventory(): number {
    return this.numbers[INVENTORY]!
  }
  set inventory(lots: number) {
    this.numbers[INVENTORY] = lots
  }
  /** Open interest of the market after the plan. */
  get longOi(): number {
    return this.numbers[LONG_OI]!
  }
  get shortOi(): number {
    return this.numbers[SHORT_OI]!
  }
  /** A position that the plan changes counts on another side, or with another size: lots, > 0 = long. */
  countOpenInterest(before: number, after: number): void {
    const { numbers } = this
    numbers[LONG_OI] = numbers[LONG_OI]! + (after > 0 ? after : 0) - (before > 0 ? before : 0)
    numbers[SHORT_OI] = numbers[SHORT_OI]! + (after < 0 ? -after : 0) - (before < 0 ? -before : 0)
  }
  /** Number of fills with resting orders of users. */
  get userFills(): number {
    return this.numbers[USER_FILLS]!
  }
  /** Value of the trades among the fills, once it has been summed: a takeover bears no fee. */
  get traded(): number {
    return this.numbers[TRADED]!
  }
  set traded(valueUsd6: number) {
    this.numbers[TRADED] = valueUsd6
  }

  // ---------------------------------------------------------------- its fills

  /** Reference of the resting order; NONE = a cell of the pool's ladder, or a takeover. */
  maker(fill: number): number {
    return this.fillInt32s[2 * offsetOfRow(fill, FILL_ROW) + MAKER]!
  }
  /** Reference of the projection of the user on the other side; NONE = there is none. */
  makerProjection(fill: number): number {
    return this.fillInt32s[2 * offsetOfRow(fill, FILL_ROW) + MAKER_PROJECTION]!
  }
  /** Kind of the counterparty. */
  kind(fill: number): number {
    return this.fillInt32s[2 * offsetOfRow(fill, FILL_ROW) + KIND]!
  }
  isTrade(fill: number): boolean {
    return this.kind(fill) <= OFFER
  }
  fillPrice(fill: number): number {
    return this.fills[offsetOfRow(fill, FILL_ROW) + FILL_PRICE]!
  }
  fillSize(fill: number): number {
    return this.fills[offsetOfRow(fill, FILL_ROW) + FILL_SIZE]!
  }
  fillValue(fill: number): number {
    return this.fills[offsetOfRow(fill, FILL_ROW) + FILL_VALUE]!
  }
  /** Profit that the taker realises by the fill. */
  takerPnl(fill: number): number {
    return this.fills[offsetOfRow(fill, FILL_ROW) + TAKER_PNL]!
  }
  /** Profit that the user on the other side realises. */
  makerPnl(fill: number): number {
    return this.fills[offsetOfRow(fill, FILL_ROW) + MAKER_PNL]!
  }
  makerFee(fill: number): number {
    return this.fills[offsetOfRow(fill, FILL_ROW) + MAKER_FEE]!
  }
  /** Number of fills that there is memory for. */
  get capacity(): number {
    return this.fills.length / FILL_ROW
  }

  /** Adds a fill with what it is to the other side; `bookTaker` adds the taker's. */
  addFill(
    maker: number,
    makerProjection: number,
    kind: number,
    price: number,
    size: number,
    value: number,
    makerPnl: number,
    makerFee: number,
  ): void {
    const at = offsetOfRow(this.fillCount, FILL_ROW)
    if (at === this.fills.length) this.widen()
    this.fillCount += 1
    const { fills, fillInt32s, numbers } = this
    fillInt32s[2 * at + MAKER] = maker
    fillInt32s[2 * at + MAKER_PROJECTION] = makerProjection
    fillInt32s[2 * at + KIND] = kind
    fills[at + FILL_PRICE] = price
    fills[at + FILL_SIZE] = size
    fills[at + FILL_VALUE] = value
    fills[at + MAKER_PNL] = makerPnl
    fills[at + MAKER_FEE] = makerFee
    if (maker !== NONE) numbers[USER_FILLS] = numbers[USER_FILLS]! + 1
  }
  /** Adds the last fill to the sums of the plan, with the profit that the taker realises by it. */
  bookTaker(pnl: number): void {
    const at = offsetOfRow(this.fillCount - 1, FILL_ROW)
    const { fills, numbers } = this
    fills[at + TAKER_PNL] = pnl
    numbers[FILLED] = numbers[FILLED]! + fills[at + FILL_SIZE]!
    numbers[VALUE] = numbers[VALUE]! + fills[at + FILL_VALUE]!
  }
  /** A resting order that the plan cancels, with the reason; 0 = it is the taker's own. */
  cancel(maker: number, code: ErrorCode | 0): void {
    this.cancelled.push(maker)
    this.cancelCodes.push(code)
  }

  private widen(): void {
    this.fills = twiceAsLong(this.fills)
    this.fillInt32s = new Int32Array(this.fills.buffer)
  }
}
