/** Compute budget and network fee of a transaction of our own ([9.8]). Lamports, units and micro-lamports are whole numbers. */

/** Where nothing could be simulated. */
export const UNIT_LIMIT_DEFAULT = 270_000
export const UNIT_LIMIT_MAX = 1_400_000
const MARGIN_PERCENT = 110
export const UNIT_PRICE_LEAST = 15_000
export const UNIT_PRICE_DEFAULT = 300_000
export const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n

/** 110 % of what the simulation took, rounded up, so that it suffices. */
export function unitLimitOf(unitsConsumed: number | undefined): number {
  if (unitsConsumed === undefined || unitsConsumed <= 0) return UNIT_LIMIT_DEFAULT
  return Math.min(UNIT_LIMIT_MAX, Math.ceil((unitsConsumed * MARGIN_PERCENT) / 100))
}

/** The median of recent fees where it is above 15,000 micro-lamports, else 300,000. */
export function unitPriceOf(recentFees: readonly number[]): number {
  const sorted = recentFees.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  // Of an even number the mean of the two in the middle, rounded down.
  const median = sorted.length % 2 === 1 ? upper : Math.floor(((sorted[middle - 1] ?? 0) + upper) / 2)
  return median > UNIT_PRICE_LEAST ? median : UNIT_PRICE_DEFAULT
}

/** For the signature and for the units that are asked for, used or not; a part of a lamport counts whole. */
export const networkFee = (signatures: number, unitLimit: number, unitPrice: bigint): bigint =>
  LAMPORTS_PER_SIGNATURE * BigInt(signatures) + (BigInt(unitLimit) * unitPrice + MICRO - 1n) / MICRO
