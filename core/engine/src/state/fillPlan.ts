/**
 * The plan of a sweep: whom an order would meet, at which prices, and what would fall out of the book. There is one
 * plan, used by one sweep after the other; it keeps its memory, so that planning allocates nothing.
 */
import type { Market } from './market.ts'
import { placeOfRow, twiceAsLong } from './memory/rows.ts'
import { NONE } from './tables/orders.ts'
import type { ErrorCode } from '@vest/protocol'

// Numbers of the plan.
export const PLAN_FILLED = 0

export const VALUE = 1

export const PNL = 2

/** Pool inventory and open interest at the end. */
export const INVENTORY = 3

export const LONG_OI = 4

export const SHORT_OI = 5

/** Fills with resting orders of users. */
export const USER_FILLS = 6

/** Value of the trades among the fills, once the sweep is weighed: what is taken over bears no fee. */
export const TRADED = 7

/** More than there are, for the reason that `PLAN` gives. */
const PLAN_NUMBERS = 16

// Half-numbers of one fill, counted from twice its place.
/** Place of the resting order; -1 = a cell of the pool. */
export const MAKER = 0

export const MAKER_DRAFT = 1

/** Who is on the other side: see below. */
export const KIND = 2

// Numbers of one fill.
export const FILL_PRICE = 2

export const FILL_SIZE = 3

export const FILL_VALUE = 4

/** What the swept order realises by it. */
export const TAKER_PNL = 5

/** Of the maker. */
export const MAKER_PNL = 6

export const MAKER_FEE = 7

export const FILL_ROW = 8

// Kinds of fills. The first two are trades.
/** Against a resting order or a cell of the pool. */
export const BY_TRADE = 0

/** Against what the backstop offers in the ladder. */
export const OFFER = 1

/** What a liquidation could not sell: taken over by the backstop, by the pool, by a user whose position it closes. */
export const BY_BACKSTOP = 2

export const BY_POOL = 3

export const BY_USER = 4

/** More than a sweep has, as of drafts. */
const FILLS_AT_FIRST = 1_024

/** Why a sweep ended before the whole size: the next price is beyond the limit, or nothing is left. */
export type SweepStop = 'PRICE' | 'CAPACITY'

const NOWHERE = undefined as unknown as Market

export class Plan {
  /** Counts the sweeps of this process: a draft on an account belongs to the sweep whose number it bears. */
  sweep = 0
  market = NOWHERE
  accountId = NONE
  isBuy = true
  size = 0
  initMarginRatio = 0
  stop: SweepStop | undefined = undefined
  readonly numbers = new Float64Array(PLAN_NUMBERS)
  fills: Float64Array = new Float64Array(FILLS_AT_FIRST * FILL_ROW)
  /** The same memory as half-numbers. */
  fillHalves: Int32Array = new Int32Array(this.fills.buffer)
  fillCount = 0
  /** Resting orders that fall out, as places: they met their own owner (code 0), or could not stand by their word. */
  readonly cancelled: number[] = []
  readonly cancelCodes: (ErrorCode | 0)[] = []
  /** Which sides of which fill earn no points; nearly always empty. */
  readonly unweighed: number[] = []

  get filled(): number {
    return this.numbers[PLAN_FILLED]!
  }
  get value(): number {
    return this.numbers[VALUE]!
  }
}

/**
 * The one plan of the process: no two sweeps are ever under way at once, of whatever exchange. A thing of the module
 * and not of an exchange, because V8 compiles in where such a thing and its arrays lie: it reads and checks nothing of
 * them any more. For that they must hold more than 64 bytes, or they lie where the collector moves them.
 */
export const PLAN = new Plan()

/** The place of the next fill, to be filled in. */
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
