/** POST /referrals/code: a code of the owner's choosing, once and for ever. Unsigned, so the API key alone vouches for it. */
import { joinReferralRequest, type JoinReferralResponse } from '@vest/protocol'
import { submit } from '../../../engineCalls.ts'
import { isRefusal, malformed, refuse } from '../../../refusal.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { readBody } from '../../readBody.ts'
import { REFERRAL_CODE_FORM } from '../../referralCode.ts'
import { keyRoute } from '../../route.ts'

export const postReferralsCode = keyRoute('chooseReferralCode', async (edge, request, caller) => {
  const body = readBody(joinReferralRequest, request.body)
  if (isRefusal(body)) return body
  const code = body.refCode.toUpperCase()
  if (!REFERRAL_CODE_FORM.test(code)) return malformed('Malformed: refCode')
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const done = await submit(edge, { kind: 'SetReferralCode', account: caller.account, code })
  if (isRefusal(done)) return done
  if (!done.answer.ok) return refuse(done.answer.code)
  const answer: JoinReferralResponse = { ref_code: code }
  return answer
})
