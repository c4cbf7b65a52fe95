/**
 * Deposits: money that a chain log brings in, exactly once. A soft credit is tradable but not withdrawable until its
 * block is final, and is taken back to the micro-dollar if the block disappears. What nobody can be named for, or
 * lies below one dollar, waits in SUSPENSE under its address.
 */
import { VAULT_MAX_USD6 } from '../api/index.ts'
import type { Exchange } from '../state/index.ts'

export const fitsVault = ({ money }: Exchange, amountUsd6: number): boolean =>
  money.VAULT + amountUsd6 <= VAULT_MAX_USD6
