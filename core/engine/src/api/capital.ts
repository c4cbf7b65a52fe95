/**
 * Terms and phases of an evaluation or funded account, and its view. Plans are data: every figure comes with the
 * command that opens the account.
 */
import type { Address, CapitalStatus, Id, NetworkType, Ratio4, TimeMs, Usd6 } from '@vest/protocol'

/** Phases of an active account, and of one that has ended. */
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

/**
 * Status of a wallet of the programme. `unknown` is excluded: whether a status can be shown is not the
 * engine's question.
 */
export type CapitalAccountStatus = Exclude<CapitalStatus, 'unknown'>

/** Reason for a freeze or a wait, or for an end without a verdict. */
export type CapitalReason =
  | 'DISPUTED'
  | 'DISPUTE_LOST'
  | 'REFUNDED'
  | 'EXPIRED'
  | 'CLOSED'
  /** A claim or a payout waits for a person to look at it. */
  | 'IN_REVIEW'
  /** The claim was looked at and refused. */
  | 'DECLINED'

/** Anti-abuse signals of mechanics 9.8, each a reason to look before money moves, none a verdict. */
export type CapitalSignal =
  /** Opposite positions in one market, opened within ten minutes by accounts of one cluster. */
  | 'OPPOSITE_POSITIONS'
  /** More than 30 % of the profit from trades held for less than 10 s. */
  | 'BRIEF_TRADES'
  /** More than half of the profit within 60 s of a gap of the index or of a halt. */
  | 'PRICE_GAPS'
  /** The plan was paid with a card that has paid a plan of another owner. */
  | 'SHARED_CARD'
  /** Another owner of a plan has signed in with the same browser. */
  | 'SHARED_DEVICE'

export type ReviewDecision = 'HOLD' | 'RELEASE' | 'REJECT'

/** What an operator decided, who it was and why. */
export interface ReviewEntry {
  readonly decision: ReviewDecision
  readonly by: string
  readonly why: string
  readonly timeMs: TimeMs
}

/**
 * A claim or payout that waits: WAITING has not been looked at, HELD has; RELEASED waits for the treasury alone. A claim
 * is named by its purchase, a payout by its transfer.
 */
export interface CapitalReviewView {
  readonly id: Id
  readonly subject: 'CLAIM' | 'PAYOUT'
  /** The passed evaluation, or the funded account. */
  readonly account: Address
  readonly ownerId: Address
  readonly sinceMs: TimeMs
  readonly signals: readonly CapitalSignal[]
  readonly state: 'WAITING' | 'HELD' | 'RELEASED'
  /** Oldest first. */
  readonly decisions: readonly ReviewEntry[]
  /** Payouts: what left the account, and the owner's share of it. */
  readonly sizeUsd6?: Usd6
  readonly payoutUsd6?: Usd6
}

/**
 * The reserve rule of mechanics 9.7. SHORT: less than all that may have to be paid; LOW: less than 120 % of it, so that no
 * claim is opened.
 */
export interface CapitalTreasuryView {
  readonly balanceUsd6: Usd6
  /** Owners' shares of what open funded accounts have won. */
  readonly owedUsd6: Usd6
  /** Owners' shares of the payouts that wait. */
  readonly waitingUsd6: Usd6
  readonly state: 'OK' | 'LOW' | 'SHORT'
  /** Income of the exchange, from which the treasury can be filled up. */
  readonly incomeUsd6: Usd6
}

/**
 * A plan as sold (mechanics 9.2, 9.7): the purchase pins its rules, whatever is sold later. Shares of the
 * size in 10⁻⁴.
 */
export interface CapitalPlan {
  readonly name: string
  /** Id of the price at the payment provider. */
  readonly priceId: string
  readonly priceCents: number
  readonly currency: string
  readonly sizeUsd6: Usd6
  readonly goalRatio: Ratio4
  readonly maxDailyLossRatio: Ratio4
  readonly maxDrawdownRatio: Ratio4
  readonly profitSplitRatio: Ratio4
  /** Days with a fill before the goal counts, and before the first profit of a funded account. */
  readonly minTradingDays: number
  readonly minFundedDays: number
  /** From the pass to the earliest claim. */
  readonly reviewMs: number
  readonly firstProfitAfterMs: number
  readonly profitEveryMs: number
  /** Version of the rules that hold for what is bought. */
  readonly rulebook?: string
}

/** A final fact about a purchase, reported by the payment provider. */
export type PaymentFact = 'PAID' | 'EXPIRED' | 'REFUNDED' | 'DISPUTED' | 'DISPUTE_WON' | 'DISPUTE_LOST'

/** Terms of a plan (mechanics 9.2). Shares of the size in 10⁻⁴. */
export type CapitalTerms = {
  readonly maxDailyLossRatio: Ratio4
  readonly maxDrawdownRatio: Ratio4
  /** Days with a fill before the goal counts, or the first profit may be taken. */
  readonly minTradingDays: number
} & (
  | { readonly stage: 'EVAL'; readonly goalRatio: Ratio4 }
  | {
      readonly stage: 'FUNDED'
      /** The trader's share of the profit. */
      readonly profitSplitRatio: Ratio4
      /** From the opening to the first profit, and between two profits. */
      readonly firstProfitAfterMs: number
      readonly profitEveryMs: number
    }
)

/** An evaluation or funded account and its limits, which are levels of equity. */
export interface CapitalView {
  readonly status: CapitalAccountStatus
  /** A frozen account cannot place orders or withdraw. */
  readonly isFrozen: boolean
  readonly reason?: CapitalReason
  readonly sizeUsd6: Usd6
  /** Absent for a funded account, which has no goal. */
  readonly targetEquity?: Usd6
  readonly maxDrawdownLimit: Usd6
  readonly maxDailyLossLimit: Usd6
  /** The balance at the start of the day. */
  readonly priorDayBalance: Usd6
  readonly tradingDays: number
  readonly nextResetTimeMs: TimeMs
  /** Set once the account has ended. */
  readonly endedTimeMs?: TimeMs
}

/** A wallet of the programme as shown to its owner. */
export interface CapitalAccountView {
  readonly account: Address
  readonly ownerId: Address
  readonly networkType: NetworkType
  readonly isFunded: boolean
  readonly capital: CapitalView
  /** Absent if it was opened without a purchase. */
  readonly plan?: CapitalPlan
  readonly purchaseId?: Id
  readonly equity: Usd6
  readonly collateral: Usd6
  /** Funded: the profit that may be withdrawn while no position is open. */
  readonly availableProfit?: Usd6
  /** Passed: the earliest time of a claim. */
  readonly claimableTimeMs?: TimeMs
  /** Funded: the earliest time of the next profit; absent if the terms of the plan do not make one wait. */
  readonly profitFromTimeMs?: TimeMs
  readonly timeMs: TimeMs
}

/** Who gave the price of a plan back, and why. */
export interface PurchaseRefund {
  readonly by: string
  readonly why: string
  readonly timeMs: TimeMs
}

/** A purchase and the wallets that follow from it. */
export interface PurchaseView {
  readonly id: Id
  readonly ownerId: Address
  readonly plan: CapitalPlan
  readonly account: Address
  readonly fundedAccount?: Address
  readonly beganTimeMs: TimeMs
  readonly hasBeenPaid: boolean
  readonly dispute?: 'OPEN' | 'WON' | 'LOST'
  /** Given back by an operator. */
  readonly refund?: PurchaseRefund
  /** Status of the evaluation. */
  readonly status: CapitalAccountStatus
}
