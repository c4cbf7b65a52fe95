/**
 * The leverage dialog without React: presets by the market's maximum ([9.3]), which values exist ([5.8]) and
 * what the button says.
 */
import { isLeverageAllowed } from '@vest/formulas'
import { leverageLimit } from '../../entities/order/index.ts'
import type { Market } from '../../live/index.ts'

const PRESETS: readonly { readonly from: number; readonly values: readonly number[] }[] = [
  { from: 100, values: [20, 40, 60, 80, 100] },
  { from: 50, values: [10, 20, 30, 40, 50] },
  { from: 20, values: [1, 5, 10, 15, 20] },
  { from: 10, values: [1, 2, 5, 8, 10] },
  { from: 1, values: [1, 2, 3, 4, 5] },
]

/** Presets of the table that are below the maximum, then the maximum itself: the last is always that. */
export function leveragePresets(limit: number): readonly number[] {
  const row = PRESETS.find(({ from }) => limit >= from) ?? PRESETS[PRESETS.length - 1]!
  const below = row.values.slice(0, -1).filter((value) => value < limit)
  return [...below, limit]
}

/** The nearest leverage at or below that four decimals of margin ratio can express. */
export function snapLeverage(value: number, market: Market, limit = leverageLimit(market)): number {
  let leverage = Math.max(1, Math.min(limit, Math.round(value)))
  while (leverage > 1 && !isLeverageAllowed(leverage, market.initMarginRatio)) leverage -= 1
  return leverage
}

export type LeverageState = 'unchanged' | 'invalid' | 'ready'

/** Leverage cannot be lowered while a position is open ([5.8]). */
export function leverageState(input: {
  readonly value: number
  readonly current: number
  readonly hasPosition: boolean
}): LeverageState {
  if (input.value === input.current) return 'unchanged'
  return input.hasPosition && input.value < input.current ? 'invalid' : 'ready'
}

/** Ends and quarters of the scale, each once. */
export function sliderStops(limit: number): readonly { readonly value: number; readonly label: string }[] {
  const values = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.max(1, Math.round(1 + (limit - 1) * share)))
  return [...new Set(values)].map((value) => ({ value, label: `${value}X` }))
}
