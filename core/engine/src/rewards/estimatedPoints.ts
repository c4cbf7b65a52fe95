/**
 * Estimated points of the present week, if it ended now. The largest remainder method needs the weights of all
 * accounts, so the points of all are divided at once, and the result is cached for as many milliseconds of the
 * exchange's time as there are accounts: the division takes about a microsecond per account, so queries, however
 * frequent, cost the writer a thousandth of its time. Two queries in that time get the same result. None of this is
 * state.
 */
import type { Exchange, PointsEstimate, PointsOf } from '../state/index.ts'
import { allocate, rankIn, totalOf } from './points.ts'

const NONE: PointsOf = { trading: 0, lp: 0, referral: 0 }

export const estimatedPoints = (exchange: Exchange, accountId: number): number =>
  totalOf(estimatedParts(exchange, accountId))

/** By source. */
export const estimatedParts = (exchange: Exchange, accountId: number): PointsOf =>
  estimateOf(exchange).parts.get(accountId) ?? NONE

/** Totals of all accounts that would get points, ascending. */
export const estimatedRanking = (exchange: Exchange): Float64Array => estimateOf(exchange).ranking

/** Absent if the account would get none. */
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
