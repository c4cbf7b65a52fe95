/**
 * Deposits: money that a chain log brings in, exactly once. A soft credit is tradable but not withdrawable until its
 * block is final, and is taken back to the micro-dollar if the block disappears. What nobody can be named for, or
 * lies below one dollar, waits in SUSPENSE under its address.
 */

/**
 * What the exchange keeps in all, 4 billion dollars: every sum of money stays a safe integer, with room for profits.
 * A deposit beyond it waits uncredited, and is looked at again whenever the watcher tells of it.
 */
export const VAULT_MAX_USD6 = 4_000_000_000_000_000
