/**
 * The safe ranges of accounts: the marks at which no liquidation is possible, and the figures for which they were
 * found. Derived: not part of the state, without effect on any result.
 */
import type { MarketId } from '../../api/index.ts'
import { twiceAsLong } from '../memory/rows.ts'
import { ThresholdHeap } from '../memory/thresholdHeap.ts'
import { type PositionRows, rowOfPosition, signedSize } from './positions.ts'

// Numbers of an account.
const COLLATERAL = 0
const COUNT = 1
const CHECK = 2
const ACCOUNT_NUMBERS = 3

// Numbers of a position.
const ACCOUNT = 0
const MARKET = 1
const SIGNED_SIZE = 2
const COST = 3
const MARGIN = 4
const OWED = 5
const RATIO = 6
const LOW = 7
const HIGH = 8
const CHECKED_IN = 9
const POSITION_NUMBERS = 10
const AT_FIRST = 64

export class SafeRanges {
  /** By account: the version of its thresholds. */
  versions: Int32Array = new Int32Array(AT_FIRST)
  /** By market: the upper thresholds, and the lower ones with the opposite sign. */
  readonly highs: ThresholdHeap[] = []
  readonly lows: ThresholdHeap[] = []
  /** By account: its collateral, its number of positions and the number of the check at the last check. */
  private accounts: Float64Array = new Float64Array(ACCOUNT_NUMBERS * AT_FIRST).fill(NaN)
  /** By row of a position: its data at the last check, and the safe range of its mark. */
  private ranges: Float64Array = new Float64Array(POSITION_NUMBERS * AT_FIRST).fill(NaN)
  private readonly positions: PositionRows

  constructor(positions: PositionRows) {
    this.positions = positions
  }

  /** Whether the account was checked with this collateral. */
  isKnown(accountId: number, collateral: number): boolean {
    return this.accounts[accountId * ACCOUNT_NUMBERS + COLLATERAL] === collateral
  }
  /** Whether the account held so many positions at its check. */
  hasCount(accountId: number, count: number): boolean {
    return this.accounts[accountId * ACCOUNT_NUMBERS + COUNT] === count
  }
  /** Begins a check of an account, after which what was known of it counts no more. */
  beginCheck(accountId: number, collateral: number, count: number): void {
    const at = accountId * ACCOUNT_NUMBERS
    while (at + ACCOUNT_NUMBERS > this.accounts.length) this.accounts = widened(this.accounts)
    const before = this.accounts[at + CHECK]!
    this.accounts[at + COLLATERAL] = collateral
    this.accounts[at + COUNT] = count
    this.accounts[at + CHECK] = Number.isNaN(before) ? 1 : before + 1
  }
  forget(accountId: number): void {
    const at = accountId * ACCOUNT_NUMBERS
    if (at < this.accounts.length) this.accounts[at + COLLATERAL] = NaN
  }
  /**
   * Whether a position is as it was at the last check of its account, with the mark in its range. `owed`: its unsettled
   * funding, whose settlement changes what the same collateral is worth.
   */
  isInRange(position: number, accountId: number, owed: number, maintRatio: number, mark: number): boolean {
    const { accounts, positions, ranges } = this
    const at = rowOfPosition(position) * POSITION_NUMBERS
    return (
      // Negative for a short: a position that flipped at its own price has the same size and cost as before.
      ranges[at + SIGNED_SIZE] === signedSize(positions, position) &&
      ranges[at + COST] === positions.cost(position) &&
      ranges[at + MARGIN] === positions.isolatedMargin(position) &&
      ranges[at + ACCOUNT] === accountId &&
      ranges[at + MARKET] === positions.marketId(position) &&
      ranges[at + OWED] === owed &&
      ranges[at + RATIO] === maintRatio &&
      // Rows of different checks may not be combined.
      ranges[at + CHECKED_IN] === accounts[accountId * ACCOUNT_NUMBERS + CHECK] &&
      mark >= ranges[at + LOW]! &&
      mark <= ranges[at + HIGH]!
    )
  }
  /** Stores the range of a position in the check of its account that was begun. */
  put(
    position: number,
    accountId: number,
    owed: number,
    maintRatio: number,
    low: number,
    high: number,
  ): void {
    const at = rowOfPosition(position) * POSITION_NUMBERS
    while (at + POSITION_NUMBERS > this.ranges.length) this.ranges = widened(this.ranges)
    const { accounts, positions, ranges } = this
    ranges[at + ACCOUNT] = accountId
    ranges[at + MARKET] = positions.marketId(position)
    ranges[at + SIGNED_SIZE] = signedSize(positions, position)
    ranges[at + COST] = positions.cost(position)
    ranges[at + MARGIN] = positions.isolatedMargin(position)
    ranges[at + OWED] = owed
    ranges[at + RATIO] = maintRatio
    ranges[at + CHECKED_IN] = accounts[accountId * ACCOUNT_NUMBERS + CHECK]!
    ranges[at + LOW] = low
    ranges[at + HIGH] = high
  }
  lowest(position: number): number {
    return this.ranges[rowOfPosition(position) * POSITION_NUMBERS + LOW]!
  }
  highest(position: number): number {
    return this.ranges[rowOfPosition(position) * POSITION_NUMBERS + HIGH]!
  }
  /** Thresholds of the account that were pushed before count no more. */
  renewThresholds(accountId: number): void {
    if (accountId >= this.versions.length) {
      const wider = new Int32Array(2 * Math.max(accountId, this.versions.length))
      wider.set(this.versions)
      this.versions = wider
    }
    this.versions[accountId]! += 1
  }
  pushThresholds(accountId: number, marketId: MarketId, position: number): void {
    heapOf(this.highs, marketId).push(this.highest(position), accountId, this.versions)
    heapOf(this.lows, marketId).push(-this.lowest(position), accountId, this.versions)
  }
}

export function heapOf(heaps: ThresholdHeap[], marketId: MarketId): ThresholdHeap {
  while (heaps.length <= marketId) heaps.push(new ThresholdHeap())
  return heaps[marketId]!
}

function widened(numbers: Float64Array): Float64Array {
  const wider = twiceAsLong(numbers)
  wider.fill(NaN, numbers.length)
  return wider
}
