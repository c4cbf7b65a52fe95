/**
 * The pool's quotes. The ladder is a function of absolute inventory cut into fixed cells: the price of a lot depends
 * only on the pool's inventory, never on how an order was split. So nothing is stored: the next level of a sweep is
 * the cell that the inventory has reached.
 */
import {
  assert,
  divCeil,
  divFloor,
  type Lots,
  lots,
  mulDivCeil,
  mulDivFloor,
  PPM_ONE,
  type Ticks,
  ticks,
  type Usd6,
} from '@vest/protocol'

export const LADDER_CELLS = 40

export interface Ladder {
  readonly index: Ticks
  /** Inventory at which the skew is full, lots. */
  readonly limit: Lots
  /** Lots per cell. */
  readonly cell: Lots
  readonly halfSpreadPpm: number
  readonly skewMaxPpm: number
  /**
   * The skew when the inventory shrinks: the surcharge on growth is no discount for a reduction. Absent =
   * `skewMaxPpm`.
   */
  readonly skewToReducePpm: number | undefined
  /**
   * Limits of the inventory, increased by bids and reduced by asks: the capacity as absolute inventory (signed lots).
   */
  readonly inventoryMax: number
  readonly inventoryMin: number
}

export interface LadderInput {
  readonly index: Ticks
  readonly scale: number
  /** min( market's limit, share of the pool's net asset value ). */
  readonly inventoryLimit: Usd6
  readonly halfSpreadPpm: number
  readonly skewMaxPpm: number
  readonly skewToReducePpm?: number
  /** Percentage of the limit that is quoted in this session. */
  readonly roomPercent?: number
}

/** Lim = ⌊ inventoryLimit / value(I, 1) ⌋, lots. */
export const inventoryLimitLots = (inventoryLimit: Usd6, index: Ticks, scale: number): Lots =>
  lots(inventoryLimit <= 0 ? 0 : divFloor(inventoryLimit, index * scale))

/**
 * The ladder of these inputs. If the limit is less than a lot it has no capacity, and still lets the pool reduce its
 * position, at full skew for any inventory.
 */
export function ladderOf(input: LadderInput): Ladder {
  const lotsOfLimit = inventoryLimitLots(input.inventoryLimit, input.index, input.scale)
  const room = mulDivFloor(lotsOfLimit, input.roomPercent ?? 100, 100)
  const limit = lots(Math.max(1, lotsOfLimit))
  return {
    index: input.index,
    limit,
    cell: lots(Math.max(1, divFloor(limit, LADDER_CELLS))),
    halfSpreadPpm: input.halfSpreadPpm,
    skewMaxPpm: input.skewMaxPpm,
    skewToReducePpm: input.skewToReducePpm,
    inventoryMax: room,
    inventoryMin: 0 - room,
  }
}

/**
 * Price of the lots that the pool sells next, with its inventory at `inventory`:
 *
 *   j = ⌈inventory / G⌉ − 1 ; x = ⌊clamp(j · G, ±Lim) · 10⁶ / Lim⌋ ; skew = ⌈−skewMax · x / 10⁶⌉
 *   ask = ⌈ I · (10⁶ + h + skew) / 10⁶ ⌉
 *
 * Every rounding favours the pool; a cell is priced at its worse edge. If x > 0 the pool reduces a long, and
 * skewMax is that of a shrinking inventory.
 */
export function poolAskPrice(ladder: Ladder, inventory: number): Ticks {
  const edge = askEdge(ladder, inventory)
  const x = mulDivFloor(clamp(edge, ladder.limit), PPM_ONE, ladder.limit)
  const skew = divCeil(-skewMaxAt(ladder, x > 0) * x, PPM_ONE)
  return ticks(mulDivCeil(ladder.index, PPM_ONE + ladder.halfSpreadPpm + skew, PPM_ONE))
}

/** Lots at that price, within the capacity of the whole side; 0 = nothing more to sell. */
export const poolAskSize = (ladder: Ladder, inventory: number): number =>
  Math.max(0, inventory - Math.max(askPriceEnd(ladder, inventory), ladder.inventoryMin))

/**
 * Price of the lots that the pool buys next:
 *
 *   j = ⌊inventory / G⌋ ; x = ⌈clamp((j + 1) · G, ±Lim) · 10⁶ / Lim⌉ ; skew = ⌊−skewMax · x / 10⁶⌋
 *   bid = ⌊ I · (10⁶ − h + skew) / 10⁶ ⌋      below 1 tick ⇒ none
 *
 * If x < 0 it reduces a short.
 */
export function poolBidPrice(ladder: Ladder, inventory: number): number {
  const edge = bidEdge(ladder, inventory)
  const x = mulDivCeil(clamp(edge, ladder.limit), PPM_ONE, ladder.limit)
  const skew = divFloor(-skewMaxAt(ladder, x < 0) * x, PPM_ONE)
  return mulDivFloor(ladder.index, PPM_ONE - ladder.halfSpreadPpm + skew, PPM_ONE)
}

/** Lots at that price; 0 = nothing more to buy. */
export const poolBidSize = (ladder: Ladder, inventory: number): number =>
  Math.max(0, Math.min(bidPriceEnd(ladder, inventory), ladder.inventoryMax) - inventory)

const skewMaxAt = ({ skewMaxPpm, skewToReducePpm }: Ladder, isReducing: boolean): number =>
  isReducing && skewToReducePpm !== undefined ? skewToReducePpm : skewMaxPpm

/** Inventory at the end of the cell that is being sold, and of the one that is being bought. */
const askEdge = (ladder: Ladder, inventory: number): number =>
  (divCeil(inventory, ladder.cell) - 1) * ladder.cell
const bidEdge = (ladder: Ladder, inventory: number): number =>
  (divFloor(inventory, ladder.cell) + 1) * ladder.cell

/**
 * Inventory at the end of a price: that of a cell, or beyond the limit that of one single run, for cells of any size,
 * because the skew no longer grows there.
 */
export function askPriceEnd(ladder: Ladder, inventory: number): number {
  const edge = askEdge(ladder, inventory)
  return edge > ladder.limit ? lastCellEdge(ladder) : edge
}
export function bidPriceEnd(ladder: Ladder, inventory: number): number {
  const edge = bidEdge(ladder, inventory)
  return edge < -ladder.limit ? -lastCellEdge(ladder) : edge
}
/** The first edge of a cell at or beyond the limit. */
const lastCellEdge = ({ limit, cell }: Ladder): number => divCeil(limit, cell) * cell

export type LadderLevel = readonly [price: Ticks, size: Lots]

/** The first levels of both sides, best first (equal prices of neighbouring cells are not merged). */
export function poolLadder(
  ladder: Ladder,
  inventory: number,
  levels: number,
): { readonly asks: readonly LadderLevel[]; readonly bids: readonly LadderLevel[] } {
  assert(Number.isSafeInteger(inventory), 'inventory is signed lots')
  const asks: LadderLevel[] = []
  for (let at = inventory; asks.length < levels;) {
    const size = poolAskSize(ladder, at)
    if (size === 0) break
    asks.push([poolAskPrice(ladder, at), lots(size)])
    at -= size
  }
  const bids: LadderLevel[] = []
  for (let at = inventory; bids.length < levels;) {
    const size = poolBidSize(ladder, at)
    const price = poolBidPrice(ladder, at)
    if (size === 0 || price < 1) break
    bids.push([ticks(price), lots(size)])
    at += size
  }
  return { asks, bids }
}

const clamp = (value: number, limit: number): number =>
  value > limit ? limit : value < -limit ? -limit : value
