/**
 * What an evaluation or funded account is beyond a SIM account: the terms that its plan agreed, where its limits stand
 * today and how it has gone so far. Plans are data: every figure of the terms comes with the command that opens it.
 */
import type { CapitalPhase, CapitalTerms } from '../../api/index.ts'
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
}
