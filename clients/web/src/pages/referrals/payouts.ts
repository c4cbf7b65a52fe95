/** When referral rewards are paid: with the first moment of a week, Monday 00:00 UTC. */
import { DAY_MS, WEEK_MS } from '../../shared/durations.ts'

/** The first Monday of 1970. */
const MONDAY_MS = 4 * DAY_MS

export const nextPayoutMs = (nowMs: number): number =>
  MONDAY_MS + (Math.floor((nowMs - MONDAY_MS) / WEEK_MS) + 1) * WEEK_MS

/** Below a dollar a reward waits for the next week. */
export const PAID_MIN_USD6 = 1_000_000
