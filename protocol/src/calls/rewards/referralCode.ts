import { z } from 'zod'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const referralCodeResponse = z.object({
  code: z.string(),
  /** False also of one's own. */
  free: z.boolean(),
  /** Free ones that look like it. */
  suggestions: z.array(z.string()),
})
export type ReferralCodeResponse = z.infer<typeof referralCodeResponse>

export const referralCodeCall = {
  group: 'Rewards',
  method: 'GET',
  path: '/referrals/code',
  ...PRIVATE,
  summary: 'Whether a code is free, and codes like it that are.',
  query: {
    code: {
      schema: z.string(),
      text: '6 to 12 letters A-Z and digits, in either case.',
      isRequired: true,
    },
  },
  answer: referralCodeResponse,
  fields: {
    free: 'Whether no account has it.',
    suggestions: 'Free codes that look like it.',
  },
  sdk: { argument: 'code' },
  example: {
    query: { code: 'AB23CD' },
    answer: { code: 'AB23CD', free: false, suggestions: ['AB23CD7', 'AB23CDX7'] },
  },
} as const satisfies Call
