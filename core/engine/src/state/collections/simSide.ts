/**
 * Fields of a SIM market beyond those of a market: its REAL market, the inventory at which it quotes, and the
 * capacity of the ladder.
 */
import type { Ladder } from '@vest/formulas'

/** Fields of a SIM market beyond what it mirrors. */
export interface SimSide {
  /** Position of SIM_HOUSE: lots, > 0 = long, and its quote balance. */
  houseInventory: number
  houseQuote: number
  // Of the account for which the market was last synced.
  /** Inventory at which the account's buys and sells are quoted, and the lots that its order may take from there. */
  inventoryToBuy: number
  inventoryToSell: number
  room: number
  // Derived.
  /** Sum of the positions of its accounts, long and short: lots. */
  heldLots: number
  /** The ladder at the last check of this market's book. */
  seenLadder: Ladder | undefined
  seenInventory: number
}
