/** All evaluation and funded accounts, found without a search; derived. */

export class CapitalAccounts {
  /** Ascending. */
  readonly ids: number[] = []
  /** Their goal was reached when they were looked at last. */
  readonly passing = new Set<number>()
  /** Before it no limit has to be renewed. */
  nextResetMs = Infinity
}
