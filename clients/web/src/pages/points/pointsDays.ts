/**
 * Where the points of the running week come from, day by day. The exchange divides a week only at its end, and tells what
 * it would give now, by source; the part for trading is spread here over days and classes by what their fees weigh. Pure.
 */
import { pointsMultiplierOf } from '@vest/formulas'
import { mulDivFloor, readDecimal, type AssetClass, type FillRow } from '@vest/protocol'
import { DAY_MS } from '../../shared/durations.ts'

export const WEEK_DAYS = 7

export interface TradingDay {
  /** Points with six decimals. */
  readonly equities: number
  readonly others: number
}

export interface WeekOfTrading {
  /** Seven, from Monday on. */
  readonly days: readonly TradingDay[]
  /** What the equities bring beyond what they would without their weight. */
  readonly extra: number
}

export function tradingDays(
  fills: readonly Pick<FillRow, 'symbol' | 'fee' | 'time'>[],
  {
    startMs,
    trading,
    assetOf,
  }: {
    readonly startMs: number
    /** What the week would give for trading now, six decimals. */
    readonly trading: number
    readonly assetOf: (symbol: string) => AssetClass | undefined
  },
): WeekOfTrading {
  const weights = Array.from({ length: WEEK_DAYS }, () => ({ equities: 0, others: 0 }))
  for (const { symbol, fee, time } of fills) {
    const day = weights[Math.floor((time - startMs) / DAY_MS)]
    const asset = assetOf(symbol)
    if (day === undefined || asset === undefined) continue
    day[asset === 'stock' ? 'equities' : 'others'] += readDecimal(fee, 6) * pointsMultiplierOf(asset)
  }
  const whole = weights.reduce((sum, { equities, others }) => sum + equities + others, 0)
  const part = (weight: number): number => (whole === 0 ? 0 : mulDivFloor(trading, weight, whole))
  const days = weights.map(({ equities, others }) => ({ equities: part(equities), others: part(others) }))
  const ofEquities = days.reduce((sum, { equities }) => sum + equities, 0)
  const [times, usual] = [pointsMultiplierOf('stock'), pointsMultiplierOf('crypto')]
  return { days, extra: mulDivFloor(ofEquities, times - usual, times) }
}

/** Days, hours, minutes and seconds that are left; none below nothing. */
export function countdown(
  leftMs: number,
): readonly [days: number, hours: number, minutes: number, seconds: number] {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000))
  return [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
}
