/**
 * Terms and phases of an evaluation or funded account, and its view. Plans are data: every figure comes with the
 * command that opens the account.
 */
import type { Address, CapitalStatus, Id, NetworkType, Ratio4, TimeMs, Usd6 } from '@vest/protocol'

/** Of an account that trades, and of one that has ended, for good or ill. */
export type CapitalPhase = Extract<
  CapitalStatus,
  | 'active'
  | 'goal_passed'
  | 'goal_failed_max_drawdown'
  | 'goal_failed_max_daily_loss'
  | 'goal_failed_hidden'
  | 'funded_active'
  | 'funded_failed_max_drawdown'
  | 'funded_failed_max_daily_loss'
  | 'funded_claimed'
  | 'claimed'
>

/** Of a wallet of the programme; whether one can be told is not the engine's question, so `unknown` is none of its. */
export type CapitalStanding = Exclude<CapitalStatus, 'unknown'>

/** Why an account is frozen, or has ended without a verdict. */
export type CapitalReason = 'DISPUTED' | 'DISPUTE_LOST' | 'REFUNDED' | 'EXPIRED' | 'CLOSED'

/**
 * A plan as it was sold (mechanics 9.2, 9.7): its rules are pinned by the purchase, whatever is sold later. Shares of the
 * size in 10⁻⁴.
 */
export interface CapitalPlan {
  readonly name: string
  /** The payment provider's price. */
  readonly priceId: string
  readonly priceCents: number
  readonly currency: string
  readonly sizeUsd6: Usd6
  readonly goalRatio: Ratio4
  readonly maxDailyLossRatio: Ratio4
  readonly maxDrawdownRatio: Ratio4
  readonly profitSplitRatio: Ratio4
  /** Days with a fill before the goal counts, and before a funded account's first profit. */
  readonly minTradingDays: number
  readonly minFundedDays: number
  /** From the pass to the earliest claim. */
  readonly reviewMs: number
  readonly firstProfitAfterMs: number
  readonly profitEveryMs: number
}

/** What the payment provider says of a purchase, each a fact for ever. */
export type PaymentFact = 'PAID' | 'EXPIRED' | 'REFUNDED' | 'DISPUTED' | 'DISPUTE_WON' | 'DISPUTE_LOST'

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
  readonly status: CapitalStanding
  /** Nothing may be ordered or paid out. */
  readonly isFrozen: boolean
  readonly reason?: CapitalReason
  readonly sizeUsd6: Usd6
  /** Absent: funded, there is no goal. */
  readonly targetEquity?: Usd6
  readonly maxDrawdownLimit: Usd6
  readonly maxDailyLossLimit: Usd6
  /** The balance with which the day began. */
  readonly priorDayBalance: Usd6
  readonly tradingDays: number
  readonly nextResetTimeMs: TimeMs
  /** Of one that has ended. */
  readonly endedTimeMs?: TimeMs
}

/** A wallet of the programme with all that its owner may know of it. */
export interface CapitalAccountView {
  readonly account: Address
  readonly ownerId: Address
  readonly networkType: NetworkType
  readonly isFunded: boolean
  readonly capital: CapitalView
  /** Absent: it was opened without a purchase. */
  readonly plan?: CapitalPlan
  readonly purchaseId?: Id
  readonly equity: Usd6
  readonly collateral: Usd6
  /** Funded: what may be taken out while nothing is open. */
  readonly availableProfit?: Usd6
  /** Passed: from when on it may be claimed. */
  readonly claimableTimeMs?: TimeMs
  readonly timeMs: TimeMs
}

/** A purchase and the wallets that it has led to. */
export interface PurchaseView {
  readonly id: Id
  readonly ownerId: Address
  readonly plan: CapitalPlan
  readonly account: Address
  readonly fundedAccount?: Address
  readonly beganTimeMs: TimeMs
  readonly hasBeenPaid: boolean
  readonly dispute?: 'OPEN' | 'WON' | 'LOST'
  /** Of the evaluation. */
  readonly status: CapitalStanding
}
