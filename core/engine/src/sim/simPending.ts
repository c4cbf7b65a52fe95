/**
 * What SIM does because REAL has moved: at the end of a command, when all of REAL is done, the ladder that SIM orders
 * rest against has its last form. Then, as in REAL and in its order: resting orders that the ladder has reached fill,
 * triggers fire, evaluation and funded accounts are held against their limits, accounts below their maintenance margin are
 * closed, and what has moved by that is looked at again.
 * Nothing here writes anything of REAL.
 */
import type { MarketId } from '../api/index.ts'
import { type Exchange, noteSimStirred } from '../state/index.ts'

/** SIM must be looked at when REAL is done; these markets have a new mark. */
export function stirSim(exchange: Exchange, markedIds: readonly MarketId[]): void {
  const { sim, work } = exchange
  if (sim.accountCount === 0) return
  noteSimStirred(exchange)
  for (const id of markedIds) work.simMarked.push(id)
}

/** Funding has accrued: whoever holds anything must be looked at. */
export function judgeSim(exchange: Exchange): void {
  const { sim, work } = exchange
  if (sim.accountCount === 0) return
  noteSimStirred(exchange)
  work.isSimJudged = true
}
