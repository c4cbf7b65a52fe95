/**
 * Shares of the LP pool, in 10⁻⁶ of a share. Entry is priced at the larger, exit at the smaller of the values at mark
 * and at index, and every rounding favours the existing shareholders: no order lowers their price.
 */
import { mulDivCeil, mulDivFloor, RATIO4_ONE, type Usd6, usd6 } from '@vest/protocol'

export const SHARE6_ONE = 1_000_000
/** Yields are printed in percent with two decimals. */
const YIELD_ONE = 10_000
const DAYS_OF_YEAR = 365

/**
 * shares = ⌊ size · totalShares / NAV_hi ⌋; absent without a value to share, or if the shares would leave the safe
 * range.
 */
export function mintedShares(size: number, totalShares: number, navHigh: number): number | undefined {
  if (navHigh <= 0 || totalShares <= 0) return undefined
  const shares = (BigInt(size) * BigInt(totalShares)) / BigInt(navHigh)
  return shares + BigInt(totalShares) <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(shares) : undefined
}

/** burn = ⌈ size · totalShares / NAV_lo ⌉; absent if all shares would not suffice. */
export function burntShares(size: number, totalShares: number, navLow: number): number | undefined {
  if (navLow <= 0) return undefined
  const product = BigInt(size) * BigInt(totalShares)
  const burn = (product + BigInt(navLow) - 1n) / BigInt(navLow)
  return burn <= BigInt(totalShares) ? Number(burn) : undefined
}

/** ⌊ shares · NAV_lo / totalShares ⌋, never below zero. */
export const shareValue = (shares: number, totalShares: number, navLow: number): Usd6 =>
  totalShares === 0 ? usd6(0) : usd6(mulDivFloor(shares, Math.max(0, navLow), totalShares))

/** ⌊ NAV_lo · 10⁶ / totalShares ⌋: 1_000_000 = one dollar a share. */
export const sharePrice = (totalShares: number, navLow: number): Usd6 =>
  shareValue(SHARE6_ONE, totalShares, navLow)

/** ⌈ size · feeBps / 10⁴ ⌉, left in the pool by an immediate withdrawal. */
export const immediateFee = (size: number, feeBps: number): Usd6 => usd6(mulDivCeil(size, feeBps, RATIO4_ONE))

/**
 * Yearly yield in hundredths of a percent:
 *
 *   ⌊ (price − priceBefore) · 365 · 10⁴ / (priceBefore · days) ⌋, over at least one day
 */
export function yieldOfYear(price: number, priceBefore: number, days: number): number | undefined {
  if (priceBefore <= 0) return undefined
  const gain = BigInt(price - priceBefore) * BigInt(DAYS_OF_YEAR * YIELD_ONE)
  const divisor = BigInt(priceBefore) * BigInt(Math.max(1, days))
  const quotient = gain / divisor
  return Number(gain < 0n && quotient * divisor !== gain ? quotient - 1n : quotient)
}

/** Points weight of shares held during a part of the week: ⌊ average balance · 2 / 1000 ⌋ · 10. */
export function lpPointsWeight(input: {
  /** Σ shares · milliseconds held in the week. */
  readonly shareMs: bigint
  readonly weekMs: number
  readonly totalShares: number
  readonly navLow: number
}): number {
  const { shareMs, weekMs, totalShares, navLow } = input
  if (navLow <= 0 || totalShares <= 0) return 0
  const divisor = BigInt(totalShares) * BigInt(weekMs) * 1_000n
  return Number((shareMs * BigInt(navLow) * 2n) / divisor) * 10
}

/** The share of NAV that `percent` allows. */
export const navShare = (navLow: number, percent: number): Usd6 =>
  usd6(mulDivFloor(Math.max(0, navLow), percent, 100))
