/**
 * Claims and payouts of the capital programme that wait: for a person who looks at them, or, once released, for the
 * treasury. In the order in which they came.
 */
import type { Address, Id, TimeMs, Usd6 } from '@vest/protocol'
import type { CapitalSignal, ReviewEntry, TransferRecord } from '../../api/index.ts'

export interface CapitalReview {
  /** The purchase of the claim, or the transfer of the payout. */
  readonly id: Id
  readonly subject: 'CLAIM' | 'PAYOUT'
  readonly account: Address
  readonly sinceMs: TimeMs
  readonly signals: readonly CapitalSignal[]
  state: 'WAITING' | 'HELD' | 'RELEASED'
  readonly decisions: ReviewEntry[]
  /** Payouts: the sum has left the account, the share of it has not arrived at its owner. */
  readonly payout: { readonly record: TransferRecord; readonly shareUsd6: Usd6 } | undefined
}

export type CapitalReviews = Map<Id, CapitalReview>
