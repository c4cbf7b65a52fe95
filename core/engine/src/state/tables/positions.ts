/**
 * The positions of all accounts: one row each, a single cache line, linked per account in the order of their
 * markets. A `Position` is the handle of a row for code outside the hot paths. The row of a closed position
 * is reused, so no handle is kept beyond the command in which it closes.
 */
import type { Funding12, Lots, Ratio4, TimeMs, Usd6 } from '@vest/protocol'
import type { MarketId } from '../../api/index.ts'
import { rowOffset, type SharedRows, twiceAsLong, widenRows } from '../memory/rows.ts'
import { NONE } from './orderLayout.ts'

/** Position of an account, or of the pool, in a market. Size is always positive; absent = flat. */
export interface Position {
  readonly marketId: MarketId
  isLong: boolean
  size: Lots
  cost: Usd6
  initMarginRatio: Ratio4
  entryFunding: Funding12
  /** Σ of the funding settled since the position was opened, > 0 = received. */
  settledFunding: Usd6
  /** Margin of an isolated position; 0 in cross markets. */
  isolatedMargin: Usd6
  /** The user that it last grew against; absent for the pools. */
  met?: Counterparty | undefined
}

/**
 * The user against which a position last grew, the time, and the points weight earned in that half-minute and
 * in the one before it.
 */
export interface Counterparty {
  readonly accountId: number
  readonly sinceMs: TimeMs
  readonly weight: number
  /** Absent = 0. */
  readonly weightBefore?: number | undefined
}

// Numbers of a row; the first and the last hold two half-numbers each.
export const POSITION_SIZE = 1
export const COST = 2
export const POSITION_RATIO = 3
export const SETTLED = 4
export const ISOLATED_MARGIN = 5

/** Funding epoch of the market at the last settlement: equal = nothing is owed. -1 = compare the accumulators. */
export const EPOCH = 6
const POSITION_ROW_BITS = 3
export const POSITION_ROW = 1 << POSITION_ROW_BITS

/** Size of a position with its sign: lots, > 0 = long. */
export function signedSize({ numbers, int32s }: PositionRows, at: number): number {
  const size = numbers[at + POSITION_SIZE]!
  return int32s[2 * at + IS_LONG] === 1 ? size : -size
}

/** Number of the row that begins at `at`; a shift, because V8 checks whether a quotient is an integer. */
export const rowOfPosition = (at: number): number => at >> POSITION_ROW_BITS

// Half-numbers of a row, counted from twice its reference.
export const POSITION_MARKET = 0
export const IS_LONG = 1
export const NEXT = 14

/** Id of the account against which it last grew; -1 = none. */
export const MET = 15

// Numbers of a last counterparty; its reference follows from that of the position.
export const MET_SINCE = 0
export const MET_WEIGHT = 1
export const MET_WEIGHT_BEFORE = 2
const MET_ROW = 4

export const counterpartyAt = (position: number): number => rowOfPosition(position) * MET_ROW

const ROWS_AT_FIRST = 64

/** All positions, by the references of their rows. Rules read and change them by the methods alone. */
export class PositionRows implements SharedRows {
  numbers: Float64Array = new Float64Array(ROWS_AT_FIRST * POSITION_ROW)
  int32s: Int32Array = new Int32Array(this.numbers.buffer)
  /** By row: its handle, once it was asked for, and the accumulator at its last settlement. */
  readonly handles: (RowPosition | undefined)[] = []
  readonly entryFundings: Funding12[] = []
  /** By row: when it last grew against MET, and the points weight earned by that. */
  counterparties: Float64Array = new Float64Array(ROWS_AT_FIRST * MET_ROW)
  count = 0
  /** References of rows whose position is closed. */
  readonly spare: number[] = []

  // ---------------------------------------------------------------- what a position says
  // `position` is the reference of a row, never NONE.

