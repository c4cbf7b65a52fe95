/**
 * The mark: the price at which accounts are valued. A median of the index, the index plus the slow premium of the
 * book, and the book's impact mid, kept near the index by a clamp. Trading between two index prices never changes it.
 */
import { assert, divFloor, divRound, mulDivCeil, mulDivFloor, type Ticks, ticks } from '@vest/protocol'

export interface MarkInput {
  readonly index: Ticks
  /** Slow premium in thousandths of a tick. */
  readonly premiumMilliTicks: number
  /** Mid of the impact prices; absent when a side lacks the impact value or the pool. */
  readonly mid: Ticks | undefined
  readonly clampBps: number
}

/**
 *   c1 = I ; c2 = I + round(premium / 1000) ; c3 = mid
 *   mark = clamp( median(c1, c2, c3), ⌈I · (10⁴ − b) / 10⁴⌉, ⌊I · (10⁴ + b) / 10⁴⌋ )
 *
 * Without a mid the mark is clamp(c2): the earlier premium of the book decays (`nextPremium`), so the mark does not
 * jump when one side of the book disappears.
 */
export function markPrice(input: MarkInput): Ticks {
  const { index, mid, clampBps } = input
  assert(index > 0, 'an index price is positive')
  const slow = index + divRound(input.premiumMilliTicks, 1_000)
  const raw = mid === undefined ? slow : median(index, slow, mid)
  const min = lowestMark(index, clampBps)
  const max = highestMark(index, clampBps)
  return ticks(raw < min ? min : raw > max ? max : raw)
}

/** ⌈I · (10⁴ − b) / 10⁴⌉ */
export const lowestMark = (index: Ticks, clampBps: number): Ticks =>
  ticks(mulDivCeil(index, 10_000 - clampBps, 10_000))

/** ⌊I · (10⁴ + b) / 10⁴⌋ */
export const highestMark = (index: Ticks, clampBps: number): Ticks =>
  ticks(mulDivFloor(index, 10_000 + clampBps, 10_000))

/** mid = ⌊(impactBid + impactAsk) / 2⌋ */
export const impactMid = (impactBid: Ticks, impactAsk: Ticks): Ticks =>
  ticks(divFloor(impactBid + impactAsk, 2))

/**
 * Once a second, a time constant of 150 s; without a mid it decays towards 0.
 *
 *   premium += ⌊ ((mid − I) · 1000 − premium) / 150 ⌋ ;  without a mid: premium += trunc( −premium / 150 )
 */
export const nextPremium = (premiumMilliTicks: number, mid: Ticks | undefined, index: Ticks): number =>
  premiumMilliTicks +
  (mid === undefined
    ? -Math.sign(premiumMilliTicks) * divFloor(Math.abs(premiumMilliTicks), 150)
    : divFloor((mid - index) * 1_000 - premiumMilliTicks, 150))

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
