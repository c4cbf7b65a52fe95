/** The memory of one evaluation or funded account: terms, phase, limits of the day, record so far. */
import type { CapitalPhase, CapitalReason, CapitalTerms } from '../../api/index.ts'
import type { TimeMs, Usd6 } from '@vest/protocol'

export interface Capital {
  readonly terms: CapitalTerms
  readonly sizeUsd6: Usd6
  readonly openedTimeMs: TimeMs
  status: CapitalPhase
  /** The day of UTC that its limits are of, and the balance with which that day began. */
  day: number
  priorDayBalance: Usd6
  /** Since when every evaluation has found the goal reached. */
  passingSinceMs: TimeMs | undefined
  /** Days of UTC on which something of its own was filled, and the last of them. */
  tradingDays: number
  lastTradingDay: number | undefined
  lastProfitTimeMs: TimeMs | undefined
  /** Why it is frozen, or has ended without a verdict. */
  reason: CapitalReason | undefined
  endedTimeMs: TimeMs | undefined
}
