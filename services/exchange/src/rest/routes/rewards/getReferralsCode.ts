/** GET /referrals/code: whether a code is free, and free ones that look like it. */
import { REFUSAL, type ReferralCodeResponse } from '@vest/protocol'
import { isRefusal, refuse } from '../../../refusal.ts'
import { REFERRAL_CODE_FORM, likeCodes } from '../../referralCode.ts'
import { requiredText } from '../../query.ts'
import { keyRoute } from '../../route.ts'

const SUGGESTIONS = 2

export const getReferralsCode = keyRoute('referralCode', async (edge, { query }) => {
  const text = requiredText(query, 'code')
  if (isRefusal(text)) return text
  const code = text.toUpperCase()
  if (!REFERRAL_CODE_FORM.test(code))
    return refuse(REFUSAL.INVALID_PARAMETER, 'code is 6 to 12 letters A-Z and digits')
  const like = likeCodes(code)
  const taken = new Set(await edge.engine.query('takenCodes', { codes: [code, ...like] }))
  const answer: ReferralCodeResponse = {
    code,
    free: !taken.has(code),
    suggestions: like.filter((each) => !taken.has(each)).slice(0, SUGGESTIONS),
  }
  return answer
})
