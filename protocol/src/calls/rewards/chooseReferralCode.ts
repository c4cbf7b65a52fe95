import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { joinReferralRequest, joinReferralResponse } from './joinReferral.ts'

export const chooseReferralCodeCall = {
  group: 'Rewards',
  method: 'POST',
  path: '/referrals/code',
  ...FULL,
  summary: 'Gives the account a code of its own choosing, once and for ever, from its first deposit on.',
  body: joinReferralRequest,
  answer: joinReferralResponse,
  refusals: ['ACCOUNT_NOT_FOUND', 'REFERRAL_CLAIMED_BY_OTHER', 'REFERRAL_ALREADY_USED'],
  sdk: { argument: 'refCode' },
  example: { body: { refCode: 'AB23CD' }, answer: { ref_code: 'AB23CD' } },
} as const satisfies Call
