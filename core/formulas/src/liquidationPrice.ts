/** The end of a position: liquidation price, bankruptcy price, and penalty. */
import {
  divCeil,
  divFloor,
  type Lots,
  mulDivCeil,
  mulDivFloor,
  type Rate5,
  rate5,
  type Ratio4,
  RATIO4_ONE,
  type Ticks,
  ticks,
  type Usd6,
} from '@vest/protocol'
import { valueOf } from './valueOf.ts'

export interface LiquidationInput {
  readonly isLong: boolean
  readonly size: Lots
  readonly mark: Ticks
  readonly scale: number
  /** Equity that secures the position: cross equity, or isolated margin + its own profit. */
  readonly equity: Usd6
  /** Maintenance margin of all other positions that share the equity. */
  readonly otherMaintMargin: Usd6
  readonly maintMarginRatio: Ratio4
}

/**
 *   long :  ⌈ (V − E + MMo) · 10⁴ / (size · K · (10⁴ − r)) ⌉      <= 0 ⇒ none
 *   short:  ⌊ (V + E − MMo) · 10⁴ / (size · K · (10⁴ + r)) ⌋
 *
 * The last tick at which the account is still safe if only this market moves; one tick beyond, E < MM.
 * Divided in two steps because the whole divisor may leave the safe range; nested rounding in one direction
 * equals rounding once.
 */
export const liquidationPrice = (input: LiquidationInput): Ticks | undefined => liquidationSteps(input).price

/** The same step by step, in micro-USDC until the last step. */
export interface LiquidationSteps {
  /** V */
  readonly value: Usd6
  /** long: V − E + MMo; short: V + E − MMo. The position's value at that price, less (long) or plus its own margin. */
  readonly bound: number
  /** long: ⌈bound · 10⁴ / (10⁴ − r)⌉; short: ⌊bound · 10⁴ / (10⁴ + r)⌋. The position's value at that price. */
  readonly valueThere: number
  readonly price: Ticks | undefined
}

export function liquidationSteps(input: LiquidationInput): LiquidationSteps {
  const { isLong, size, scale, equity, otherMaintMargin, maintMarginRatio: ratio } = input
  const value = valueOf(input.mark, size, scale)
  const bound = isLong ? value - equity + otherMaintMargin : value + equity - otherMaintMargin
  const valueThere = isLong
    ? mulDivCeil(bound, RATIO4_ONE, RATIO4_ONE - ratio)
    : mulDivFloor(bound, RATIO4_ONE, RATIO4_ONE + ratio)
  const price = isLong ? divCeil(valueThere, size * scale) : divFloor(valueThere, size * scale)
  return { value, bound, valueThere, price: price > 0 ? ticks(price) : undefined }
}

/**
 *   long :  ⌈ (V − E) / (size · K) ⌉      short:  ⌊ (V + E) / (size · K) ⌋
 *
 * The price at which closing the position leaves an equity of zero: rounded in favour of the account's creditors.
 */
export function bankruptcyPrice(input: {
  isLong: boolean
  size: Lots
  mark: Ticks
  scale: number
  equity: Usd6
}): number {
  const value = valueOf(input.mark, input.size, input.scale)
  const divisor = input.size * input.scale
  return input.isLong ? divCeil(value - input.equity, divisor) : divFloor(value + input.equity, divisor)
}

/** A quarter of the maintenance margin ratio, at most 0.5 % at launch: min(max, ⌊ratio · 10 / 4⌋), 5 decimals. */
export const liquidationFeeRate = (marketMaintMarginRatio: Ratio4, max = rate5(500)): Rate5 =>
  rate5(Math.min(max, divFloor(marketMaintMarginRatio * 10, 4)))
