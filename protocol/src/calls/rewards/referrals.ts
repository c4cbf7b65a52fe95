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
  fields: {
    has_twitter_access: 'Posting is linked.',
    referred_by: 'Code by which the account came.',
    referee_count: 'How many came by the code.',
    referee_volume: 'What they have traded since, in USDC.',
    rewards_paid: 'Paid so far, in USDC.',
    rewards_pending: 'Earned and not paid yet, in USDC.',
    reward_percent: 'Part of their fees that is earned, percent.',
    discount_percent: 'Discount on their fees, percent.',
    can_join: 'Whether it may still say by whose code it came.',
    join_until: 'Until then it may trade before it says so.',
  },
  example: {
    answer: {
      ref_code: null,
      has_twitter_access: false,
      referred_by: 'AB23CD',
      referee_count: 3,
      referee_volume: '120000.000000',
      rewards_paid: '4.100000',
      rewards_pending: '0.350000',
      reward_percent: '10.00',
      discount_percent: '5.00',
      can_join: false,
      join_until: 1700000000000,
    },
  },
} as const satisfies Call
