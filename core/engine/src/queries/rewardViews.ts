/** Shares, referrals and points as their owners see them. */
import type { LpView, PointsView, PoolView, ReferralView } from '../api/index.ts'
import { paidOfDay, youngShares } from '../lp/index.ts'
import { appraisePool } from '../pool/index.ts'
import { EPOCH_POINTS6, estimatedPoints, rankOf, totalOf } from '../rewards/index.ts'
import { type Account, dayOf, type Exchange, multiplierOf, startOfWeek, weekOf } from '../state/index.ts'
import { navShare, sharePrice, shareValue, yieldOfYear } from '@vest/formulas'
import { ASSET_CLASSES, timeMs, usd6 } from '@vest/protocol'

export function lpView(exchange: Exchange, account: Account): LpView {
  const { lp } = exchange
  const holding = lp.holdings.get(account.id)
  const shares = holding?.shares ?? 0
  const netDeposits = holding?.netDeposits ?? usd6(0)
  const scheduled = holding?.scheduled ?? 0
  const balance = shareValue(shares, lp.totalShares, appraisePool(exchange).low)
  return {
    balance,
    shares,
    scheduled,
    young: holding === undefined ? 0 : youngShares(exchange, holding),
    netDeposits,
    unrealizedPnl: usd6(balance - netDeposits),
    // Whoever has no share in the queue does not look for it there.
    queue:
      scheduled === 0
        ? []
        : lp.queue.flatMap(({ accountId, record }) => (accountId === account.id ? [record] : [])),
  }
}

export function poolView(exchange: Exchange): PoolView {
  const { lp, solvency, parameters } = exchange
  const { low, high, initMargin } = appraisePool(exchange)
  const price = sharePrice(lp.totalShares, low)
  const first = lp.dailyPrices[0]
  const yearly =
    first === undefined ? undefined : yieldOfYear(price, first.price, dayOf(exchange.timeMs) - first.day)
  return {
    navLow: usd6(low),
    navHigh: usd6(high),
    totalShares: lp.totalShares,
    operatorShares: lp.operatorShares,
    sharePrice: price,
    ...(yearly === undefined ? {} : { yield30d: yearly }),
    dailyPrices: lp.dailyPrices.slice(),
    solvency,
    initMargin: usd6(initMargin),
    navCap: parameters.lpNavCapUsd6,
    immediateFeeBps: parameters.lpImmediateFeeBps,
    immediateRemaining: usd6(
      Math.max(
        0,
        navShare(low, parameters.lpImmediateCapPercent) - paidOfDay(lp.paidAtOnce, exchange.timeMs),
      ),
    ),
    lockMs: parameters.lpLockMs,
    scheduleMs: parameters.lpScheduleMs,
    insurance: exchange.money.INSURANCE,
  }
}

export function referralView(exchange: Exchange, account: Account): ReferralView {
  const { referrers, accrued, paid, codes, refereeCounts } = exchange.referrals
  const code = codes.get(account.id)
  const referrer = referrers.get(account.id)
  const referrerCode = referrer === undefined ? undefined : codes.get(referrer)
  return {
    ...(code === undefined ? {} : { code }),
    ...(referrer === undefined ? {} : { referredBy: exchange.accounts[referrer]!.address }),
    ...(referrerCode === undefined ? {} : { referrerCode }),
    refereeCount: refereeCounts.get(account.id) ?? 0,
    pending: accrued.get(account.id) ?? usd6(0),
    paid: paid.get(account.id) ?? usd6(0),
  }
}

export function pointsView(exchange: Exchange, account: Account): PointsView {
  const { points } = exchange
  const own = points.totals.get(account.id)
  const week = weekOf(exchange.timeMs)
  return {
    trading: own?.trading ?? 0,
    lp: own?.lp ?? 0,
    referral: own?.referral ?? 0,
    ...(own === undefined ? {} : { rank: rankOf(points, totalOf(own)) }),
    week: {
      id: week,
      startTimeMs: timeMs(startOfWeek(week)),
      endTimeMs: timeMs(startOfWeek(week + 1)),
      points: EPOCH_POINTS6,
      estimated: estimatedPoints(exchange, account.id),
    },
    multipliers: ASSET_CLASSES.map((asset) => ({ asset, multiplier: multiplierOf(asset) })),
  }
}
