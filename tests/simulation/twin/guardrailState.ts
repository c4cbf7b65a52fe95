/** What the twin remembers of the guardrails of an account. */
import type { GuardrailLimits } from '@vest/engine'

export interface TwinGuardrails {
  limits: GuardrailLimits
  pending: GuardrailLimits | undefined
  day: number
  dayBegin: bigint
  isStopped: boolean
  best: bigint
  coolUntilMs: number | undefined
}
