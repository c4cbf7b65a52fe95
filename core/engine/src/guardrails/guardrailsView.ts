/** The guardrails of an account as told to its owner. */
import { type TimeMs, usd6 } from '@vest/protocol'
import type { GuardrailsView } from '../api/index.ts'
import { type Account, DAY_MS, dayOf, type Exchange } from '../state/index.ts'
import { resultsOf } from './results.ts'

export function guardrailsView(exchange: Exchange, account: Account): GuardrailsView {
  const { guardrails } = account
  const nextResetTimeMs = ((dayOf(exchange.timeMs) + 1) * DAY_MS) as TimeMs
  if (guardrails === undefined)
    return { limits: {}, nextResetTimeMs, dayResultUsd6: usd6(0), isStopped: false }
  const { limits, pending, dayBegin, isStopped, coolUntilMs } = guardrails
  return {
    limits,
    ...(pending === undefined ? {} : { pending }),
    nextResetTimeMs,
    dayResultUsd6: usd6(resultsOf(exchange, account).result - dayBegin),
    isStopped,
    ...(coolUntilMs === undefined || coolUntilMs <= exchange.timeMs ? {} : { coolUntilMs }),
  }
}
