/**
 * The visible slice of the book: levels grouped to a price step (bids down, asks up, so that a group never
 * promises a better price than it holds), cumulative totals, and the widths of the depth staircase. Pure.
 */
import { divCeil, divFloor, lots, ticks, type Lots, type Ticks } from '@vest/protocol'
import type { Book, BookLevel, Order } from '../../live/index.ts'

export interface BookRow {
  readonly price: Ticks
  readonly size: Lots
  readonly total: Lots
  /** Width of the depth bar in percent of the row. */
  readonly width: number
  /** Remaining size of the user's own orders at this price. */
  readonly own: Lots | undefined
  /** Σ price · size from the best level down to this one, for the hover figures. */
  readonly cumulative: bigint
}

/** What the depth bars and the third column speak of. */
export const BOOK_TOTALS = ['cumulative', 'level'] as const
export type BookTotals = (typeof BOOK_TOTALS)[number]
export const isBookTotals = (value: string): value is BookTotals =>
  (BOOK_TOTALS as readonly string[]).includes(value)

export interface BookView {
  /** Best first. */
  readonly asks: readonly BookRow[]
  readonly bids: readonly BookRow[]
  /** Undefined while a side is empty. */
  readonly spread: number | undefined
  /** Spread in parts per hundred thousand of the middle (three decimals of a percent). */
  readonly spreadPercent3: number | undefined
}

/** The depth bar leaves a third of the row to the prices. */
const WIDTH_MAX = 66

export interface BookViewInput {
  readonly book: Book
  /** Price step of a group in ticks; 1 = as it is. */
  readonly step: number
  readonly rows: number
  /** The user's resting orders in this market. */
  readonly ownOrders: readonly Order[]
  readonly totals: BookTotals
}

export function bookView({ book, step, rows, ownOrders, totals }: BookViewInput): BookView {
  const asks = accumulate(
    groupLevels(book.asks, step, 'ask').slice(0, rows),
    ownSizes(ownOrders, step, false),
  )
  const bids = accumulate(groupLevels(book.bids, step, 'bid').slice(0, rows), ownSizes(ownOrders, step, true))
  const measure = (row: Row): number => (totals === 'cumulative' ? row.total : row.size)
  const largest = Math.max(1, ...asks.map(measure), ...bids.map(measure))
  const widen = (row: Row): BookRow => ({ ...row, width: (measure(row) / largest) * WIDTH_MAX })
  const bestAsk = book.asks[0]?.price
  const bestBid = book.bids[0]?.price
  const spread = bestAsk === undefined || bestBid === undefined ? undefined : bestAsk - bestBid
  return {
    asks: asks.map(widen),
    bids: bids.map(widen),
    spread,
    spreadPercent3: spread === undefined ? undefined : divFloor(spread * 200_000, bestAsk! + bestBid!),
  }
}

export function groupLevels(
  levels: readonly BookLevel[],
  step: number,
  side: 'bid' | 'ask',
): readonly BookLevel[] {
  if (step === 1) return levels
  const grouped: { price: Ticks; size: Lots }[] = []
  for (const level of levels) {
    const price = groupPrice(level.price, step, side)
    const last = grouped[grouped.length - 1]
    if (last?.price === price) last.size = lots(last.size + level.size)
    else grouped.push({ price, size: level.size })
  }
  return grouped
}

const groupPrice = (price: Ticks, step: number, side: 'bid' | 'ask'): Ticks =>
  ticks((side === 'bid' ? divFloor(price, step) : divCeil(price, step)) * step)

type Row = Omit<BookRow, 'width'>

function accumulate(levels: readonly BookLevel[], own: ReadonlyMap<number, Lots>): readonly Row[] {
  let total = 0
  let cumulative = 0n
  return levels.map(({ price, size }) => {
    total += size
    cumulative += BigInt(price) * BigInt(size)
    return { price, size, total: lots(total), own: own.get(price), cumulative }
  })
}

function ownSizes(orders: readonly Order[], step: number, isBuy: boolean): ReadonlyMap<number, Lots> {
  const sizes = new Map<number, Lots>()
  for (const order of orders) {
    if (order.isBuy !== isBuy || order.orderType !== 'LIMIT') continue
    const price = groupPrice(order.limitPrice, step, isBuy ? 'bid' : 'ask')
    sizes.set(price, lots((sizes.get(price) ?? 0) + order.size - order.filledSize))
  }
  return sizes
}

/** Rows per side that fit a panel of this height: 36 tabs + 24 head + N·23 + 24 spread + N·23. */
export const rowsPerSide = (panelHeight: number, rowPx: number): number =>
  Math.max(1, Math.floor((panelHeight - 84) / (2 * rowPx)))
