/**
 * What the present week would give an account, were it to end now. The largest remainder needs everybody's, so everybody's
 * points are divided at once, and the division is remembered for as many milliseconds of the exchange's time as there
 * are accounts: it takes about a microsecond for each, so whoever asks, and how often, costs the writer a thousandth of
 * its time. Who looks twice meanwhile sees the same. Nothing of this is state.
 */
import type { Exchange, PointsEstimate } from '../state/index.ts'
import { allocate, totalOf } from './points.ts'

export function estimatedPoints(exchange: Exchange, accountId: number): number {
  const { points } = exchange
  const held = points.estimate
  const isValid = held !== undefined && held.week === points.week && exchange.timeMs < held.untilMs
  const { totals } = isValid ? held : (points.estimate = estimate(exchange))
  return totals.get(accountId) ?? 0
}

const estimate = (exchange: Exchange): PointsEstimate => ({
  week: exchange.points.week,
  untilMs: exchange.timeMs + exchange.accounts.length,
  totals: new Map(allocate(exchange).map((row) => [row.accountId, totalOf(row)])),
})
