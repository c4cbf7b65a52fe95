/** Ids of all evaluation and funded accounts, and which of them need a check; derived. */

export class CapitalAccounts {
  /** Ascending. */
  readonly ids: number[] = []
  /** Accounts whose goal was reached at their last evaluation. */
  readonly passing = new Set<number>()
  /** No daily limit needs a reset before this time. */
  nextResetMs = Infinity
}