  marketId(position: number): MarketId {
    return this.int32s[2 * rowOffset(position) + POSITION_MARKET]!
  }
  isLong(position: number): boolean {
    return this.int32s[2 * rowOffset(position) + IS_LONG] === 1
  }
  /** Lots, always positive. */
  size(position: number): number {
    return this.numbers[rowOffset(position) + POSITION_SIZE]!
  }
  /** In micro-USDC. */
  cost(position: number): number {
    return this.numbers[rowOffset(position) + COST]!
  }
  initMarginRatio(position: number): number {
    return this.numbers[rowOffset(position) + POSITION_RATIO]!
  }
  /** Σ of the funding settled since it was opened, > 0 = received. */
  settledFunding(position: number): number {
    return this.numbers[rowOffset(position) + SETTLED]!
  }
  /** Margin of an isolated position; 0 in cross markets. */
  isolatedMargin(position: number): number {
    return this.numbers[rowOffset(position) + ISOLATED_MARGIN]!
  }
  /** Funding epoch of its market at the last settlement: equal = nothing is owed. */
  fundingEpoch(position: number): number {
    return this.numbers[rowOffset(position) + EPOCH]!
  }
  /** Accumulator of its market at the last settlement. */
  entryFunding(position: number): Funding12 {
    return this.entryFundings[rowOfPosition(position)]!
  }
  /** The position of the same account in the next market; NONE = none. */
  next(position: number): number {
    return this.int32s[2 * rowOffset(position) + NEXT]!
  }
  /** Id of the account against which it last grew; NONE = none. */
  lastCounterparty(position: number): number {
    return this.int32s[2 * rowOffset(position) + MET]!
  }
  forgetCounterparty(position: number): void {
    this.int32s[2 * rowOffset(position) + MET] = NONE
  }
  /** When it last grew against its last counterparty, in milliseconds since the epoch. */
  lastGrowthMs(position: number): number {
    return this.counterparties[counterpartyAt(position) + MET_SINCE]!
  }
  /** Points weight that it earned by that: in the half-minute of the last growth, and in the one before. */
  weightOfGrowth(position: number): number {
    return this.counterparties[counterpartyAt(position) + MET_WEIGHT]!
  }
  weightBefore(position: number): number {
    return this.counterparties[counterpartyAt(position) + MET_WEIGHT_BEFORE]!
  }
  forgetWeights(position: number): void {
    const at = counterpartyAt(position)
    this.counterparties[at + MET_WEIGHT] = 0
    this.counterparties[at + MET_WEIGHT_BEFORE] = 0
  }
  /** A new half-minute has begun: what was earned in the last one is that of the one before. */
  turnHalfMinute(position: number): void {
    const at = counterpartyAt(position)
    this.counterparties[at + MET_WEIGHT_BEFORE] = this.counterparties[at + MET_WEIGHT]!
    this.counterparties[at + MET_WEIGHT] = 0
  }
  /** It has grown again against its last counterparty. */
  addGrowth(position: number, timeMs: number, weight: number): void {
    const at = counterpartyAt(position)
    this.counterparties[at + MET_WEIGHT] = this.counterparties[at + MET_WEIGHT]! + weight
    this.counterparties[at + MET_SINCE] = timeMs
  }
  /** Writes what fills have made of it. */
  write(
    position: number,
    isLong: boolean,
    size: number,
    cost: number,
    initMarginRatio: number,
    settledFunding: number,
    isolatedMargin: number,
  ): void {
    position = rowOffset(position)
    this.int32s[2 * position + IS_LONG] = isLong ? 1 : 0
    this.numbers[position + POSITION_SIZE] = size
    this.numbers[position + COST] = cost
    this.numbers[position + POSITION_RATIO] = initMarginRatio
    this.numbers[position + SETTLED] = settledFunding
    this.numbers[position + ISOLATED_MARGIN] = isolatedMargin
  }
  /** Funding is settled up to this epoch and accumulator of its market. */
  settleFundingTo(position: number, epoch: number, cumFunding: Funding12): void {
    this.numbers[rowOffset(position) + EPOCH] = epoch
    this.entryFundings[rowOfPosition(position)] = cumFunding
  }
}

export const createPositionRows = (): PositionRows => new PositionRows()

class RowPosition implements Position {
  readonly rows: PositionRows
  readonly at: number

  constructor(rows: PositionRows, at: number) {
    this.rows = rows
    this.at = at
  }

