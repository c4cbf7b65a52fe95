/** What is remembered of the guardrails of an account. */
import type { TimeMs } from '@vest/protocol'
import type { GuardrailLimits } from '../../api/index.ts'

export interface Guardrails {
  limits: GuardrailLimits
  /** Looser limits, in force from the next day on. */
  pending: GuardrailLimits | undefined
  /** Day since the epoch whose loss is counted. */
  day: number
  /** Equity less net deposits at the start of the day, or when the guardrails were first set. */
  dayBegin: number
  /** The daily stop was reached on this day. */
  isStopped: boolean
  /** Highest balance less net deposits since the start of the day or of the last cool-down. */
  best: number
  coolUntilMs: TimeMs | undefined
}

/** Derived: the accounts with guardrails, and when their next day starts. */
export class GuardedAccounts {
  readonly ids = new Set<number>()
  nextResetMs = Infinity
}
