/** The limits that a person sets for an account of theirs, and the command that sets them. */
import type { Address, TimeMs, Usd6 } from '@vest/protocol'

/** Absent = no such limit. */
export interface GuardrailLimits {
  /** Loss of a day (UTC), unrealised included, from which on nothing is opened until the next day. */
  readonly dailyStopUsd6?: Usd6
  /** Largest value at the mark of a position that an order may open or add to. */
  readonly sizeMaxUsd6?: Usd6
  readonly leverageMax?: number
  /** Realised loss since the balance was at its best, from which on nothing is opened for so long. */
  readonly coolDown?: { readonly lossUsd6: Usd6; readonly durationMs: number }
}

/** All limits that are to hold: what is stricter holds at once, what is looser from the next day on. */
export interface SetGuardrails {
  readonly kind: 'SetGuardrails'
  readonly account: Address
  readonly limits: GuardrailLimits
}

export interface GuardrailsView {
  readonly limits: GuardrailLimits
  /** What will hold from `nextResetTimeMs` on, if it is looser. */
  readonly pending?: GuardrailLimits
  /** The next start of a day. */
  readonly nextResetTimeMs: TimeMs
  /** Equity less deposits now, against the start of the day: a loss is negative. */
  readonly dayResultUsd6: Usd6
  /** The daily stop holds until the next day. */
  readonly isStopped: boolean
  /** A cool-down runs until then. */
  readonly coolUntilMs?: TimeMs
}
