/** Half-spread of the pool: a floor that grows with recent volatility, times the session and the market's state. */
import { assert, divCeil, divFloor, mulDivFloor, type Ticks } from '@vest/protocol'

export interface HalfSpreadInput {
  readonly minPpm: number
  readonly maxPpm: number
  readonly volMultiplierPermille: number
  /** Average absolute one-second move, parts per billion. */
  readonly volatilityPpb: number
  /** 100 = ×1. */
  readonly sessionPercent: number
  readonly statePercent: number
}

/**
 *   h0 = clamp( min + ⌊volMultiplier · volatility / 10⁶⌋, min, max )      ppm
 *   h  = ⌈ h0 · session · state / 10⁴ ⌉
 */
export function halfSpread(input: HalfSpreadInput): number {
  const calm = input.minPpm + mulDivFloor(input.volMultiplierPermille, input.volatilityPpb, 1_000_000)
  return scaledPpm(Math.min(Math.max(calm, input.minPpm), input.maxPpm), input)
}

/** ⌈ ppm · session · state / 10⁴ ⌉: spread and skew grow equally off-hours and on a stale index. */
export const scaledPpm = (ppm: number, by: { sessionPercent: number; statePercent: number }): number =>
  divCeil(ppm * by.sessionPercent * by.statePercent, 10_000)

/**
 * Once a second:  a = min( ⌊|I − I'| · 10⁹ / I'⌋, 2⁵³ − 1 ) ;  volatility += ⌊(a − volatility) · 33 / 1000⌋      ppb
 *
 * A move by more than nine million times the price is limited to the safe range, and does not stop the process.
 */
export function nextVolatility(volatilityPpb: number, index: Ticks, indexBefore: Ticks): number {
  assert(indexBefore > 0, 'an index price is positive')
  const distance = Math.abs(index - indexBefore)
  const isSafe = distance * 1_000_000_000 < 2 ** 53 * indexBefore
  const move = isSafe ? mulDivFloor(distance, 1_000_000_000, indexBefore) : Number.MAX_SAFE_INTEGER
  return volatilityPpb + divFloor((move - volatilityPpb) * 33, 1_000)
}
