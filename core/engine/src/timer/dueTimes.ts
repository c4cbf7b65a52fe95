/**
 * Timed actions run before anything else in the first command after they are due: the dead-man's switch of an account,
 * the hour whose caps depend on the vault at its start, and the start of a day for evaluation and funded accounts and for guardrails. No
 * price and no order of the same second, or of the time in which the process was stopped, comes before them.
 */
import { beginDueDay } from '../capital/index.ts'
import { beginGuardedDay } from '../guardrails/index.ts'
import { fireCancelTimers } from '../orders/index.ts'
import type { Exchange } from '../state/index.ts'
import { beginHour, nextHourMs } from '../transfers/index.ts'

export function runDueTimers(exchange: Exchange): void {
  const { switchTimes, sim, guarded, work } = exchange
  work.dueMs = Infinity
  beginHour(exchange)
  fireCancelTimers(exchange)
  beginDueDay(exchange)
  beginGuardedDay(exchange)
  work.dueMs = Math.min(
    sim.capital.nextResetMs,
    guarded.nextResetMs,
    switchTimes.nextMs(),
    nextHourMs(exchange),
  )
}
