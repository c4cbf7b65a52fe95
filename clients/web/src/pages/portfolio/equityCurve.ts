/** What an account was worth over time, and what it earned since the curve's start. Pure: integers in, a path out. */
import { profitSince, type EquityMoment } from '@vest/formulas'
import { readDecimal, timeMs, usd6, type EquityRow, type TimeMs, type Usd6 } from '@vest/protocol'
import { DAY_MS } from '../../shared/durations.ts'

export interface EquityPoint extends EquityMoment {
  readonly timeMs: TimeMs
}

export const CURVE_KINDS = ['equity', 'pnl'] as const
export type CurveKind = (typeof CURVE_KINDS)[number]

/** How far back, and by which intervals. */
export const CURVE_RANGES = {
  day: { interval: '1h', spanMs: DAY_MS },
  week: { interval: '1h', spanMs: 7 * DAY_MS },
  month: { interval: '4h', spanMs: 30 * DAY_MS },
  all: { interval: '1d', spanMs: undefined },
} as const
export type CurveRange = keyof typeof CURVE_RANGES

export const readEquity = (rows: readonly EquityRow[]): readonly EquityPoint[] =>
  rows.map((row) => ({
    timeMs: timeMs(row.time),
    equity: usd6(readDecimal(row.equity, 6)),
    netDeposits: usd6(readDecimal(row.netDeposits, 6)),
  }))

export interface CurveValue {
  readonly timeMs: TimeMs
  readonly value: Usd6
}

export function curveOf(points: readonly EquityPoint[], kind: CurveKind): readonly CurveValue[] {
  if (kind === 'equity') return points.map(({ timeMs: at, equity }) => ({ timeMs: at, value: equity }))
  const [first] = points
  if (first === undefined) return []
  return points.map((point) => ({ timeMs: point.timeMs, value: profitSince(first, point) }))
}

export interface CurveBox {
  readonly width: number
  readonly height: number
}

export interface CurveShape {
  /** Of an SVG path, y growing downwards. */
  readonly path: string
  readonly low: Usd6
  readonly high: Usd6
  /** Where nothing is earned and nothing lost; absent where that is out of sight. */
  readonly zeroY?: number
  x(index: number): number
  y(index: number): number
  /** The point that lies nearest to a place. */
  nearest(x: number): number
}

/** Two points at least. Times stand where they happened, values between the lowest and the highest. */
export function shapeOf(curve: readonly CurveValue[], { width, height }: CurveBox): CurveShape {
  const values = curve.map(({ value }) => value)
  const low = usd6(Math.min(...values))
  const high = usd6(Math.max(...values))
  const fromMs = curve[0]!.timeMs
  const spanMs = Math.max(1, curve.at(-1)!.timeMs - fromMs)
  // A curve that never moves lies in the middle.
  const yOf = (value: number): number =>
    high === low ? height / 2 : height - ((value - low) / (high - low)) * height
  const x = (index: number): number => ((curve[index]!.timeMs - fromMs) / spanMs) * width
  const y = (index: number): number => yOf(curve[index]!.value)
  const path = curve
    .map((_, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(index).toFixed(1)}`)
    .join('')
  return {
    path,
    low,
    high,
    ...(low < 0 && high > 0 ? { zeroY: yOf(0) } : {}),
    x,
    y,
    nearest: (at) =>
      curve.reduce((best, _, index) => (Math.abs(x(index) - at) < Math.abs(x(best) - at) ? index : best), 0),
  }
}
