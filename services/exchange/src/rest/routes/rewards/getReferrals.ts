/** GET /referrals: the account's code and what it brought. Who has deposited and has no code yet gets one here. */
import { REFEREE_DISCOUNT_PERCENT, REFERRAL_PERCENT } from '@vest/formulas'
import {
  REFUSAL,
  assert,
  formatDecimal,
  formatUsd6,
  USD6_DECIMALS,
  type ReferralsResponse,
} from '@vest/protocol'
import { isRefusal, refuse } from '../../../refusal.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { textOf } from '../../query.ts'
import { referralCodeOf } from '../../referralCode.ts'
import { keyRoute } from '../../route.ts'

export const getReferrals = keyRoute('referrals', async (edge, { query }, caller) => {
  const { account } = caller
  const draw = textOf(query, 'draw')
  if (isRefusal(draw)) return draw
  if (draw !== undefined && draw !== '0' && draw !== '1')
    return refuse(REFUSAL.INVALID_PARAMETER, 'draw is 0 or 1')
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const drawn = draw === '0' ? undefined : await referralCodeOf(edge, account)
  if (isRefusal(drawn)) return drawn
  const referral = await edge.engine.query('referral', { account })
  assert(referral !== undefined, 'who has a key is registered')
  const answer: ReferralsResponse = {
    ref_code: drawn ?? referral.code ?? null,
    has_twitter_access: edge.outside.social?.username(account) !== undefined,
    referred_by: referral.referrerCode ?? null,
    referee_count: referral.refereeCount,
    referee_volume: formatDecimal(edge.projector.refereeVolume(account), USD6_DECIMALS),
    rewards_paid: formatUsd6(referral.paid),
    rewards_pending: formatUsd6(referral.pending),
    reward_percent: formatDecimal(REFERRAL_PERCENT, 0) + '.00',
    discount_percent: formatDecimal(REFEREE_DISCOUNT_PERCENT, 0) + '.00',
    can_join: referral.canJoin,
    join_until: referral.joinUntilMs,
  }
  return answer
})
