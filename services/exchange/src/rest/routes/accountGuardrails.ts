/** GET and POST /account/guardrails: the limits that the owner of an account sets for it. */
import type { GuardrailLimits, GuardrailsView } from '@vest/engine'
import {
  formatUsd6,
  type GuardrailLimitsText,
  guardrailsRequest,
  type GuardrailsRequest,
  type GuardrailsResponse,
  parseDecimal,
  REFUSAL,
  usd6,
  type Usd6,
  USD6_DECIMALS,
} from '@vest/protocol'
import { submit } from '../../engineCalls.ts'
import { isRefusal, refuse, type Refusal } from '../../refusal.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

const MINUTE_MS = 60_000

export const getAccountGuardrails = keyRoute('guardrails', async ({ engine }, _request, { account }) => {
  const view = await engine.query('guardrails', { account })
  return view === undefined ? refuse(REFUSAL.ACCOUNT_NOT_FOUND) : responseOf(view)
})

export const postAccountGuardrails = keyRoute('setGuardrails', async (edge, request, { account }) => {
  const body = readBody(guardrailsRequest, request.body)
  if (isRefusal(body)) return body
  const limits = limitsOf(body)
  if (isRefusal(limits)) return limits
  const done = await submit(edge, { kind: 'SetGuardrails', account, limits })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  edge.view.noteWrite(account, done.seq)
  const view = await edge.engine.query('guardrails', { account })
  return view === undefined ? refuse(REFUSAL.ACCOUNT_NOT_FOUND) : responseOf(view)
})

function limitsOf({
  dailyStop,
  sizeMax,
  leverageMax,
  coolDown,
}: GuardrailsRequest): GuardrailLimits | Refusal {
  const dailyStopUsd6 = amountOf('dailyStop', dailyStop)
  if (isRefusal(dailyStopUsd6)) return dailyStopUsd6
  const sizeMaxUsd6 = amountOf('sizeMax', sizeMax)
  if (isRefusal(sizeMaxUsd6)) return sizeMaxUsd6
  const lossUsd6 = amountOf('coolDown.loss', coolDown?.loss)
  if (isRefusal(lossUsd6)) return lossUsd6
  if (coolDown && !Number.isSafeInteger(coolDown.minutes))
    return refuse(REFUSAL.INVALID_PARAMETER, 'coolDown.minutes is a whole number of minutes, at most a day')
  return {
    ...(dailyStopUsd6 === undefined ? {} : { dailyStopUsd6 }),
    ...(sizeMaxUsd6 === undefined ? {} : { sizeMaxUsd6 }),
    ...(typeof leverageMax === 'number' ? { leverageMax } : {}),
    ...(!coolDown || lossUsd6 === undefined
      ? {}
      : { coolDown: { lossUsd6, durationMs: coolDown.minutes * MINUTE_MS } }),
  }
}

function amountOf(name: string, text: string | null | undefined): Usd6 | Refusal | undefined {
  if (text === null || text === undefined) return undefined
  const parsed = parseDecimal(text, USD6_DECIMALS)
  return parsed.ok && parsed.value > 0
    ? usd6(parsed.value)
    : refuse(REFUSAL.INVALID_PARAMETER, `${name} is a positive amount with at most 6 decimals`)
}

function responseOf(view: GuardrailsView): GuardrailsResponse {
  const { limits, pending, nextResetTimeMs, dayResultUsd6, isStopped, coolUntilMs } = view
  const { dailyStopUsd6 } = limits
  const left = dailyStopUsd6 === undefined || isStopped ? 0 : Math.max(0, dailyStopUsd6 + dayResultUsd6)
  return {
    limits: limitsText(limits),
    pending: pending === undefined ? null : limitsText(pending),
    nextResetTime: nextResetTimeMs,
    dayResult: formatUsd6(dayResultUsd6),
    dailyLeft: dailyStopUsd6 === undefined ? null : formatUsd6(usd6(left)),
    isStopped,
    coolUntil: coolUntilMs ?? null,
  }
}

const limitsText = ({
  dailyStopUsd6,
  sizeMaxUsd6,
  leverageMax,
  coolDown,
}: GuardrailLimits): GuardrailLimitsText => ({
  dailyStop: dailyStopUsd6 === undefined ? null : formatUsd6(dailyStopUsd6),
  sizeMax: sizeMaxUsd6 === undefined ? null : formatUsd6(sizeMaxUsd6),
  leverageMax: leverageMax ?? null,
  coolDown:
    coolDown === undefined
      ? null
      : { loss: formatUsd6(coolDown.lossUsd6), minutes: Math.round(coolDown.durationMs / MINUTE_MS) },
})
