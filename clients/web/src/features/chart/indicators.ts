/**
 * Indicators over candles. Each answers one value per candle, undefined where there are not candles enough yet.
 * Floats are right here: what comes out is a height on a picture, never money, and nothing is decided by it.
 */
import type { Candle } from './candles.ts'

export type IndicatorValues = readonly (number | undefined)[]

/** mean of the last n */
export function sma(values: readonly number[], length: number): IndicatorValues {
  return windows(values, length, mean)
}

/**
 *   ema₀ = mean of the first n      emaᵢ = emaᵢ₋₁ + 2 / (n + 1) · (vᵢ − emaᵢ₋₁)
 */
export function ema(values: readonly number[], length: number): IndicatorValues {
  const weight = 2 / (length + 1)
  let held: number | undefined
  return values.map((value, index) => {
    if (index < length - 1) return undefined
    held = held === undefined ? mean(values.slice(0, length)) : held + weight * (value - held)
    return held
  })
}

export interface Bands {
  readonly upper: IndicatorValues
  readonly middle: IndicatorValues
  readonly lower: IndicatorValues
}

/** The mean of the last n, and k standard deviations (of all n, not n − 1) to either side. */
export function bollinger(values: readonly number[], length: number, deviations: number): Bands {
  const middle = sma(values, length)
  const spread = windows(values, length, (part) => {
    const centre = mean(part)
    return deviations * Math.sqrt(mean(part.map((value) => (value - centre) ** 2)))
  })
  const shifted = (sign: 1 | -1): IndicatorValues =>
    middle.map((value, index) => (value === undefined ? undefined : value + sign * spread[index]!))
  return { upper: shifted(1), middle, lower: shifted(-1) }
}

/**
 * Wilder's index, 0 to 100:  rsi = 100 · gain / (gain + loss), where gain and loss are first the means of the first n
 * changes and then  avgᵢ = (avgᵢ₋₁ · (n − 1) + changeᵢ) / n.  50 where nothing moved.
 */
export function rsi(values: readonly number[], length: number): IndicatorValues {
  let gain = 0
  let loss = 0
  return values.map((value, index) => {
    if (index === 0) return undefined
    const change = value - values[index - 1]!
    const [up, down] = [Math.max(change, 0), Math.max(-change, 0)]
    if (index <= length) {
      gain += up / length
      loss += down / length
      if (index < length) return undefined
    } else {
      gain = (gain * (length - 1) + up) / length
      loss = (loss * (length - 1) + down) / length
    }
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)
  })
}

/**
 * Σ typical price · volume / Σ volume since the period began, typical = (high + low + close) / 3. Undefined until
 * something was traded in the period.
 */
export function vwap(
  candles: readonly Pick<Candle, 'timeMs' | 'high' | 'low' | 'close' | 'volume'>[],
  periodOf: (timeMs: number) => string,
): IndicatorValues {
  let period: string | undefined
  let value = 0
  let volume = 0
  return candles.map((candle) => {
    const own = periodOf(candle.timeMs)
    if (own !== period) {
      period = own
      value = 0
      volume = 0
    }
    value += ((candle.high + candle.low + candle.close) / 3) * candle.volume
    volume += candle.volume
    return volume === 0 ? undefined : value / volume
  })
}

/** What a VWAP adds up: the day (UTC) for candles within a day, the month for days, the year for weeks. */
export function vwapPeriod(interval: string): (timeMs: number) => string {
  const digits = interval === '1w' ? 4 : interval === '1d' ? 7 : 10
  return (timeMs) => new Date(timeMs).toISOString().slice(0, digits)
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

function windows(
  values: readonly number[],
  length: number,
  measure: (part: readonly number[]) => number,
): IndicatorValues {
  return values.map((_, index) =>
    index < length - 1 ? undefined : measure(values.slice(index - length + 1, index + 1)),
  )
}
