/** The SIM world beside the REAL one, and what it takes over from it before anything happens in it. */
import { type World } from '../world/index.ts'

/** The world to which an account belongs. */
export const worldOf = (world: World, address: string): World =>
  world.sim!.accounts.some((account) => account.address === address) ? takeOver(world) : world

/** Prices, modes, funding and ladders of REAL as they are now; positions, orders and money stay. */
export function takeOver(world: World): World {
  const sim = world.sim!
  sim.nowMs = world.nowMs
  sim.solvency = world.solvency
  sim.parameters = world.parameters
  sim.nav = world.nav
  sim.markets = world.markets.map((real, id) => ({
    ...real,
    clearing: sim.markets[id]?.clearing ?? 0n,
    pool: real.pool && { ...real.pool },
    backstop: undefined,
    house: sim.markets[id]?.house ?? { inventory: 0n, quote: 0n },
  }))
  return sim
}
