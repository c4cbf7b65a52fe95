/** Marks SIM for a sync once REAL is done. Nothing here writes anything of REAL. */
import type { MarketId } from '../api/index.ts'
import { type Exchange, scheduleSimSync } from '../state/index.ts'

/** SIM is synced when REAL is done; these markets have a new mark. */
export function stirSim(exchange: Exchange, markedIds: readonly MarketId[]): void {
  const { sim, work } = exchange
  if (sim.accountCount === 0) return
  scheduleSimSync(exchange)
  for (const id of markedIds) work.simMarked.push(id)
}

/** Funding has accrued: every holder is checked. */
export function judgeSim(exchange: Exchange): void {
  const { sim, work } = exchange
  if (sim.accountCount === 0) return
  scheduleSimSync(exchange)
  work.isSimJudged = true
}
