/** Marks SIM for a sync once REAL is done. Nothing here writes anything of REAL. */
import type { Ticks } from '@vest/protocol'
import { type Exchange, type Market, scheduleSimSync } from '../state/index.ts'

/** SIM is synced when REAL is done; these markets have a new mark, `mark` is the one before it. */
export function stirSim(
  exchange: Exchange,
  marked: readonly { readonly market: Market; readonly mark: Ticks | undefined }[],
): void {
  const { sim, work } = exchange
  if (sim.accountCount === 0) return
  scheduleSimSync(exchange)
  for (const { market, mark } of marked) {
    work.simMarked.push(market.id)
    if (mark !== undefined) work.simMarksBefore.set(market.id, mark)
  }
}

/** Funding has accrued: every holder is checked. */
export function judgeSim(exchange: Exchange): void {
  const { sim, work } = exchange
  if (sim.accountCount === 0) return
  scheduleSimSync(exchange)
  work.isSimJudged = true
}
