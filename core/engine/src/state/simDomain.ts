/** The memory of the SIM domain: its markets, accounts and totals, separate from those of REAL. */
import type { Usd6 } from '@vest/protocol'
import type { CapitalAccounts } from './collections/capitalAccountIndex.ts'
import type { CapitalReviews } from './collections/capitalReviews.ts'
import type { Purchases } from './collections/purchases.ts'
import type { Market } from './market.ts'

export interface SimDomain {
  /** Balance of SIM_HOUSE: losses received, less initial credits and profits paid. May be negative. */
  houseUsd6: Usd6
  /** Fill and acceptance numbers of SIM, counted apart from those of REAL. */
  tradeCount: number
  orderCount: number
  /** By the id of the REAL market; created at the first trade there. */
  readonly markets: (Market | undefined)[]
  /** Purchases of the capital programme. */
  readonly purchases: Purchases
  /** What of the programme waits for a decision, or for the treasury. */
  readonly reviews: CapitalReviews
  // Derived.
  accountCount: number
  readonly capital: CapitalAccounts
}
