import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

/** Of each limit null = there is none. Amounts are positive decimal text in USDC. */
export const guardrailLimits = z.object({
  /** Loss of a day (UTC), unrealised included, from which on nothing is opened until the next day. */
  dailyStop: decimalText.nullable(),
  /** Largest value at the mark of a position that an order opens or adds to. */
  sizeMax: decimalText.nullable(),
  leverageMax: z.int().nullable(),
  /** Realised loss since the best balance, from which on nothing is opened for so many minutes. */
  coolDown: z.object({ loss: decimalText, minutes: z.int() }).nullable(),
})
export type GuardrailLimitsText = z.infer<typeof guardrailLimits>
export const guardrailsResponse = z.object({
  limits: guardrailLimits,
  /** Looser limits that hold from `nextResetTime` on; null = none were asked for. */
  pending: guardrailLimits.nullable(),
  /** The next 00:00 UTC. */
  nextResetTime: timeMs,
  /** Result of the day, deposits apart: a loss is negative. */
  dayResult: decimalText,
  /** What may be lost until the daily stop holds; null = there is no daily stop. */
  dailyLeft: decimalText.nullable(),
  /** The daily stop holds until `nextResetTime`. */
  isStopped: z.boolean(),
  /** The end of the cool-down that runs; null = none. */
  coolUntil: timeMs.nullable(),
})
export type GuardrailsResponse = z.infer<typeof guardrailsResponse>

export const guardrailsCall = {
  group: 'Account',
  method: 'GET',
  path: '/account/guardrails',
  ...PRIVATE,
  summary:
    'The limits that the owner has set for the account, what waits to loosen them, and what is left of the day.',
  answer: guardrailsResponse,
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: {
    answer: {
      limits: { dailyStop: '100.000000', sizeMax: null, leverageMax: null, coolDown: null },
      pending: null,
      nextResetTime: 1700006400000,
      dayResult: '0.000000',
      dailyLeft: '100.000000',
      isStopped: false,
      coolUntil: null,
    },
  },
} as const satisfies Call
