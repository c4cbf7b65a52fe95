/** The memory of the SIM domain: its markets, accounts and totals beside those of REAL. */
import type { CapitalAccounts } from './collections/capitalAccountIndex.ts'
import type { Purchases } from './collections/purchases.ts'
import type { Market } from './market.ts'
import type { Usd6 } from '@vest/protocol'

export interface SimDomain {
  /** Cash of SIM_HOUSE: it took what SIM accounts lost and gave what they began with and won. May be negative. */
  houseUsd6: Usd6
  /** Fills and acceptance ranks of SIM, counted apart from those of REAL. */
  tradeCount: number
  orderCount: number
  /** By the id of the REAL market; made when somebody first trades there. */
  readonly markets: (Market | undefined)[]
  /** What was sold of the capital programme. */
  readonly purchases: Purchases
  // Derived.
  accountCount: number
  readonly capital: CapitalAccounts
}
