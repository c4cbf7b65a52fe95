/**
 * The ladder as a price of inventory only, without its capacity: the number of lots that it quotes at one price.
 * Beyond ±Lim the skew no longer grows, so everything there is one run, for cells of any size.
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

/** The limits of all quotes of a ladder, for any inventory; at least one tick. */
export const lowestAsk = (ladder: Ladder): Ticks => poolAskPrice(ladder, farAway(ladder))
export const highestAsk = (ladder: Ladder): Ticks => poolAskPrice(ladder, -farAway(ladder))
export const highestBid = (ladder: Ladder): number => poolBidPrice(ladder, -farAway(ladder))
export const lowestBid = (ladder: Ladder): Ticks => ticks(Math.max(1, poolBidPrice(ladder, farAway(ladder))))

const farAway = ({ cell, limit }: Ladder): number => 2 * (limit + cell)
