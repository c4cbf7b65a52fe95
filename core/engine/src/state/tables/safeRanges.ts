/**
 * Rows for the ranges of marks within which no liquidation is possible. Derived: no part of the state, and without
 * effect on any answer.
 */
import type { MarketId } from '../../api/index.ts'
import { twiceAsLong } from '../memory/rows.ts'
import { EdgeHeap } from '../memory/thresholdHeap.ts'

export interface FarAccounts {
  /** By account: its collateral and the number of its positions when it was looked at, and which look that was. */
  accounts: Float64Array
  /** By row of a position: what it was, and the band of its mark. */
  positions: Float64Array
  /** By account: counts how often its edges were watched anew. */
  versions: Int32Array
  /** By market: the upper ends of the bands, and the lower ones with the other sign. */
  readonly highs: EdgeHeap[]
  readonly lows: EdgeHeap[]
}

export const KNOWN_COLLATERAL = 0

export const KNOWN_COUNT = 1

export const KNOWN_LOOK = 2

export const ACCOUNT_NUMBERS = 3

export const KNOWN_ACCOUNT = 0

export const KNOWN_MARKET = 1

/** Of a short with its sign: one that was turned at its own price has the size and the cost of before. */
export const KNOWN_SIZE = 2

export const KNOWN_COST = 3

export const KNOWN_MARGIN = 4

/** Funding not settled: once it is, the same collateral is worth less, or more. */
export const KNOWN_OWED = 5

export const KNOWN_RATIO = 6

export const LOW = 7

export const HIGH = 8

/** The look of its account in which the row was noted: rows of different looks say nothing together. */
export const NOTED_IN = 9

export const POSITION_NUMBERS = 10

const AT_FIRST = 64

export const createFarAccounts = (): FarAccounts => ({
  accounts: new Float64Array(ACCOUNT_NUMBERS * AT_FIRST).fill(NaN),
  positions: new Float64Array(POSITION_NUMBERS * AT_FIRST).fill(NaN),
  versions: new Int32Array(AT_FIRST),
  highs: [],
  lows: [],
})

export function heapOf(heaps: EdgeHeap[], marketId: MarketId): EdgeHeap {
  while (heaps.length <= marketId) heaps.push(new EdgeHeap())
  return heaps[marketId]!
}

export function widened(numbers: Float64Array): Float64Array {
  const wider = twiceAsLong(numbers)
  wider.fill(NaN, numbers.length)
  return wider
}
