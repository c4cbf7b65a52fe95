/** For how many days withdrawals are locked, and until when: a lock is never shortened. */
import { WITHDRAWAL_LOCK_MAX_DAYS } from '@vest/protocol'

export type LockDays =
  | { readonly kind: 'empty' }
  /** Not a whole number of days from one to the most. */
  | { readonly kind: 'range' }
  /** It would end before the lock that holds. */
  | { readonly kind: 'earlier' }
  | { readonly kind: 'ready'; readonly days: number; readonly untilMs: number }

const DAY_MS = 86_400_000

export function readLockDays(text: string, nowMs: number, lockedUntilMs: number | undefined): LockDays {
  if (text === '') return { kind: 'empty' }
  const days = /^\d+$/.test(text) ? Number(text) : 0
  if (days < 1 || days > WITHDRAWAL_LOCK_MAX_DAYS) return { kind: 'range' }
  const untilMs = nowMs + days * DAY_MS
  return lockedUntilMs !== undefined && untilMs <= lockedUntilMs
    ? { kind: 'earlier' }
    : { kind: 'ready', days, untilMs }
}
