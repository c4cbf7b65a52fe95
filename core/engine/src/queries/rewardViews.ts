/** Shares, referrals and points as their owners see them. */
import { navShare, sharePrice, shareValue, valueOf, yieldOfYear } from '@vest/formulas'
import { ASSET_CLASSES, timeMs, usd6 } from '@vest/protocol'
import type {
  LpView,
  PointsView,
  PoolPositionView,
  PoolView,
  RankedPoints,
  ReferralView,
} from '../api/index.ts'
import { paidOfDay, yieldBase, youngShares } from '../lp/index.ts'
import { appraisePool, pnlOf, poolPositions } from '../pool/index.ts'
import {
  EPOCH_POINTS6,
  estimatedParts,
  estimatedRank,
  estimatedRanking,
  rankIn,
  rankingOf,
  rankOf,
  totalOf,
} from '../rewards/index.ts'
import {
  type Account,
  dayOf,
  type Exchange,
  JOIN_MS,
  type LpHolding,
  multiplierOf,
  startOfWeek,
  weekOf,
} from '../state/index.ts'

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
    ...unlockOf(exchange, holding),
    netDeposits,
    unrealizedPnl: usd6(balance - netDeposits),
    // Without scheduled shares the queue is not searched.
    queue:
      scheduled === 0
        ? []
        : lp.queue.flatMap(({ accountId, record }) => (accountId === account.id ? [record] : [])),
  }
}

/** Shares are minted in order, so the last of them is the last to be free. */
function unlockOf(exchange: Exchange, holding: LpHolding | undefined): Pick<LpView, 'unlockTimeMs'> {
  const last = holding?.young.at(-1)
  if (last === undefined) return {}
  const unlockMs = last.mintedMs + exchange.parameters.lpLockMs
  return unlockMs > exchange.timeMs ? { unlockTimeMs: timeMs(unlockMs) } : {}
}

/** Positions of the pool, at the prices at which it is worth less: with its cash they add up to NAV_lo. */
function poolPositionViews(exchange: Exchange): readonly PoolPositionView[] {
  const held = exchange.markets.flatMap((market) => {
    const { index, mark } = market
    if (index === undefined) return []
    return poolPositions(market).map((position) => ({ market, position, index, mark: mark ?? index }))
  })
  const gainAt = (price: 'index' | 'mark'): number =>
    held.reduce((sum, one) => sum + pnlOf(one.position, one.market, one[price]), 0)
  const lower = gainAt('mark') < gainAt('index') ? 'mark' : 'index'
  return held.map((one) => ({
    symbol: one.market.spec.symbol,
    isLong: one.position.isLong,
    size: one.position.size,
    value: valueOf(one[lower], one.position.size, one.market.scale),
    unrealizedPnl: usd6(pnlOf(one.position, one.market, one[lower])),
  }))
}

export function poolView(exchange: Exchange): PoolView {
  const { lp, solvency, parameters } = exchange
  const { low, high, initMargin, maintMargin } = appraisePool(exchange)
  const price = sharePrice(lp.totalShares, low)
  const first = yieldBase(exchange)
  const base = first && { price: first.price, days: dayOf(exchange.timeMs) - first.day }
  const yearly = base && yieldOfYear(price, base.price, base.days)
  return {
    navLow: usd6(low),
    navHigh: usd6(high),
    totalShares: lp.totalShares,
    operatorShares: lp.operatorShares,
    sharePrice: price,
    ...(yearly === undefined ? {} : { yield30d: yearly }),
    ...(base === undefined ? {} : { yieldBase: base }),
    dailyPrices: lp.dailyPrices.slice(),
    solvency,
    initMargin: usd6(initMargin),
    maintMargin: usd6(maintMargin),
    positions: poolPositionViews(exchange),
    queuedShares: lp.queue.reduce((sum, { shares }) => sum + shares, 0),
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
    ...(referrer === undefined ? {} : { referredBy: exchange.account(referrer).address }),
    ...(referrerCode === undefined ? {} : { referrerCode }),
    canJoin:
      referrer === undefined && !(account.hasTraded && exchange.timeMs - account.registeredMs > JOIN_MS),
    joinUntilMs: timeMs(account.registeredMs + JOIN_MS),
    refereeCount: refereeCounts.get(account.id) ?? 0,
    pending: accrued.get(account.id) ?? usd6(0),
    paid: paid.get(account.id) ?? usd6(0),
  }
}

export const takenCodes = (exchange: Exchange, codes: readonly string[]): readonly string[] =>
  codes.filter((code) => exchange.referrals.owners.has(code))

export function pointsView(exchange: Exchange, account: Account): PointsView {
  const { points } = exchange
  const own = points.totals.get(account.id)
  const week = weekOf(exchange.timeMs)
  const weekRank = estimatedRank(exchange, account.id)
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
      estimated: estimatedParts(exchange, account.id),
      ...(weekRank === undefined ? {} : { rank: weekRank }),
      count: estimatedRanking(exchange).length,
    },
    count: points.totals.size,
    multipliers: ASSET_CLASSES.map((asset) => ({ asset, multiplier: multiplierOf(asset) })),
  }
}

/** Accounts with equal points share a rank. */
export function leaderboard(
  exchange: Exchange,
  { scope, limit }: { readonly scope: 'week' | 'all'; readonly limit: number },
): readonly RankedPoints[] {
  const ranking = scope === 'week' ? estimatedRanking(exchange) : rankingOf(exchange.points)
  return Array.from(ranking.slice(-limit).reverse(), (points) => ({
    rank: rankIn(ranking, points),
    points,
  }))
}
