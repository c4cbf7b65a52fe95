/**
 * The SIM domain: evaluation and funded accounts trade by the same code on books of their own, with virtual money. A
 * SIM market mirrors its REAL market: index, mark, mode, funding and ladder are read from it and never written. SIM
 * orders meet that ladder alone, and nobody's order but SIM_HOUSE, which holds the opposite of every SIM position.
 *
 * Each account meets the mirrored ladder where the pool's inventory would be if what the account holds stood against
 * the pool, and never where REAL has made that side cheap:
 *
 *   buyer:  inventory = min(P, 0) − own position        seller:  inventory = max(P, 0) − own position
 *
 * So a flat account is quoted the prices of REAL or those of a pool without inventory, whichever are worse for it; splitting an
 * order changes nothing, and no account, of SIM or of REAL, moves the prices of another to its gain. Before feature
 * `fourthReading` it was P − own position on both sides.
 */
import type { CapitalAccounts } from './collections/capitalAccountIndex.ts'
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
  // Derived.
  accountCount: number
  readonly capital: CapitalAccounts
}
