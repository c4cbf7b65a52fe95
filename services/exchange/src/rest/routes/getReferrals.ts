/** GET /referrals: the account's code and what it brought. Who has deposited and has no code yet gets one here. */
import { REFEREE_DISCOUNT_PERCENT, REFERRAL_PERCENT } from '@vest/formulas'
import { assert, formatDecimal, formatUsd6, USD6_DECIMALS, type ReferralsResponse } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { barCapital } from '../capitalAccounts.ts'
import { referralCodeOf } from '../referralCode.ts'
import { keyRoute } from '../route.ts'

export const getReferrals = keyRoute('referrals', async (edge, _request, caller) => {
  const { account } = caller
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const code = await referralCodeOf(edge, account)
  if (isRefusal(code)) return code
  const referral = await edge.engine.query('referral', { account })
  assert(referral !== undefined, 'who has a key is registered')
  const answer: ReferralsResponse = {
    ref_code: code ?? null,
    has_twitter_access: false,
    referred_by: referral.referrerCode ?? null,
    referee_count: referral.refereeCount,
    referee_volume: formatDecimal(edge.projector.refereeVolume(account), USD6_DECIMALS),
    rewards_paid: formatUsd6(referral.paid),
    rewards_pending: formatUsd6(referral.pending),
    reward_percent: formatDecimal(REFERRAL_PERCENT, 0) + '.00',
    discount_percent: formatDecimal(REFEREE_DISCOUNT_PERCENT, 0) + '.00',
  }
  return answer
})
