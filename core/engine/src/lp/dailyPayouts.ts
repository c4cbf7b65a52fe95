/**
 * Payouts of the pool in the last 24 hours. The sum is kept with the list: each payout is added once and subtracted
 * once, however often the sum is requested. Only the list is state, the rest is derived.
 */
import { DAY_MS, type PaidOut, PaymentsOfDay } from '../state/index.ts'

export function recordPayment(payments: PaymentsOfDay, paid: PaidOut): void {
  payments.list.push(paid)
  payments.sum += paid.size
}

/** Σ paid out in the last 24 hours. */
export function paidOfDay(payments: PaymentsOfDay, nowMs: number): number {
  const { list } = payments
  while (payments.oldCount < list.length && nowMs - list[payments.oldCount]!.timeMs >= DAY_MS) {
    payments.sum -= list[payments.oldCount]!.size
    payments.oldCount += 1
  }
  return payments.sum
}

export function forgetOldPayments(payments: PaymentsOfDay, nowMs: number): void {
  paidOfDay(payments, nowMs)
  payments.list.splice(0, payments.oldCount)
  payments.oldCount = 0
}
