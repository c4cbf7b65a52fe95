/**
 * Scheduled withdrawals: two days (a parameter) after they were asked for they are paid at that time's NAV, first come first served,
 * at most a quarter of NAV in 24 hours. What the cap does not allow stays in its place and is tried again every hour. Until
 * it is paid its owner may take it back.
 */
import type { Answer, CancelLpOrder, PoolValued } from '../api/index.ts'
import { spendNonce } from '../keys/index.ts'
import { appraisePool } from '../pool/index.ts'
import { emit, type Exchange, HOUR_MS, hourOf, type QueuedWithdrawal } from '../state/index.ts'
import { notePayment, paidOfDay } from './dailyPayouts.ts'
import { forgetOldLp, isPoolStale, payOut, tellLpOrder } from './lpOrders.ts'
import { noteDailyPrice } from './shares.ts'
import { navShare, shareValue } from '@vest/formulas'
import { timeMs, usd6, REFUSAL } from '@vest/protocol'

const SCHEDULED_CAP_PERCENT = 25

/** Once a second, by the timer. */
export function tickLpPool(exchange: Exchange): void {
  const { totalShares, dailyPrices } = exchange.lp
  if (totalShares === 0) return
  // A pool may get its first shares when the hour has been turned already: its past begins now, not an hour later.
  const isFirst = dailyPrices.length === 0
  noteDailyPrice(exchange)
  // The hour is turned by `forgetOld`, which comes after this.
  const isTurn = hourOf(exchange.timeMs) !== exchange.noncesForgottenHour
  if (isTurn) forgetOldLp(exchange)
  if (isTurn || isFirst) emit(exchange, poolValued(exchange))
  payQueue(exchange)
}

/** In the hour that runs: of such values the past of the pool is made. */
export const poolValued = (exchange: Exchange): PoolValued => ({
  kind: 'PoolValued',
  hourMs: timeMs(hourOf(exchange.timeMs) * HOUR_MS),
  nav: usd6(appraisePool(exchange).low),
  totalShares: exchange.lp.totalShares,
})

function payQueue(exchange: Exchange): void {
  const { lp } = exchange
  const { queue } = lp
  const hour = hourOf(exchange.timeMs)
  if (exchange.solvency === 'INSOLVENT' || lp.blockedHour === hour) return
  if (queue.length === 0 || !isDue(exchange, queue[0]!)) return
  // Appraised once: a payment takes from NAV what it pays, and nothing else.
  let { low } = appraisePool(exchange)
  let paidCount = 0
  for (const next of queue) {
    if (!isDue(exchange, next) || low <= 0 || isPoolStale(exchange, low)) break
    low -= payFirst(exchange, next, low)
    lp.blockedHour = next.shares > 0 ? hour : undefined
    if (lp.blockedHour !== undefined) break
    paidCount += 1
  }
  queue.splice(0, paidCount)
}

/**
 * Its owner takes one back, before or after its time, as long as it is not paid whole; what was paid of it stays paid.
 * 3017: there is none of this account; 3004 and 3015 as of every cancellation.
 */
export function cancelLpOrder(exchange: Exchange, command: CancelLpOrder): Answer {
  const refusal = spendNonce(exchange, command)
  if (refusal !== 0) return { ok: false, code: refusal }
  const { queue, holdings } = exchange.lp
  const at = queue.findIndex(({ record }) => record.id === command.id && record.account === command.account)
  if (at < 0) return { ok: false, code: REFUSAL.ORDER_NOT_FOUND }
  const [{ accountId, shares, record }] = queue.splice(at, 1) as [QueuedWithdrawal]
  holdings.get(accountId)!.scheduled -= shares
  const { code: _, ...last } = record
  tellLpOrder(exchange, { ...last, status: 'CANCELLED' })
  return { ok: true, id: command.id }
}

const isDue = (exchange: Exchange, { record }: QueuedWithdrawal): boolean =>
  exchange.timeMs >= record.executeTimeMs!

/** Pays the first of the queue as far as the cap allows, and returns how much; one that is paid whole locks no share. */
function payFirst(exchange: Exchange, queued: QueuedWithdrawal, low: number): number {
  const { lp } = exchange
  const room = Math.max(
    0,
    navShare(low, SCHEDULED_CAP_PERCENT) - paidOfDay(lp.paidScheduled, exchange.timeMs),
  )
  const whole = shareValue(queued.shares, lp.totalShares, low)
  const shares = whole <= room ? queued.shares : affordableShares(room, lp.totalShares, low)
  const paid = shareValue(shares, lp.totalShares, low)
  if (shares === 0) return 0
  const holding = lp.holdings.get(queued.accountId)!
  holding.scheduled -= shares
  queued.shares -= shares
  notePayment(lp.paidScheduled, { timeMs: timeMs(exchange.timeMs), size: paid })
  payOut(exchange, exchange.accounts[queued.accountId]!, shares, paid)
  const { code: _, ...record } = queued.record
  queued.record =
    queued.shares === 0
      ? { ...record, status: 'FILLED' }
      : { ...record, status: 'PARTIALLY_FILLED', code: 4005 }
  tellLpOrder(exchange, queued.record)
  return paid
}

/** ⌊ room · totalShares / NAV_lo ⌋: less than what is locked, so in its range. */
const affordableShares = (room: number, totalShares: number, navLow: number): number =>
  Number((BigInt(room) * BigInt(totalShares)) / BigInt(navLow))
