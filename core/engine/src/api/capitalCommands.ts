/**
 * Commands of the capital programme and of the SIM domain that its accounts trade in: purchases, evaluations, funded
 * accounts and their profit. What `commands.ts` says of every command holds here.
 */
import type { Address, ErrorCode, Hex, Id, NetworkType, TimeMs, Usd6 } from '@vest/protocol'
import type { CapitalPlan, CapitalSignal, CapitalTerms, PaymentFact, ReviewDecision } from './capital.ts'

/** Opens an account of the SIM domain for an owner, with virtual collateral: no USDC moves (mechanics 9.1). */
export interface OpenSimAccount {
  readonly kind: 'OpenSimAccount'
  readonly account: Address
  /** The owner's primary account. */
  readonly ownerId: Address
  readonly amountUsd6: Usd6
  /** Terms without a purchase: practice under the rules of a plan. `amountUsd6` is the size. Absent: no limits. */
  readonly capital?: CapitalTerms
}

/**
 * Begins the purchase of a plan (mechanics 9.6, `created`). The wallet to be evaluated is known and proven
 * before the payment; the buyer has no other plan.
 */
export interface BeginPurchase {
  readonly kind: 'BeginPurchase'
  readonly id: Id
  /** The buyer's primary account. */
  readonly ownerId: Address
  readonly account: Address
  readonly networkType: NetworkType
  readonly plan: CapitalPlan
}

/** A fact reported by the payment provider about a purchase. A repetition changes nothing. */
export interface NotePayment {
  readonly kind: 'NotePayment'
  readonly id: Id
  readonly fact: PaymentFact
  /** REFUNDED by an operator: who it was and why. */
  readonly by?: string
  readonly why?: string
}

/** Takes the wallet of a paid purchase into the programme: `paid` → `pre_eval`. */
export interface AllocateEvaluation {
  readonly kind: 'AllocateEvaluation'
  readonly id: Id
}

/** `pre_eval` → `active`: opens the account with the size of its plan in virtual money. */
export interface OpenEvaluation {
  readonly kind: 'OpenEvaluation'
  readonly account: Address
}

/** Hides a failed evaluation from its owner's list. */
export interface DismissEvaluation {
  readonly kind: 'DismissEvaluation'
  readonly account: Address
}

/** Reserves a proven wallet as the funded account of a passed evaluation: `pre_funded`. */
export interface AllocateFunded {
  readonly kind: 'AllocateFunded'
  readonly evaluation: Address
  readonly account: Address
  readonly networkType: NetworkType
}

/** The claim: the evaluation becomes `funded_claimed`, the reserved wallet `funded_active`. */
export interface ActivateFunded {
  readonly kind: 'ActivateFunded'
  readonly evaluation: Address
  readonly account: Address
  /** What speaks for a look first; absent = nothing. */
  readonly signals?: readonly CapitalSignal[]
}

/** An operator's decision on a claim or payout that waits (mechanics 9.8). */
export interface DecideReview {
  readonly kind: 'DecideReview'
  /** The purchase of the claim, or the transfer of the payout. */
  readonly id: Id
  readonly decision: ReviewDecision
  readonly by: string
  readonly why: string
}

/** Moves income of the exchange from TREASURY to CAPITAL_TREASURY; what waits for it is paid in order. */
export interface FundCapitalTreasury {
  readonly kind: 'FundCapitalTreasury'
  readonly amountUsd6: Usd6
  readonly by: string
  readonly why: string
}

/** Ends a funded account without a verdict: by its owner, after the last withdrawal, or by the operator. */
export interface CloseFunded {
  readonly kind: 'CloseFunded'
  readonly account: Address
  readonly by: 'OWNER' | 'OPERATOR'
}

/** FROZEN: every open order is cancelled, and no order of the account fills any more. */
export interface SetSimAccountStatus {
  readonly kind: 'SetSimAccountStatus'
  readonly account: Address
  readonly status: 'ACTIVE' | 'FROZEN'
}

/** Cancels every order of a SIM account and closes every position, at any price of the ladder (mechanics 9.5). */
export interface CloseSimPositions {
  readonly kind: 'CloseSimPositions'
  readonly account: Address
  /** Error code for the cancelled orders; absent = none. */
  readonly code?: ErrorCode
}

/** Pays profit of a funded account to its owner's primary account, from CAPITAL_TREASURY (mechanics 9.7). */
export interface WithdrawProfit {
  readonly kind: 'WithdrawProfit'
  /** keccak256 of the signed data. */
  readonly id: Id
  readonly account: Address
  readonly signer: Address
  readonly nonce: number
  readonly orderTimeMs: TimeMs
  readonly recipient: Address
  /** Sum debited from the account; the trader receives the agreed share of it. */
  readonly sizeUsd6: Usd6
  readonly signature: Hex
  /** What speaks for a look first; absent = nothing. */
  readonly signals?: readonly CapitalSignal[]
}
