/**
 * What leaving a position at a price would bring, before fee and funding, and at what price it would bring so much:
 * the figures beside a take profit and a stop loss. They answer what somebody is still typing, so a figure beyond
 * the safe range is undefined and no fault.
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

/** A part of a position, held or about to be: its size, and what was paid (or received) for it. */
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
 * A part of what is held, with the cost that closing it releases.
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

/** ⌊ gain · 10⁴ / cost ⌋: percent of what was paid, 2 decimals. */
export function exitGainPercent2(part: ExitPart, price: Ticks): number | undefined {
  const gain = exitGain(part, price)
  return gain === undefined || part.cost <= 0 ? undefined : mulDivFloor(gain, 10_000, part.cost)
}

/**
 *   price = round( (cost + s · gain) / (size · K) )      half up
 *
 * The tick at which the gain comes nearest to the one asked for; undefined where no price brings it.
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
 * Undefined where the stop loss stands at the entry: there is no risk to measure against.
 */
export const rewardToRisk2 = (input: {
  readonly entry: Ticks
  readonly takeProfit: Ticks
  readonly stopLoss: Ticks
}): number | undefined =>
  input.stopLoss === input.entry
    ? undefined
    : mulDivFloor(Math.abs(input.takeProfit - input.entry), 100, Math.abs(input.entry - input.stopLoss))
