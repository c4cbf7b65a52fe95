/**
 * The past of the price of a share: its curve over a span, how far it once fell, and what a year would bring at the pace of
 * each span. Pure: rows of the exchange in, integers out. Yields are the engine's own formula.
 */
import { yieldOfYear } from '@vest/formulas'
import {
  mulDivFloor,
  readDecimal,
  timeMs,
  usd6,
  type PoolHistoryRow,
  type TimeMs,
  type Usd6,
} from '@vest/protocol'
import { DAY_MS } from '../../shared/durations.ts'

export interface PricePoint {
  readonly timeMs: TimeMs
  readonly price: Usd6
}

/** How far back, and by which intervals. */
export const PRICE_RANGES = {
  day: { interval: '1h', spanMs: DAY_MS },
  week: { interval: '1h', spanMs: 7 * DAY_MS },
  month: { interval: '4h', spanMs: 30 * DAY_MS },
  all: { interval: '1d', spanMs: undefined },
} as const
export type PriceRange = keyof typeof PRICE_RANGES

/** The rows, and behind them what a share is worth now. A pool without shares had no price. */
export function pricePoints(rows: readonly PoolHistoryRow[], now: PricePoint): readonly PricePoint[] {
  const past = rows.map((row) => ({ timeMs: timeMs(row.time), price: usd6(readDecimal(row.sharePrice, 6)) }))
  return [...past.filter(({ price, timeMs: at }) => price > 0 && at < now.timeMs), now]
}

/** ⌊ part · 10⁴ / whole ⌋: a part of a whole in hundredths of a percent. `whole` is above zero. */
export const shareInPercent2 = (part: number, whole: number): number => mulDivFloor(part, 10_000, whole)

export interface Drawdown {
  /** Places in the list of the highest price before the deepest fall, and of its end. */
  readonly from: number
  readonly to: number
  /** Hundredths of a percent, below zero. */
  readonly percent2: number
  /** When the old height was reached again; absent while it was not. */
  readonly recoveredMs?: TimeMs
}

/** The deepest fall from a height reached before; absent where the price never fell. */
export function deepestFall(points: readonly PricePoint[]): Drawdown | undefined {
  let top = 0
  let deepest: Omit<Drawdown, 'recoveredMs'> | undefined
  points.forEach(({ price }, at) => {
    if (price >= points[top]!.price) top = at
    const percent2 = shareInPercent2(price - points[top]!.price, points[top]!.price)
    if (percent2 < (deepest?.percent2 ?? 0)) deepest = { from: top, to: at, percent2 }
  })
  if (deepest === undefined) return undefined
  const { from, to } = deepest
  const recovered = points.find(({ price }, at) => at > to && price >= points[from]!.price)
  return recovered === undefined ? deepest : { ...deepest, recoveredMs: recovered.timeMs }
}

export interface SpanYield {
  readonly days: number
  readonly before: Usd6
  /** Hundredths of a percent a year. */
  readonly percent2: number
}

/**
 * What the price gained in the last `days`, times the year: from the last value that is at least so old. Absent for a
 * pool that is younger.
 */
export function yieldOver(points: readonly PricePoint[], days: number): SpanYield | undefined {
  const now = points.at(-1)
  const before = points.findLast(({ timeMs: at }) => now !== undefined && at <= now.timeMs - days * DAY_MS)
  return now === undefined || before === undefined ? undefined : spanYield(now.price, before.price, days)
}

/** From the first value on. */
export function yieldSinceStart(points: readonly PricePoint[]): SpanYield | undefined {
  const [first] = points
  const now = points.at(-1)
  if (first === undefined || now === undefined || first === now) return undefined
  return spanYield(now.price, first.price, Math.max(1, Math.floor((now.timeMs - first.timeMs) / DAY_MS)))
}

function spanYield(now: Usd6, before: Usd6, days: number): SpanYield | undefined {
  const percent2 = yieldOfYear(now, before, days)
  return percent2 === undefined ? undefined : { days, before, percent2 }
}

export interface DayFlow {
  readonly timeMs: TimeMs
  /** Money that depositors brought in, less what they took out. */
  readonly net: Usd6
}

/**
 * By day, what of the change of the pool's value is no gain of the shares:
 *
 *     net = NAV − NAV before − pnl
 */
export const dayFlows = (rows: readonly PoolHistoryRow[]): readonly DayFlow[] =>
  rows.slice(1).map((row, at) => ({
    timeMs: timeMs(row.time),
    net: usd6(readDecimal(row.nav, 6) - readDecimal(rows[at]!.nav, 6) - readDecimal(row.pnl, 6)),
  }))

export interface PriceShape {
  /** Of an SVG path, y growing downwards. */
  readonly path: string
  readonly low: Usd6
  readonly high: Usd6
  x(index: number): number
  y(price: Usd6): number
  /** Where a moment stands; within the curve. */
  at(timeMs: number): number
  nearest(x: number): number
}

/** Two points at least. */
export function priceShape(
  points: readonly PricePoint[],
  { width, height }: { readonly width: number; readonly height: number },
): PriceShape {
  const prices = points.map(({ price }) => price)
  const [low, high] = [usd6(Math.min(...prices)), usd6(Math.max(...prices))]
  const fromMs = points[0]!.timeMs
  const spanMs = Math.max(1, points.at(-1)!.timeMs - fromMs)
  const at = (moment: number): number => ((moment - fromMs) / spanMs) * width
  const x = (index: number): number => at(points[index]!.timeMs)
  // A price that never moved lies in the middle.
  const y = (price: Usd6): number =>
    high === low ? height / 2 : height - ((price - low) / (high - low)) * height
  return {
    path: points
      .map(({ price }, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(price).toFixed(1)}`)
      .join(''),
    low,
    high,
    x,
    y,
    at,
    nearest: (place) =>
      points.reduce(
        (best, _, index) => (Math.abs(x(index) - place) < Math.abs(x(best) - place) ? index : best),
        0,
      ),
  }
}