  get marketId(): MarketId {
    return this.rows.int32s[2 * this.at + POSITION_MARKET]!
  }
  get isLong(): boolean {
    return this.rows.int32s[2 * this.at + IS_LONG] === 1
  }
  set isLong(value: boolean) {
    this.rows.int32s[2 * this.at + IS_LONG] = value ? 1 : 0
  }
  get size(): Lots {
    return this.rows.numbers[this.at + POSITION_SIZE] as Lots
  }
  set size(value: Lots) {
    this.rows.numbers[this.at + POSITION_SIZE] = value
  }
  get cost(): Usd6 {
    return this.rows.numbers[this.at + COST] as Usd6
  }
  set cost(value: Usd6) {
    this.rows.numbers[this.at + COST] = value
  }
  get initMarginRatio(): Ratio4 {
    return this.rows.numbers[this.at + POSITION_RATIO] as Ratio4
  }
  set initMarginRatio(value: Ratio4) {
    this.rows.numbers[this.at + POSITION_RATIO] = value
  }
  get entryFunding(): Funding12 {
    return this.rows.entryFundings[rowOfPosition(this.at)]!
  }
  set entryFunding(value: Funding12) {
    this.rows.entryFundings[rowOfPosition(this.at)] = value
    this.rows.numbers[this.at + EPOCH] = -1
  }
  get settledFunding(): Usd6 {
    return this.rows.numbers[this.at + SETTLED] as Usd6
  }
  set settledFunding(value: Usd6) {
    this.rows.numbers[this.at + SETTLED] = value
  }
  get isolatedMargin(): Usd6 {
    return this.rows.numbers[this.at + ISOLATED_MARGIN] as Usd6
  }
  set isolatedMargin(value: Usd6) {
    this.rows.numbers[this.at + ISOLATED_MARGIN] = value
  }
  get met(): Counterparty | undefined {
    const { int32s, counterparties } = this.rows
    const accountId = int32s[2 * this.at + MET]!
    if (accountId === NONE) return undefined
    const at = counterpartyAt(this.at)
    return {
      accountId,
      sinceMs: counterparties[at + MET_SINCE] as TimeMs,
      weight: counterparties[at + MET_WEIGHT]!,
      weightBefore: counterparties[at + MET_WEIGHT_BEFORE]! || undefined,
    }
  }
  set met(value: Counterparty | undefined) {
    setCounterparty(this.rows, this.at, value?.accountId ?? NONE, value?.sinceMs ?? 0, value?.weight ?? 0)
    this.rows.counterparties[counterpartyAt(this.at) + MET_WEIGHT_BEFORE] = value?.weightBefore ?? 0
  }
}

/** The handle of the position whose row begins at `at`; the same object each time. */
export const positionAt = (rows: PositionRows, at: number): Position =>
  (rows.handles[rowOfPosition(at)] ??= new RowPosition(rows, at))

/** Sets the last counterparty of a position, -1 = none. */
export function setCounterparty(
  rows: PositionRows,
  position: number,
  accountId: number,
  sinceMs: number,
  weight: number,
): void {
  const at = counterpartyAt(position)
  rows.int32s[2 * position + MET] = accountId
  rows.counterparties[at + MET_SINCE] = sinceMs
  rows.counterparties[at + MET_WEIGHT] = weight
  rows.counterparties[at + MET_WEIGHT_BEFORE] = 0
}

/** Clears the points weights of all last counterparties when a week ends: they count for that week only. */
export function forgetCounterpartyWeights({ counterparties, count }: PositionRows): void {
  for (let at = 0; at < count * MET_ROW; at += MET_ROW) {
    counterparties[at + MET_WEIGHT] = 0
    counterparties[at + MET_WEIGHT_BEFORE] = 0
  }
}

export function freshRow(rows: PositionRows): number {
  const at = rows.count * POSITION_ROW
  if (at === rows.numbers.length) {
    widenRows(rows)
    rows.counterparties = twiceAsLong(rows.counterparties)
  }
  rows.count += 1
  rows.handles.push(undefined)
  rows.entryFundings.push(0n as Funding12)
  return at
}
