import { z } from 'zod'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const joinReferralRequest = z.object({ refCode: z.string().max(64) })
export type JoinReferralRequest = z.infer<typeof joinReferralRequest>
export const joinReferralResponse = z.object({ ref_code: z.string() })
export type JoinReferralResponse = z.infer<typeof joinReferralResponse>

export const joinReferralCall = {
  group: 'Rewards',
  method: 'POST',
  path: '/referrals/join',
  ...FULL,
  summary: 'Says by whose code the account came: once, before its first trade or in its first week.',
  body: joinReferralRequest,
  answer: joinReferralResponse,
  refusals: ['REFERRAL_CLAIMED_BY_OTHER', 'REFERRAL_NOT_FOUND', 'REFERRAL_ALREADY_USED'],
  sdk: { argument: 'refCode' },
  example: { body: { refCode: 'AB23CD' }, answer: { ref_code: 'AB23CD' } },
} as const satisfies Call
