/**
 * Points: the weights of fees and LP money of a week, and the division of the week's points on Monday at 00:00 UTC.
 * The weight of an account's fills is in its row and is increased with every fee; everything else happens once a week.
 */
import { divideByWeight, lpPointsWeight } from '@vest/formulas'
import { mulDivFloor, timeMs } from '@vest/protocol'
import { isReferralEarning } from '../ledger/index.ts'
import { accrueShareTime } from '../lp/index.ts'
import { appraisePool } from '../pool/index.ts'
import {
  emit,
  type Exchange,
  forgetCounterpartyWeights,
  type Points,
  type PointsOf,
  type PointsRow,
  startOfWeek,
  WEEK_MS,
  weekOf,
} from '../state/index.ts'
import { payReferrals } from './referrals.ts'

/** Points of one week, 6 decimals. */
export const EPOCH_POINTS6 = 1_000_000_000_000

/** Points of a referrer, in percent of the points of its referees, in addition. */
const REFERRER_PERCENT = 10

/** Called by the timer: the first tick of a new week closes the old one and pays referrers. */
export function turnWeek(exchange: Exchange): void {
  const { points } = exchange
  const week = weekOf(exchange.timeMs)
  if (points.week === undefined || points.week === week) return
  closeEpoch(exchange, points.week)
  payReferrals(exchange)
  points.week = week
}

interface Weights {
  readonly trading: number[]
  readonly lp: number[]
}

/** Weight of each account, if the week ended now. */
function weightsOf(exchange: Exchange): Weights {
  const { lp } = exchange
  const trading = exchange.accounts.map(({ fillWeight }) => fillWeight)
  const byLp = exchange.accounts.map(() => 0)
  if (lp.holdings.size > 0) {
    const { low: navLow } = appraisePool(exchange)
    for (const [accountId, { shares, shareMs, sinceMs }] of lp.holdings) {
      const held = shareMs + BigInt(shares) * BigInt(exchange.timeMs - sinceMs)
      byLp[accountId] = lpPointsWeight({
        shareMs: held,
        weekMs: WEEK_MS,
        totalShares: lp.totalShares,
        navLow,
      })
    }
  }
  return { trading, lp: byLp }
}

/** The week's points by weight, by largest remainder, plus the referrers' part. */
export function allocate(exchange: Exchange): PointsRow[] {
  const { trading, lp } = weightsOf(exchange)
  const ids = exchange.accounts.flatMap(({ id }) => (trading[id]! + lp[id]! > 0 ? [id] : []))
  if (ids.length === 0) return []
  const parts = divideByWeight(
    EPOCH_POINTS6,
    ids.map((id) => trading[id]! + lp[id]!),
  )
  const earned = new Map<number, { trading: number; lp: number; referral: number }>()
  ids.forEach((id, at) => {
    const forLp = mulDivFloor(parts[at]!, lp[id]!, trading[id]! + lp[id]!)
    earned.set(id, { trading: parts[at]! - forLp, lp: forLp, referral: 0 })
  })
  ids.forEach((id, at) => {
    const referrer = exchange.referrals.referrers.get(id)
    if (referrer === undefined || !isReferralEarning(exchange, id, referrer)) return
    const row = earned.get(referrer) ?? { trading: 0, lp: 0, referral: 0 }
    row.referral += mulDivFloor(parts[at]!, REFERRER_PERCENT, 100)
    earned.set(referrer, row)
  })
  return [...earned]
    .sort(([a], [b]) => a - b)
    .map(([accountId, row]) => ({ accountId, ...row }))
    .filter((row) => totalOf(row) > 0)
}

export const totalOf = ({ trading, lp, referral }: PointsOf): number => trading + lp + referral

/** 1 = no account has more. */
export const rankOf = (points: Points, total: number): number => rankIn(rankingOf(points), total)

/** Totals of all accounts with points, ascending. */
export const rankingOf = (points: Points): Float64Array =>
  (points.ranking ??= Float64Array.from(points.totals.values(), totalOf).sort())

export function rankIn(ranking: Float64Array, total: number): number {
  let [from, to] = [0, ranking.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ranking[middle]! > total) to = middle
    else from = middle + 1
  }
  return ranking.length - from + 1
}

function closeEpoch(exchange: Exchange, week: number): void {
  const { points, lp } = exchange
  const rows = allocate(exchange)
  for (const account of exchange.accounts) account.fillWeight = 0
  forgetCounterpartyWeights(exchange.positionRows)
  for (const [accountId, holding] of lp.holdings) {
    accrueShareTime(holding, exchange.timeMs)
    holding.shareMs = 0n
    if (holding.shares === 0) lp.holdings.delete(accountId)
  }
  if (rows.length === 0) return
  for (const { accountId, trading, lp: forLp, referral } of rows) {
    const before = points.totals.get(accountId) ?? { trading: 0, lp: 0, referral: 0 }
    points.totals.set(accountId, {
      trading: before.trading + trading,
      lp: before.lp + forLp,
      referral: before.referral + referral,
    })
  }
  points.ranking = undefined
  points.lastWeek = week
  points.lastRows = rows
  emit(exchange, {
    kind: 'PointsAllocated',
    epochId: week,
    startTimeMs: timeMs(startOfWeek(week)),
    endTimeMs: timeMs(startOfWeek(week + 1)),
    points: EPOCH_POINTS6,
    rows: rows.map(({ accountId, ...row }) => ({ account: exchange.account(accountId).address, ...row })),
  })
}
