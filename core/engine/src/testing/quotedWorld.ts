/** A market with a price and three traders with money: the start of tests with resting orders. */
import { AAPL, createNamedWorld, type NamedWorld } from './namedWorld.ts'

export const QUOTED_TICKS = 23_150

/** Traders a, b and c; the market is AAPL. */
export function quotedWorld(): NamedWorld {
  const made = createNamedWorld()
  for (const name of ['a', 'b', 'c']) made.account(name, 10_000)
  made.price(AAPL.symbol, QUOTED_TICKS)
  return made
}

/** The third trader takes the resting orders at the price, and never rests. */
export const sellInto = (made: NamedWorld, size: number) =>
  made.order('c', { isBuy: false, size, price: QUOTED_TICKS, timeInForce: 'IOC' })
