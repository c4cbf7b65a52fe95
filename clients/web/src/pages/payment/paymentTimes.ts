/**
 * When a plan was paid, as the exchange tells it, and how long a payment that is not confirmed has waited. What is not
 * known is not said.
 */
import type { TFunction } from 'i18next'
import { timeMs, type CapitalPaymentResponse, type TimeMs } from '@vest/protocol'
import { formatClock, formatDateTime } from '../../shared/format/index.ts'

export interface PaymentTimes {
  /** The buyer finished the checkout. */
  readonly finishedTimeMs?: TimeMs
  /** The exchange has heard that it is paid. */
  readonly paidTimeMs?: TimeMs
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A time of the day says enough about what is younger. */
const HALF_A_DAY_MS = 12 * HOUR_MS
/** The provider tells within seconds. */
const LATE_MS = MINUTE_MS

export const readPaymentTimes = (wire: CapitalPaymentResponse): PaymentTimes => ({
  ...(wire.finished_time === null ? {} : { finishedTimeMs: timeMs(wire.finished_time) }),
  ...(wire.paid_time === null ? {} : { paidTimeMs: timeMs(wire.paid_time) }),
})

export const momentText = (momentMs: TimeMs | undefined, nowMs: number): string | undefined =>
  momentMs === undefined
    ? undefined
    : nowMs - momentMs < HALF_A_DAY_MS
      ? formatClock(momentMs)
      : formatDateTime(momentMs)

export const isLateAt = (finishedTimeMs: TimeMs, nowMs: number): boolean => nowMs - finishedTimeMs >= LATE_MS

/** When the text of the wait changes next. */
export const nextMinuteMs = (finishedTimeMs: TimeMs, nowMs: number): number =>
  finishedTimeMs + (Math.floor((nowMs - finishedTimeMs) / MINUTE_MS) + 1) * MINUTE_MS

/** Whole minutes that are over; below one, and where the beginning is not known, that it waits. */
export function waitText(t: TFunction, finishedTimeMs: TimeMs | undefined, nowMs: number): string {
  const minutes = finishedTimeMs === undefined ? 0 : Math.floor((nowMs - finishedTimeMs) / MINUTE_MS)
  if (minutes < 1) return t('payment.waiting')
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0 ? t('payment.minutes', { minutes }) : t('payment.hours', { hours, minutes: rest })
}
