/**
 * Scheduled withdrawals: two days (a parameter) after they were asked for they are paid at that time's NAV, first come first served,
 * at most a quarter of NAV in 24 hours. What the cap does not allow stays in its place and is tried again every hour.
 */
import { navShare, shareValue } from '@vest/formulas'
import { timeMs, usd6 } from '@vest/protocol'
import { forgetOldLp, isPoolStale, paidOfDay, payOut, tellLpOrder } from './lpOrders.ts'
import { noteDailyPrice, type QueuedWithdrawal } from './lpPool.ts'
import { appraisePool } from './poolNav.ts'
import { emit, type Exchange } from './state.ts'
import { HOUR_MS, hourOf } from './week.ts'

const SCHEDULED_CAP_PERCENT = 25

/** Once a second, by the timer. */
export function tickLpPool(exchange: Exchange): void {
  if (exchange.lp.totalShares === 0) return
  noteDailyPrice(exchange)
  // The hour is turned by `forgetOld`, which comes after this.
  if (hourOf(exchange.timeMs) !== exchange.noncesForgottenHour) {
    forgetOldLp(exchange)
    tellPoolValue(exchange)
  }
  payQueue(exchange)
}

/** Once an hour: of such values the past of the pool is made. */
function tellPoolValue(exchange: Exchange): void {
  emit(exchange, {
    kind: 'PoolValued',
    hourMs: timeMs(hourOf(exchange.timeMs) * HOUR_MS),
    nav: usd6(appraisePool(exchange).low),
    totalShares: exchange.lp.totalShares,
  })
}

function payQueue(exchange: Exchange): void {
  const { lp } = exchange
  const hour = hourOf(exchange.timeMs)
  if (exchange.solvency === 'INSOLVENT' || lp.blockedHour === hour) return
  for (let next = lp.queue[0]; next !== undefined && isDue(exchange, next); next = lp.queue[0]) {
    const nav = appraisePool(exchange)
    if (nav.low <= 0 || isPoolStale(exchange, nav)) return
    payFirst(exchange, next, nav.low)
    lp.blockedHour = lp.queue[0] === next ? hour : undefined
    if (lp.blockedHour !== undefined) return
  }
}

const isDue = (exchange: Exchange, { record }: QueuedWithdrawal): boolean =>
  exchange.timeMs >= record.executeTimeMs!

/** Pays the first of the queue as far as the cap allows; one that is paid whole leaves. */
function payFirst(exchange: Exchange, queued: QueuedWithdrawal, low: number): void {
  const { lp } = exchange
  const room = Math.max(0, navShare(low, SCHEDULED_CAP_PERCENT) - paidOfDay(exchange, lp.paidScheduled))
  const whole = shareValue(queued.shares, lp.totalShares, low)
  const shares = whole <= room ? queued.shares : affordableShares(room, lp.totalShares, low)
  const paid = shareValue(shares, lp.totalShares, low)
  if (shares === 0) return
  const holding = lp.holdings.get(queued.accountId)!
  holding.scheduled -= shares
  queued.shares -= shares
  lp.paidScheduled.push({ timeMs: timeMs(exchange.timeMs), size: paid })
  payOut(exchange, exchange.accounts[queued.accountId]!, shares, paid)
  const { code: _, ...record } = queued.record
  queued.record =
    queued.shares === 0
      ? { ...record, status: 'FILLED' }
      : { ...record, status: 'PARTIALLY_FILLED', code: 4005 }
  if (queued.shares === 0) lp.queue.shift()
  tellLpOrder(exchange, queued.record)
}

/** ⌊ room · totalShares / NAV_lo ⌋: less than what is locked, so in its range. */
const affordableShares = (room: number, totalShares: number, navLow: number): number =>
  Number((BigInt(room) * BigInt(totalShares)) / BigInt(navLow))
