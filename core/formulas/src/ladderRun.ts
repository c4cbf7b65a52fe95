/**
 * The ladder as a price of inventory alone, without its room: how many lots it quotes at one price before the next.
 * Beyond ±Lim the skew no longer grows, so all that lies there is one run, however small the cells are.
 */
import { type Ticks, ticks } from '@vest/protocol'
import { askPriceEnd, bidPriceEnd, type Ladder, poolAskPrice, poolBidPrice } from './poolLadder.ts'

/** Lots sold at the price that `poolAskPrice` gives at this inventory. */
export function askRun(ladder: Ladder, inventory: number): number {
  const end = askPriceEnd(ladder, inventory)
  return end <= -ladder.limit ? Infinity : inventory - end
}

/** Lots bought at the price that `poolBidPrice` gives at this inventory. */
export function bidRun(ladder: Ladder, inventory: number): number {
  const end = bidPriceEnd(ladder, inventory)
  return end >= ladder.limit ? Infinity : end - inventory
}

/** The prices between which every quote of a ladder lies, wherever its inventory is; at least one tick. */
export const lowestAsk = (ladder: Ladder): Ticks => poolAskPrice(ladder, farAway(ladder))
export const highestAsk = (ladder: Ladder): Ticks => poolAskPrice(ladder, -farAway(ladder))
export const highestBid = (ladder: Ladder): number => poolBidPrice(ladder, -farAway(ladder))
export const lowestBid = (ladder: Ladder): Ticks => ticks(Math.max(1, poolBidPrice(ladder, farAway(ladder))))

const farAway = ({ cell, limit }: Ladder): number => 2 * (limit + cell)
