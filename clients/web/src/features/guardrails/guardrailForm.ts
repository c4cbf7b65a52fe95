/** The form of the guardrails: texts as typed, and what they ask the exchange for. */
import { formatUsd6, parseDecimal, type GuardrailsRequest, type Usd6 } from '@vest/protocol'
import type { GuardrailLimits } from '../../entities/guardrails/index.ts'

export const GUARDRAIL_FIELDS = [
  'dailyStop',
  'sizeMax',
  'leverageMax',
  'coolDownLoss',
  'coolDownMinutes',
] as const
export type GuardrailField = (typeof GUARDRAIL_FIELDS)[number]
/** Empty = no such limit. */
export type GuardrailDraft = Readonly<Record<GuardrailField, string>>

const COOL_DOWN_MINUTES_MAX = 1_440
const LEVERAGE_MAX = 1_000

const amountText = (value: Usd6 | undefined): string =>
  value === undefined ? '' : formatUsd6(value).replace(/\.?0+$/, '')
const countText = (value: number | undefined): string => (value === undefined ? '' : String(value))

export const draftOf = ({ dailyStop, sizeMax, leverageMax, coolDown }: GuardrailLimits): GuardrailDraft => ({
  dailyStop: amountText(dailyStop),
  sizeMax: amountText(sizeMax),
  leverageMax: countText(leverageMax),
  coolDownLoss: amountText(coolDown?.loss),
  coolDownMinutes: countText(coolDown?.minutes),
})

const isAmount = (text: string): boolean => {
  const parsed = parseDecimal(text, 6)
  return parsed.ok && parsed.value > 0
}
const isCount = (text: string, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most

/** The fields that no limit can be made of; a cool-down needs both of its own. */
export function faultyFields(draft: GuardrailDraft): readonly GuardrailField[] {
  const { coolDownLoss, coolDownMinutes } = draft
  const isHalf = (coolDownLoss === '') !== (coolDownMinutes === '')
  const isFine: Readonly<Record<GuardrailField, boolean>> = {
    dailyStop: draft.dailyStop === '' || isAmount(draft.dailyStop),
    sizeMax: draft.sizeMax === '' || isAmount(draft.sizeMax),
    leverageMax: draft.leverageMax === '' || isCount(draft.leverageMax, LEVERAGE_MAX),
    coolDownLoss: coolDownLoss === '' ? !isHalf : isAmount(coolDownLoss),
    coolDownMinutes: coolDownMinutes === '' ? !isHalf : isCount(coolDownMinutes, COOL_DOWN_MINUTES_MAX),
  }
  return GUARDRAIL_FIELDS.filter((field) => !isFine[field])
}

/** Of a draft without a fault. */
export const requestOf = (draft: GuardrailDraft): GuardrailsRequest => ({
  dailyStop: draft.dailyStop === '' ? null : draft.dailyStop,
  sizeMax: draft.sizeMax === '' ? null : draft.sizeMax,
  leverageMax: draft.leverageMax === '' ? null : Number(draft.leverageMax),
  coolDown:
    draft.coolDownLoss === '' ? null : { loss: draft.coolDownLoss, minutes: Number(draft.coolDownMinutes) },
})

/** What waits for the reset, by field: only where it differs from what holds. */
export function pendingFields(
  limits: GuardrailLimits,
  pending: GuardrailLimits | undefined,
): Partial<GuardrailDraft> {
  if (pending === undefined) return {}
  const [now, then] = [draftOf(limits), draftOf(pending)]
  return Object.fromEntries(
    GUARDRAIL_FIELDS.flatMap((field) => (now[field] === then[field] ? [] : [[field, then[field]]])),
  )
}
