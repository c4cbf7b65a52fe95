/**
 * Scheduled withdrawals: two days (a parameter) after the order they are paid at the NAV of that time, in order of
 * arrival, at most a quarter of NAV in 24 hours. The part that the cap does not allow keeps its place and is tried
 * again every hour. Until it is paid its owner may cancel it.
 */
import { navShare, shareValue } from '@vest/formulas'
import { timeMs, usd6, REFUSAL } from '@vest/protocol'
import type { Answer, CancelLpOrder, PoolValued } from '../api/index.ts'
import { spendNonce } from '../keys/index.ts'
import { appraisePool } from '../pool/index.ts'
import { emit, type Exchange, HOUR_MS, hourOf, type QueuedWithdrawal } from '../state/index.ts'
import { recordPayment, paidOfDay } from './dailyPayouts.ts'
import { forgetOldLp, isPoolStale, payOut, emitLpOrder } from './lpOrders.ts'
import { recordDailyPrice } from './shares.ts'

const SCHEDULED_CAP_PERCENT = 25

/** Called by the timer once a second. */
export function tickLpPool(exchange: Exchange): void {
  const { totalShares, dailyPrices } = exchange.lp
  if (totalShares === 0) return
  // A pool may get its first shares in an hour that was already processed: its history begins now, not an hour later.
  const isFirst = dailyPrices.length === 0
  recordDailyPrice(exchange)
  // `forgetOld`, which runs after this, advances the hour.
  const isTurn = hourOf(exchange.timeMs) !== exchange.noncesForgottenHour
  if (isTurn) forgetOldLp(exchange)
  if (isTurn || isFirst) emit(exchange, poolValued(exchange))
  payQueue(exchange)
}

/** Value in the running hour: these values make up the history of the pool. */
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
  if (queue.length === 0 || !isMarginCheckPending(exchange, queue[0]!)) return
  // Appraised once: a payout reduces NAV by exactly its amount.
  let { low } = appraisePool(exchange)
  let paidCount = 0
  for (const next of queue) {
    if (!isMarginCheckPending(exchange, next) || low <= 0 || isPoolStale(exchange, low)) break
    low -= payFirst(exchange, next, low)
    lp.blockedHour = next.shares > 0 ? hour : undefined
    if (lp.blockedHour !== undefined) break
    paidCount += 1
  }
  queue.splice(0, paidCount)
}

/**
 * Cancels a scheduled withdrawal for its owner, before or after its time, until it is fully paid; the part already
 * paid stays paid. 3017: the account has no such withdrawal; 3004 and 3015 as for every cancellation.
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
  emitLpOrder(exchange, { ...last, status: 'CANCELLED' })
  return { ok: true, id: command.id }
}

const isMarginCheckPending = (exchange: Exchange, { record }: QueuedWithdrawal): boolean =>
  exchange.timeMs >= record.executeTimeMs!

/** Pays the first of the queue as far as the cap allows and returns the amount; a fully paid one locks no share. */
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
  recordPayment(lp.paidScheduled, { timeMs: timeMs(exchange.timeMs), size: paid })
  payOut(exchange, exchange.account(queued.accountId), shares, paid)
  const { code: _, ...record } = queued.record
  queued.record =
    queued.shares === 0
      ? { ...record, status: 'FILLED' }
      : { ...record, status: 'PARTIALLY_FILLED', code: REFUSAL.LP_PARTIALLY_FILLED }
  emitLpOrder(exchange, queued.record)
  return paid
}

/** ⌊ room · totalShares / NAV_lo ⌋: less than the locked shares, so within the safe range. */
const affordableShares = (room: number, totalShares: number, navLow: number): number =>
  Number((BigInt(room) * BigInt(totalShares)) / BigInt(navLow))
