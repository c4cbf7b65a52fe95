/**
 * The gain of leaving a position at a price, before fee and funding, and the price for a gain: the figures next to a
 * take profit and a stop loss. They are computed while a person types, so a figure beyond the safe range is undefined
 * and not an error.
 */
import {
  divRound,
  type Lots,
  mulDivCeil,
  mulDivFloor,
  type Ticks,
  ticks,
  type Usd6,
  usd6,
} from '@vest/protocol'

/** A part of a position, held or planned: its size, and the sum paid (or received) for it. */
export interface ExitPart {
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
  /** Micro-dollars per tick and lot. */
  readonly scale: number
}

/**
 *   cost = long ? ⌈cost · q / size⌉ : ⌊cost · q / size⌋      all of it where q = size
 *
 * A part of the position, with the cost released by closing it.
 */
export function exitPart(
  held: { readonly isLong: boolean; readonly size: Lots; readonly cost: Usd6 },
  size: Lots,
  scale: number,
): ExitPart {
  const { isLong, cost } = held
  const share = isLong ? mulDivCeil : mulDivFloor
  return { isLong, size, cost: usd6(share(cost, size, held.size)), scale }
}

const signOf = ({ isLong }: ExitPart): 1 | -1 => (isLong ? 1 : -1)

/** gain = s · (price · size · K − cost), exact. */
export function exitGain(part: ExitPart, price: Ticks): Usd6 | undefined {
  const gain = signOf(part) * (price * part.size * part.scale - part.cost)
  return Number.isSafeInteger(gain) ? usd6(gain) : undefined
}

/** ⌊ gain · 10⁴ / cost ⌋: percent of the cost, 2 decimals. */
export function exitGainPercent2(part: ExitPart, price: Ticks): number | undefined {
  const gain = exitGain(part, price)
  return gain === undefined || part.cost <= 0 ? undefined : mulDivFloor(gain, 10_000, part.cost)
}

/**
 *   price = round( (cost + s · gain) / (size · K) )      half up
 *
 * The tick whose gain is nearest to the requested one; undefined if no price reaches it.
 */
export function exitPriceOfGain(part: ExitPart, gain: Usd6): Ticks | undefined {
  const value = part.cost + signOf(part) * gain
  if (!Number.isSafeInteger(value) || value <= 0) return undefined
  const price = divRound(value, part.size * part.scale)
  return price > 0 ? ticks(price) : undefined
}

/** The same for a gain in percent of the cost, 2 decimals. */
export function exitPriceOfPercent2(part: ExitPart, percent2: number): Ticks | undefined {
  if (!(Math.abs(part.cost * (percent2 / 10_000)) < Number.MAX_SAFE_INTEGER)) return undefined
  return exitPriceOfGain(part, usd6(mulDivFloor(part.cost, percent2, 10_000)))
}

/**
 *   reward : risk = ⌊ |take profit − entry| · 100 / |entry − stop loss| ⌋      2 decimals
 *
 * Undefined if the stop loss is at the entry price: the risk is zero.
 */
export const rewardToRisk2 = (input: {
  readonly entry: Ticks
  readonly takeProfit: Ticks
  readonly stopLoss: Ticks
}): number | undefined =>
  input.stopLoss === input.entry
    ? undefined
    : mulDivFloor(Math.abs(input.takeProfit - input.entry), 100, Math.abs(input.entry - input.stopLoss))
