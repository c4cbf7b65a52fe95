/** Checks that a credit keeps the sum of all money within the limit of the vault. */
import { VAULT_MAX_USD6 } from '../api/index.ts'
import type { Exchange } from '../state/index.ts'

export const fitsVault = ({ money }: Exchange, amountUsd6: number): boolean =>
  money.VAULT + amountUsd6 <= VAULT_MAX_USD6
