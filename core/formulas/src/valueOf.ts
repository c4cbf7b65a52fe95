/**
 * Value of a size at a price, exact. The listing rule priceDecimals + sizeDecimals <= 6 makes it an integer of
 * micro-dollars without any rounding, which is why trading never creates or destroys money.
 */
import { assert, divFloor, type Lots, lots, type Ticks, type Usd6, usd6 } from '@vest/protocol'

/** The decimals of a market; every formula over prices and sizes needs them. */
export interface MarketDecimals {
  readonly priceDecimals: number
  readonly sizeDecimals: number
}

const POWERS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000] as const

/** K = 10^(6 - priceDecimals - sizeDecimals): micro-dollars per tick and lot. */
export function valueScale(market: MarketDecimals): number {
  const scale = POWERS[6 - market.priceDecimals - market.sizeDecimals]
  assert(scale !== undefined, 'priceDecimals + sizeDecimals lies between 0 and 6')
  return scale
}

/** value = price · size · K, exact. Asserts the safe range. */
export const valueOf = (price: Ticks, size: Lots, scale: number): Usd6 => usd6(price * size * scale)

/**
 *   size = ⌊ value / (price · K) ⌋      lots; the size that this value buys at a price > 0, rounded down
 */
export const sizeOfValue = (value: Usd6, price: Ticks, scale: number): Lots =>
  lots(divFloor(value, price * scale))
