/** Average entry price of a position. For display only: the cost is the exact figure. */
import { assert, divFloor, type Lots, type Ticks, ticks, type Usd6 } from '@vest/protocol'

/**
 *   entryPrice = round( cost / (size · K) )      cost: usd6, size: lots, half up
 *
 * Also the average fill price of an order, with its filled value and size.
 */
export function entryPrice(cost: Usd6, size: Lots, scale: number): Ticks {
  assert(size > 0, 'an average needs a size')
  const divisor = size * scale
  const whole = divFloor(cost, divisor)
  return ticks(2 * (cost - whole * divisor) >= divisor ? whole + 1 : whole)
}
