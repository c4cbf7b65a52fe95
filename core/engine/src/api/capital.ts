/**
 * Terms and phases of an evaluation or funded account, and its view. Plans are data: every figure comes with the
 * command that opens the account.
 */
import type { CapitalStatus, Ratio4, TimeMs, Usd6 } from '@vest/protocol'

/** Of an account that trades, and of one that has ended, for good or ill. */
export type CapitalPhase = Extract<
  CapitalStatus,
  | 'active'
  | 'goal_passed'
  | 'goal_failed_max_drawdown'
  | 'goal_failed_max_daily_loss'
  | 'funded_active'
  | 'funded_failed_max_drawdown'
  | 'funded_failed_max_daily_loss'
>

/** What a plan agreed (mechanics 9.2). Shares of the size in 10⁻⁴. */
export type CapitalTerms = {
  readonly maxDailyLossRatio: Ratio4
  readonly maxDrawdownRatio: Ratio4
  /** Days with a fill before the goal counts, or the first profit may be taken. */
  readonly minTradingDays: number
} & (
  | { readonly stage: 'EVAL'; readonly goalRatio: Ratio4 }
  | {
      readonly stage: 'FUNDED'
      /** Of the profit, to the trader. */
      readonly profitSplitRatio: Ratio4
      /** From the opening to the first profit, and from one to the next. */
      readonly firstProfitAfterMs: number
      readonly profitEveryMs: number
    }
)

/** An evaluation or funded account against its limits, which are levels of equity. */
export interface CapitalView {
  readonly status: CapitalPhase
  readonly sizeUsd6: Usd6
  /** Absent: funded, there is no goal. */
  readonly targetEquity?: Usd6
  readonly maxDrawdownLimit: Usd6
  readonly maxDailyLossLimit: Usd6
  /** The balance with which the day began. */
  readonly priorDayBalance: Usd6
  readonly tradingDays: number
  readonly nextResetTimeMs: TimeMs
}
