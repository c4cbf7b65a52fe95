/**
 * What happens because its time has come happens before anything else of the first command that comes then, since feature
 * `fifthReading`: the dead-man's switch of an account, and the day that begins for evaluation and funded accounts. Before,
 * both waited for the timer, and a price or an order came first: of the same second, or of all the time that the process
 * had stood still.
 */
import { beginDueDay } from '../capital/index.ts'
import { fireCancelTimers } from '../orders/index.ts'
import type { Exchange } from '../state/index.ts'

export function meetDueTimes(exchange: Exchange): void {
  const { features, switchTimes, sim, work } = exchange
  work.dueMs = Infinity
  if (!features.fifthReading) return
  fireCancelTimers(exchange)
  beginDueDay(exchange)
  work.dueMs = Math.min(sim.capital.nextResetMs, switchTimes.nextMs())
}
