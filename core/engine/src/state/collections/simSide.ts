/**
 * What a SIM market has beyond a market: its REAL market, the inventory that an order meets, and the room of the
 * ladder.
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
