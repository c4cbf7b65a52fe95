/** The memory of one evaluation or funded account: terms, phase, daily limits, record so far. */
import type { TimeMs, Usd6 } from '@vest/protocol'
import type { CapitalPhase, CapitalReason, CapitalTerms } from '../../api/index.ts'

export interface Capital {
  readonly terms: CapitalTerms
  readonly sizeUsd6: Usd6
  readonly openedTimeMs: TimeMs
  status: CapitalPhase
  /** UTC day of the current limits, and the balance at its start. */
  day: number
  priorDayBalance: Usd6
  /** Start of the period in which every evaluation has found the goal reached. */
  passingSinceMs: TimeMs | undefined
  /** Number of UTC days on which the account had a fill, and the last of them. */
  tradingDays: number
  lastTradingDay: number | undefined
  lastProfitTimeMs: TimeMs | undefined
  /** Reason for the freeze, or for an end without a verdict. */
  reason: CapitalReason | undefined
  endedTimeMs: TimeMs | undefined
}
