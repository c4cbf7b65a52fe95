/**
 * What happens because its time has come happens before anything else of the first command that comes then:
 * the dead-man's switch of an account, the hour whose caps are of the vault at its start, and the day that begins for
 * evaluation and funded accounts. No price and no order of
 * the same second, or of the time that the process stood still, comes before them.
 */
import { beginDueDay } from '../capital/index.ts'
import { fireCancelTimers } from '../orders/index.ts'
import type { Exchange } from '../state/index.ts'
import { beginHour, nextHourMs } from '../transfers/index.ts'

export function meetDueTimes(exchange: Exchange): void {
  const { switchTimes, sim, work } = exchange
  work.dueMs = Infinity
  beginHour(exchange)
  fireCancelTimers(exchange)
  beginDueDay(exchange)
  work.dueMs = Math.min(sim.capital.nextResetMs, switchTimes.nextMs(), nextHourMs(exchange))
}
