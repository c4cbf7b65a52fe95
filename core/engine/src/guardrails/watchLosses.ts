/**
 * Once a second: an account whose loss of the day has reached its daily stop opens nothing until the next day, also if
 * it recovers; one that has lost enough since its best balance begins a cool-down. At 00:00 UTC, before anything else,
 * the looser limits that were asked for come into force, and the loss of the day is counted anew.
 */
import { timeMs } from '@vest/protocol'
import type { GuardrailLimits } from '../api/index.ts'
import { type Account, DAY_MS, dayOf, type Exchange, type Guardrails } from '../state/index.ts'
import { lossesOf } from './lossLimits.ts'
import { resultsOf } from './results.ts'

export function watchLosses(exchange: Exchange): void {
  for (const id of exchange.guarded.ids) {
    const account = exchange.accounts[id]!
    noteLosses(exchange, account, account.guardrails!)
  }
}

export function noteLosses(exchange: Exchange, account: Account, own: Guardrails): void {
  const { realised, isStopReached, isCoolDownDue } = lossesOf(exchange, account, own)
  if (isStopReached) own.isStopped = true
  if (isCoolDownDue) {
    own.coolUntilMs = timeMs(exchange.timeMs + own.limits.coolDown!.durationMs)
    own.best = realised
  } else if (realised > own.best) own.best = realised
}

/** A day of UTC has begun since the loss was last counted anew. */
export function beginGuardedDay(exchange: Exchange): void {
  const { guarded } = exchange
  if (exchange.timeMs < guarded.nextResetMs) return
  const day = dayOf(exchange.timeMs)
  for (const id of guarded.ids) {
    const account = exchange.accounts[id]!
    const own = account.guardrails!
    if (own.day >= day) continue
    if (own.pending !== undefined) own.limits = own.pending
    own.pending = undefined
    if (own.coolUntilMs !== undefined && own.coolUntilMs <= exchange.timeMs) own.coolUntilMs = undefined
    if (isNone(own.limits) && own.coolUntilMs === undefined) {
      account.guardrails = undefined
      guarded.ids.delete(id)
      continue
    }
    const { result, realised } = resultsOf(exchange, account)
    own.day = day
    own.dayBegin = result
    own.best = realised
    own.isStopped = false
  }
  guarded.nextResetMs = guarded.ids.size === 0 ? Infinity : (day + 1) * DAY_MS
}

const isNone = (limits: GuardrailLimits): boolean => Object.keys(limits).length === 0
