/**
 * The book as two curves: what stands up to each price, from the middle outward on both sides. Sums are exact;
 * heights and places on the picture are floats, for geometry alone.
 */
import { lots, mulDivFloor, ticks, type Lots, type Ticks } from '@vest/protocol'
import type { Book, BookLevel } from '../../live/index.ts'

export interface DepthPoint {
  readonly price: Ticks
  readonly total: Lots
  /** Σ price · size in ticks and lots. */
  readonly worth: bigint
}

export interface DepthCurve {
  /** Best first. */
  readonly bids: readonly DepthPoint[]
  readonly asks: readonly DepthPoint[]
  /** Twice the middle, so that it is whole. */
  readonly twiceMiddle: number
  /** Half the width of the picture, in half ticks; the same to both sides. */
  readonly reach: number
  readonly largest: Lots
}

/** Undefined while a side is empty: then there is no middle. */
export function depthCurve(book: Book): DepthCurve | undefined {
  const [bestBid, bestAsk] = [book.bids[0], book.asks[0]]
  if (bestBid === undefined || bestAsk === undefined) return undefined
  const bids = accumulate(book.bids)
  const asks = accumulate(book.asks)
  const [lastBid, lastAsk] = [bids[bids.length - 1]!, asks[asks.length - 1]!]
  const twiceMiddle = bestBid.price + bestAsk.price
  return {
    bids,
    asks,
    twiceMiddle,
    reach: Math.max(1, twiceMiddle - 2 * lastBid.price, 2 * lastAsk.price - twiceMiddle),
    largest: lots(Math.max(lastBid.total, lastAsk.total)),
  }
}

function accumulate(levels: readonly BookLevel[]): readonly DepthPoint[] {
  let total = 0
  let worth = 0n
  return levels.map(({ price, size }) => {
    total += size
    worth += BigInt(price) * BigInt(size)
    return { price, total: lots(total), worth }
  })
}

export interface DepthReading extends DepthPoint {
  readonly side: 'bid' | 'ask'
  /** From the middle, in basis points of it; negative below. */
  readonly distanceBps: number
}

/** What stands between the middle and a price; undefined within the spread. */
export function depthAt(curve: DepthCurve, price: Ticks): DepthReading | undefined {
  const isBid = 2 * price < curve.twiceMiddle
  const points = isBid ? curve.bids : curve.asks
  const reached = points.filter((point) => (isBid ? point.price >= price : point.price <= price))
  const last = reached[reached.length - 1]
  if (last === undefined) return undefined
  const bps = mulDivFloor(Math.abs(2 * price - curve.twiceMiddle), 10_000, curve.twiceMiddle)
  return {
    side: isBid ? 'bid' : 'ask',
    price,
    total: last.total,
    worth: last.worth,
    distanceBps: isBid ? -bps : bps,
  }
}

export interface DepthSize {
  readonly width: number
  readonly height: number
}

const HEADROOM = 0.08

export const xOf = (curve: DepthCurve, price: Ticks, width: number): number =>
  (width / 2) * (1 + (2 * price - curve.twiceMiddle) / curve.reach)

export const yOf = (curve: DepthCurve, total: Lots, height: number): number =>
  height - (total / curve.largest) * height * (1 - HEADROOM)

/** The price under a point of the picture. */
export const priceAtX = (curve: DepthCurve, x: number, width: number): Ticks =>
  ticks(Math.max(1, Math.round((curve.twiceMiddle + (x / (width / 2) - 1) * curve.reach) / 2)))

/** Stairs of one side as an SVG path, from the best level to the edge of the picture; closed along its foot. */
export function depthPath(curve: DepthCurve, side: 'bid' | 'ask', { width, height }: DepthSize) {
  const points = side === 'bid' ? curve.bids : curve.asks
  const edge = side === 'bid' ? 0 : width
  const start = xOf(curve, points[0]!.price, width)
  const stairs = points.map(
    (point) => `H${round(xOf(curve, point.price, width))}V${round(yOf(curve, point.total, height))}`,
  )
  const line = `M${round(start)} ${height}${stairs.join('')}H${edge}`
  return { line, area: `${line}V${height}Z` }
}

const round = (value: number): number => Math.round(value * 10) / 10
