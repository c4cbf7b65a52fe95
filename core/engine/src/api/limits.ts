/** Limits shared by several rooms and the gateway. */

/**
 * Maximum of all money in the exchange, 4 billion dollars: every sum of money stays a safe integer, with a
 * reserve for profits. A deposit beyond it waits uncredited, and is checked again at each report of the
 * watcher.
 */
export const VAULT_MAX_USD6 = 4_000_000_000_000_000
