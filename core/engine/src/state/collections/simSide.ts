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
import type { Ladder } from '@vest/formulas'

/** What a market of SIM is beyond what it mirrors. */
export interface SimSide {
  /** SIM_HOUSE's position: lots, > 0 = long, and its quote balance. */
  houseInventory: number
  houseQuote: number
  // Of the account for which the market was mirrored last.
  /** Where it stands on the ladder when it buys and when it sells, and how many lots its order may take from there. */
  inventoryToBuy: number
  inventoryToSell: number
  room: number
  // Derived.
  /** What its accounts hold, long and short together: lots. */
  heldLots: number
  /** What this market's book was last looked at with. */
  seenLadder: Ladder | undefined
  seenInventory: number
}
