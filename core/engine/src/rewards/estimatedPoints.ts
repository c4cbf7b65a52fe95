/**
 * What the present week would give an account, were it to end now. The largest remainder needs everybody's, so everybody's
 * points are divided at once, and the division is remembered for as many milliseconds of the exchange's time as there
 * are accounts: it takes about a microsecond for each, so whoever asks, and how often, costs the writer a thousandth of
 * its time. Who looks twice meanwhile sees the same. Nothing of this is state.
 */
import type { Exchange, PointsEstimate, PointsOf } from '../state/index.ts'
import { allocate, rankIn, totalOf } from './points.ts'

const NONE: PointsOf = { trading: 0, lp: 0, referral: 0 }

export const estimatedPoints = (exchange: Exchange, accountId: number): number =>
  totalOf(estimatedParts(exchange, accountId))

/** By what they would be given for. */
export const estimatedParts = (exchange: Exchange, accountId: number): PointsOf =>
  estimateOf(exchange).parts.get(accountId) ?? NONE

/** Totals of everybody who would get any, smallest first. */
export const estimatedRanking = (exchange: Exchange): Float64Array => estimateOf(exchange).ranking

/** Absent where the account would get none. */
export function estimatedRank(exchange: Exchange, accountId: number): number | undefined {
  const { parts, ranking } = estimateOf(exchange)
  const own = parts.get(accountId)
  return own === undefined ? undefined : rankIn(ranking, totalOf(own))
}

function estimateOf(exchange: Exchange): PointsEstimate {
  const { points } = exchange
  const held = points.estimate
  const isValid = held !== undefined && held.week === points.week && exchange.timeMs < held.untilMs
  return isValid ? held : (points.estimate = estimate(exchange))
}

function estimate(exchange: Exchange): PointsEstimate {
  const rows = allocate(exchange)
  return {
    week: exchange.points.week,
    untilMs: exchange.timeMs + exchange.accounts.length,
    parts: new Map(rows.map(({ accountId, ...parts }) => [accountId, parts])),
    ranking: Float64Array.from(rows, totalOf).sort(),
  }
}
