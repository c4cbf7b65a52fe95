/**
 * The fill plan of a sweep: the makers that an order would match, the prices, and the orders that would be
 * cancelled. There is one plan, used by one sweep after the other; it keeps its memory, so that planning
 * allocates nothing.
 */
import type { Market } from './market.ts'
import { placeOfRow, twiceAsLong } from './memory/rows.ts'
import { NONE } from './tables/orders.ts'
import type { ErrorCode } from '@vest/protocol'

// Numbers of the plan.
export const PLAN_FILLED = 0

export const VALUE = 1

export const PNL = 2

/** Pool inventory and open interest after the plan. */
export const INVENTORY = 3

export const LONG_OI = 4

export const SHORT_OI = 5

/** Number of fills with resting orders of users. */
export const USER_FILLS = 6

/** Value of the trades among the fills, once the margin check has summed it: a takeover bears no fee. */
export const TRADED = 7

/** More than there are, for the reason given at `PLAN`. */
const PLAN_NUMBERS = 16

// Half-numbers of one fill, counted from twice its reference.
/** Reference of the resting order; -1 = a cell of the pool's ladder. */
export const MAKER = 0

export const MAKER_DRAFT = 1

/** Kind of the counterparty: see below. */
export const KIND = 2

// Numbers of one fill.
export const FILL_PRICE = 2

export const FILL_SIZE = 3

export const FILL_VALUE = 4

/** Profit that the taker realises by the fill. */
export const TAKER_PNL = 5

/** The same of the maker. */
export const MAKER_PNL = 6

export const MAKER_FEE = 7

export const FILL_ROW = 8

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

export class Plan {
  /** Number of the sweep in this process: an account's projection belongs to the sweep whose number it has. */
  sweep = 0
  market = NOWHERE
  accountId = NONE
  isBuy = true
  size = 0
  initMarginRatio = 0
  stop: SweepStop | undefined = undefined
  readonly numbers = new Float64Array(PLAN_NUMBERS)
  fills: Float64Array = new Float64Array(FILLS_AT_FIRST * FILL_ROW)
  /** The same memory as 32-bit halves. */
  fillHalves: Int32Array = new Int32Array(this.fills.buffer)
  fillCount = 0
  /** References of resting orders that are cancelled: self-trade (code 0), or the order's own terms. */
  readonly cancelled: number[] = []
  readonly cancelCodes: (ErrorCode | 0)[] = []
  /** Sides of fills that earn no points; nearly always empty. */
  readonly unweighed: number[] = []

  get filled(): number {
    return this.numbers[PLAN_FILLED]!
  }
  get value(): number {
    return this.numbers[VALUE]!
  }
}

/**
 * The one plan of the process: two sweeps never run at the same time, of any exchange. It belongs to the
 * module and not to an exchange, because V8 compiles the addresses of such an object and its arrays into the
 * code and no longer reads or checks them. Its arrays must be larger than 64 bytes for that; smaller ones are
 * in memory that the collector moves.
 */
export const PLAN = new Plan()

/** Reference of the next fill, for the caller to fill in. */
export function nextFill(): number {
  const at = placeOfRow(PLAN.fillCount, FILL_ROW)
  if (at === PLAN.fills.length) widenFills()
  PLAN.fillCount += 1
  return at
}

function widenFills(): void {
  PLAN.fills = twiceAsLong(PLAN.fills)
  PLAN.fillHalves = new Int32Array(PLAN.fills.buffer)
}
