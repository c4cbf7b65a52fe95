/** An evaluation or funded account of the twin: its terms and how it stands. */
import { type CapitalPlan, type CapitalTerms } from '@vest/engine'

export interface TwinCapital {
  readonly terms: CapitalTerms
  readonly size: bigint
  readonly openedMs: number
  status: string
  day: number
  dayBalance: bigint
  dailyLimit: bigint
  passingMs: number | undefined
  readonly tradedOn: Set<number>
  profitMs: number | undefined
  reason: string | undefined
  endedMs: number | undefined
}

/** What was sold, and the wallets that it led to. */
export interface TwinPurchase {
  readonly id: string
  readonly owner: string
  readonly evaluation: string
  readonly plan: CapitalPlan
  phase: string
  reason?: string | undefined
  dispute?: string
  funded?: { readonly wallet: string; phase: string }
}

/** A claim, under the number of its purchase, or a payout, under that of its transfer. */
export interface TwinReview {
  readonly id: string
  readonly wallet: string
  readonly signals: number
  state: 'WAITING' | 'HELD' | 'RELEASED'
  decisions: number
  /** Of a payout: what has left the account, and the owner's share of it. */
  readonly paid?: { readonly size: bigint; readonly share: bigint }
}
