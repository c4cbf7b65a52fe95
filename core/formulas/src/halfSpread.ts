/** How wide the pool quotes: a floor that grows with recent volatility, times the session and the market's state. */
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

/** ⌈ ppm · session · state / 10⁴ ⌉: spread and skew grow alike off-hours and on a stale index. */
export const scaledPpm = (ppm: number, by: { sessionPercent: number; statePercent: number }): number =>
  divCeil(ppm * by.sessionPercent * by.statePercent, 10_000)

/**
 * Once a second:  a = ⌊|I − I'| · 10⁹ / I'⌋ ;  volatility += ⌊(a − volatility) · 33 / 1000⌋      ppb
 */
export function nextVolatility(volatilityPpb: number, index: Ticks, indexBefore: Ticks): number {
  assert(indexBefore > 0, 'an index price is positive')
  const move = mulDivFloor(Math.abs(index - indexBefore), 1_000_000_000, indexBefore)
  return volatilityPpb + divFloor((move - volatilityPpb) * 33, 1_000)
}
