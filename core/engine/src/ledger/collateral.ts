/** Money that enters or leaves an account. It is counted on its way, so that growth can be told from deposits. */
import type { Account } from '../state/index.ts'
import { type Usd6, usd6 } from '@vest/protocol'

/** Money from outside of the account: a transfer, shares that it sold, or what a SIM account begins with. */
export function bringIn(account: Account, size: Usd6): void {
  account.collateral = usd6(account.collateral + size)
  account.netDeposits = usd6(account.netDeposits + size)
}

/** Money that leaves the account, or shares that it buys. */
export function takeOut(account: Account, size: Usd6): void {
  account.collateral = usd6(account.collateral - size)
  account.netDeposits = usd6(account.netDeposits - size)
}
