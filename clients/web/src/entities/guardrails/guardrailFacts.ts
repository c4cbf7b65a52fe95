/** What the exchange answers of an account's guardrails, in units. */
import {
  parseDecimal,
  usd6,
  USD6_DECIMALS,
  type GuardrailLimitsText,
  type GuardrailsResponse,
  type Usd6,
} from '@vest/protocol'

/** Absent = no such limit. */
export interface GuardrailLimits {
  readonly dailyStop?: Usd6
  readonly sizeMax?: Usd6
  readonly leverageMax?: number
  readonly coolDown?: { readonly loss: Usd6; readonly minutes: number }
}

export interface GuardrailFacts {
  readonly limits: GuardrailLimits
  /** What holds from the next reset on, where it is looser. */
  readonly pending: GuardrailLimits | undefined
  readonly nextResetMs: number
  /** A loss is negative. */
  readonly dayResult: Usd6
  /** Undefined without a daily stop. */
  readonly dailyLeft: Usd6 | undefined
  readonly isStopped: boolean
  readonly coolUntilMs: number | undefined
}

/** Amounts of the exchange have six decimals; another text is none. */
function money(text: string): Usd6 {
  const parsed = parseDecimal(text.replace(/^-/, ''), USD6_DECIMALS)
  const value = parsed.ok ? parsed.value : 0
  return usd6(text.startsWith('-') ? -value : value)
}

const limitsOf = ({ dailyStop, sizeMax, leverageMax, coolDown }: GuardrailLimitsText): GuardrailLimits => ({
  ...(dailyStop === null ? {} : { dailyStop: money(dailyStop) }),
  ...(sizeMax === null ? {} : { sizeMax: money(sizeMax) }),
  ...(leverageMax === null ? {} : { leverageMax }),
  ...(coolDown === null ? {} : { coolDown: { loss: money(coolDown.loss), minutes: coolDown.minutes } }),
})

export const readGuardrails = (answer: GuardrailsResponse): GuardrailFacts => ({
  limits: limitsOf(answer.limits),
  pending: answer.pending === null ? undefined : limitsOf(answer.pending),
  nextResetMs: answer.nextResetTime,
  dayResult: money(answer.dayResult),
  dailyLeft: answer.dailyLeft === null ? undefined : money(answer.dailyLeft),
  isStopped: answer.isStopped,
  coolUntilMs: answer.coolUntil ?? undefined,
})
