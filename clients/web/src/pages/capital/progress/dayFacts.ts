/** One day of a capital account: how near it came to its floor, and the positions that ended in it. */
import { usd6, type Usd6 } from '@vest/protocol'
import { dayStart, type HourValue, type ProgressDay } from './progressDays.ts'
import type { EndedTrade } from './progressStats.ts'

export interface DayFacts {
  readonly hours: readonly HourValue[]
  /** From its lowest equity to its floor; below zero: through it. */
  readonly nearest: Usd6
  readonly used: Usd6
  readonly trades: number
  readonly won: number
  /** Both of the positions that ended, < 0 = paid. */
  readonly costs: Usd6
}

export function dayFacts(
  { dayMs, openBalance, floor, lowest }: ProgressDay,
  hours: readonly HourValue[],
  trades: readonly (EndedTrade & { readonly closeTimeMs: number })[],
): DayFacts {
  const ended = trades.filter(({ closeTimeMs }) => dayStart(closeTimeMs) === dayMs)
  return {
    hours: hours.filter(({ timeMs }) => dayStart(timeMs) === dayMs),
    nearest: usd6(lowest - floor),
    used: usd6(Math.max(0, openBalance - lowest)),
    trades: ended.length,
    won: ended.filter(({ realizedPnl }) => realizedPnl > 0).length,
    costs: usd6(ended.reduce((sum, { fees, funding }) => sum - fees + funding, 0)),
  }
}
