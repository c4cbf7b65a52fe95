/**
 * The command that sets the guardrails of an account, all of them at once. Each limit that is stricter holds at once;
 * each that is looser, or gone, holds as it was until the next day. A later command replaces what still waits, so that
 * no order of commands loosens a limit before the day ends.
 */
import { GUARDRAIL_COOL_DOWN_MAX_MS, GUARDRAIL_MAX_USD6, LEVERAGE_MAX, REFUSAL } from '@vest/protocol'
import type { Answer, GuardrailLimits, SetGuardrails } from '../api/index.ts'
import {
  type Account,
  accountAt,
  DAY_MS,
  dayOf,
  type Exchange,
  type Guardrails,
  scheduleDueTime,
} from '../state/index.ts'
import { resultsOf } from './results.ts'
import { noteLosses } from './watchLosses.ts'

export function setGuardrails(exchange: Exchange, { account: address, limits }: SetGuardrails): Answer {
  if (!areSound(limits)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const account = accountAt(exchange, address)
  if (account === undefined || !account.exists) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  const wanted = plain(limits)
  const before = account.guardrails
  if (before === undefined) {
    if (!isSame(wanted, {})) begin(exchange, account, wanted)
    return { ok: true }
  }
  // A loss before there was a cool-down begins none.
  if (before.limits.coolDown === undefined) before.best = resultsOf(exchange, account).realised
  before.limits = strictest(before.limits, wanted)
  before.pending = isSame(before.limits, wanted) ? undefined : wanted
  noteLosses(exchange, account, before)
  return { ok: true }
}

function begin(exchange: Exchange, account: Account, limits: GuardrailLimits): void {
  const { result, realised } = resultsOf(exchange, account)
  account.guardrails = {
    limits,
    pending: undefined,
    day: dayOf(exchange.timeMs),
    dayBegin: result,
    isStopped: false,
    best: realised,
    coolUntilMs: undefined,
  }
  noteGuarded(exchange, account.id, account.guardrails)
}

/** Adds the account to the index: a new one, or one read from a snapshot. */
export function noteGuarded(exchange: Exchange, accountId: number, { day }: Guardrails): void {
  const { guarded } = exchange
  guarded.ids.add(accountId)
  guarded.nextResetMs = Math.min(guarded.nextResetMs, (day + 1) * DAY_MS)
  scheduleDueTime(exchange, guarded.nextResetMs)
}

const isCount = (value: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= 1 && value <= most

function areSound({ dailyStopUsd6, sizeMaxUsd6, leverageMax, coolDown }: GuardrailLimits): boolean {
  return (
    (dailyStopUsd6 === undefined || isCount(dailyStopUsd6, GUARDRAIL_MAX_USD6)) &&
    (sizeMaxUsd6 === undefined || isCount(sizeMaxUsd6, GUARDRAIL_MAX_USD6)) &&
    (leverageMax === undefined || isCount(leverageMax, LEVERAGE_MAX)) &&
    (coolDown === undefined ||
      (isCount(coolDown.lossUsd6, GUARDRAIL_MAX_USD6) &&
        isCount(coolDown.durationMs, GUARDRAIL_COOL_DOWN_MAX_MS)))
  )
}

/** The limits that are set, in one order: two that say the same have one text. */
function plain({
  dailyStopUsd6,
  sizeMaxUsd6,
  leverageMax,
  coolDown,
}: { readonly [Name in keyof GuardrailLimits]: GuardrailLimits[Name] | undefined }): GuardrailLimits {
  return {
    ...(dailyStopUsd6 === undefined ? {} : { dailyStopUsd6 }),
    ...(sizeMaxUsd6 === undefined ? {} : { sizeMaxUsd6 }),
    ...(leverageMax === undefined ? {} : { leverageMax }),
    ...(coolDown === undefined
      ? {}
      : { coolDown: { lossUsd6: coolDown.lossUsd6, durationMs: coolDown.durationMs } }),
  }
}

const isSame = (one: GuardrailLimits, other: GuardrailLimits): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Of each limit the stricter one: a smaller loss, size or leverage, a longer time. */
function strictest(one: GuardrailLimits, other: GuardrailLimits): GuardrailLimits {
  return plain({
    dailyStopUsd6: least(one.dailyStopUsd6, other.dailyStopUsd6),
    sizeMaxUsd6: least(one.sizeMaxUsd6, other.sizeMaxUsd6),
    leverageMax: least(one.leverageMax, other.leverageMax),
    coolDown: strictestCoolDown(one.coolDown, other.coolDown),
  })
}

const least = <Value extends number>(one: Value | undefined, other: Value | undefined): Value | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one

type CoolDown = GuardrailLimits['coolDown']

const strictestCoolDown = (one: CoolDown, other: CoolDown): CoolDown =>
  one === undefined || other === undefined
    ? (one ?? other)
    : {
        lossUsd6: least(one.lossUsd6, other.lossUsd6)!,
        durationMs: Math.max(one.durationMs, other.durationMs),
      }
