/** Credits to and debits from an account. They are summed as net deposits, which separates growth from deposits. */
import { type Usd6, usd6 } from '@vest/protocol'
import type { Account } from '../state/index.ts'

/** Credits money from outside the account: a transfer, sold LP shares, or the initial balance of a SIM account. */
export function bringIn(account: Account, size: Usd6): void {
  account.collateral = usd6(account.collateral + size)
  account.netDeposits = usd6(account.netDeposits + size)
}

/** Debits money that leaves the account or buys LP shares. */
export function takeOut(account: Account, size: Usd6): void {
  account.collateral = usd6(account.collateral - size)
  account.netDeposits = usd6(account.netDeposits - size)
}
