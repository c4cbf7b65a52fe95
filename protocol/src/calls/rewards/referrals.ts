import { z } from 'zod'
import { decimalText, timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const referralsResponse = z.object({
  /** null before the first deposit. */
  ref_code: z.string().nullable(),
  has_twitter_access: z.boolean(),
  /** The code by which the account came. */
  referred_by: z.string().nullable(),
  referee_count: z.int(),
  referee_volume: decimalText,
  rewards_paid: decimalText,
  rewards_pending: decimalText,
  reward_percent: decimalText,
  discount_percent: decimalText,
  /** Whether the account may still join, and until when it may trade before it does. */
  can_join: z.boolean(),
  join_until: timeMs,
})
export type ReferralsResponse = z.infer<typeof referralsResponse>

export const referralsCall = {
  group: 'Rewards',
  method: 'GET',
  path: '/referrals',
  ...PRIVATE,
  summary:
    'The referral code of the account and what it brought. An account that has deposited gets its code here, unless draw is 0.',
  query: {
    draw: {
      schema: z.enum(['0', '1']),
      text: '0: an account without a code stays without one. Default 1.',
    },
  },
  answer: referralsResponse,
} as const satisfies Call
