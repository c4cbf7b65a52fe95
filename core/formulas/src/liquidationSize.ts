/** The part of a position that a liquidation closes, and the rank of candidates for deleveraging. */
import { bigDivCeil, type Lots, lots, type Rate5, type Ratio4, type Ticks, type Usd6 } from '@vest/protocol'

/**
 * Lots to close so that equity reaches initial margin, the fees of closing included:
 *
 *   x = ⌈ (IM − E) · 10⁵ / (mark · K · (10 · ratio − f)) ⌉ ,  f = taker fee + liquidation fee, 5 decimals
 *
 * The whole size if closing frees less than it costs, or if x would exceed it.
 */
export function lotsToInitMargin(input: {
  readonly size: Lots
  /** IM − E of everything that shares the equity. */
  readonly need: Usd6
  readonly mark: Ticks
  readonly scale: number
  readonly initMarginRatio: Ratio4
  readonly feeRate: Rate5
}): Lots {
  const { size, need, mark, scale, initMarginRatio, feeRate } = input
  const freed = 10 * initMarginRatio - feeRate
  if (freed <= 0) return size
  // The quotient may leave the safe range; the result never does.
  const toClose = bigDivCeil(BigInt(need) * 100_000n, BigInt(mark) * BigInt(scale) * BigInt(freed))
  return toClose >= BigInt(size) ? size : lots(Number(toClose))
}

/**
 * Rank of a profitable position among those that close to cover a loss, the highest first:
 *
 *   score = ⌊ profit · 10⁶ / cost ⌋ · ⌊ value · 10⁴ / max(1, E) ⌋
 *
 * Profit in relation to cost, times leverage. It can exceed the safe range, hence a bigint.
 */
export function deleverageScore(input: {
  readonly profit: Usd6
  readonly cost: Usd6
  readonly value: Usd6
  readonly equity: number
}): bigint {
  const { profit, cost, value, equity } = input
  const gain = (BigInt(profit) * 1_000_000n) / BigInt(Math.max(1, cost))
  return gain * ((BigInt(value) * 10_000n) / BigInt(Math.max(1, equity)))
}
