import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { guardrailsCall, guardrailsResponse } from './guardrails.ts'

/** All limits that are to hold; null or absent = there is none, so no misspelt name may pass. */
export const guardrailsRequest = z.strictObject({
  /** Positive decimal text in USDC. */
  dailyStop: z.string().max(32).nullish(),
  sizeMax: z.string().max(32).nullish(),
  leverageMax: z.number().nullish(),
  coolDown: z.object({ loss: z.string().max(32), minutes: z.number() }).nullish(),
})
export type GuardrailsRequest = z.infer<typeof guardrailsRequest>

export const setGuardrailsCall = {
  group: 'Account',
  method: 'POST',
  path: '/account/guardrails',
  ...FULL,
  summary: 'Sets all limits of the owner: what is stricter holds at once, what is looser from 00:00 UTC on.',
  body: guardrailsRequest,
  answer: guardrailsResponse,
  refusals: ['ACCOUNT_NOT_FOUND'],
  example: {
    body: { dailyStop: '100' },
    answer: guardrailsCall.example.answer,
  },
} as const satisfies Call
