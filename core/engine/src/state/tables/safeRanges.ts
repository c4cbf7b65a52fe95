/**
 * Rows for the safe ranges: the marks at which no liquidation is possible. Derived: not part of the state,
 * without effect on any result.
 */
import type { MarketId } from '../../api/index.ts'
import { twiceAsLong } from '../memory/rows.ts'
import { EdgeHeap } from '../memory/thresholdHeap.ts'

export interface FarAccounts {
  /** By account: its collateral, its number of positions and the number of the check at the last check. */
  accounts: Float64Array
  /** By row of a position: its data at the last check, and the safe range of its mark. */
  positions: Float64Array
  /** By account: the version of its thresholds. */
  versions: Int32Array
  /** By market: the upper thresholds, and the lower ones with the opposite sign. */
  readonly highs: EdgeHeap[]
  readonly lows: EdgeHeap[]
}

export const KNOWN_COLLATERAL = 0

export const KNOWN_COUNT = 1

export const KNOWN_LOOK = 2

export const ACCOUNT_NUMBERS = 3

export const KNOWN_ACCOUNT = 0

export const KNOWN_MARKET = 1

/** Negative for a short: a position that flipped at its own price has the same size and cost as before. */
export const KNOWN_SIZE = 2

export const KNOWN_COST = 3

export const KNOWN_MARGIN = 4

/** Unsettled funding: its settlement changes what the same collateral is worth. */
export const KNOWN_OWED = 5

export const KNOWN_RATIO = 6

export const LOW = 7

export const HIGH = 8

/** Number of the account check that wrote the row; rows of different checks may not be combined. */
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
