/** Names of the exchange's own accounts. */
import type { Usd6 } from '@vest/protocol'

/** Money that belongs to no user. VAULT is the counter-entry of all balances: the USDC that really exists. */
export interface SystemMoney {
  POOL: Usd6
  POOL_ISO: Usd6
  /** Result of the backstop so far: negative by what it has lost of its allocation. */
  BACKSTOP: Usd6
  INSURANCE: Usd6
  TREASURY: Usd6
  REFERRAL: Usd6
  CAPITAL_TREASURY: Usd6
  PENDING_WITHDRAWALS: Usd6
  SUSPENSE: Usd6
  VAULT: Usd6
}

export type SystemAccountName = keyof SystemMoney
