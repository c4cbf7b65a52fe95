/** Limits that several rooms and the edges share. */

/**
 * What the exchange keeps in all, 4 billion dollars: every sum of money stays a safe integer, with room for profits.
 * A deposit beyond it waits uncredited, and is looked at again whenever the watcher tells of it.
 */
export const VAULT_MAX_USD6 = 4_000_000_000_000_000
