/**
 * /account/twitter: the account at a network that the owner of the account has linked, so that the exchange may post for
 * them. An account that links has deposited before, as for a referral code.
 */
import { postRequest, REFUSAL, socialLinkRequest } from '@vest/protocol'
import { isRefusal, refuse } from '../../refusal.ts'
import { askOutside } from '../outsideRoute.ts'
import { readBody } from '../readBody.ts'
import { referralCodeOf } from '../referralCode.ts'
import { keyRoute } from '../route.ts'

export const getAccountTwitter = keyRoute('socialAccount', (edge, _request, { account }) =>
  askOutside(edge, 'social', async (social) => ({ username: social.username(account) ?? null })),
)

export const postAccountTwitterLink = keyRoute('linkSocial', (edge, _request, { account }) =>
  askOutside(edge, 'social', async (social) => {
    const code = await referralCodeOf(edge, account)
    if (isRefusal(code)) return code
    if (code === undefined) return refuse(REFUSAL.INVALID_PARAMETER, 'Deposit first')
    return social.beginLink(account)
  }),
)

export const postAccountTwitterLinkComplete = keyRoute('completeSocialLink', (edge, request, { account }) => {
  const body = readBody(socialLinkRequest, request.body)
  return isRefusal(body) ? body : askOutside(edge, 'social', (social) => social.completeLink(account, body))
})

export const deleteAccountTwitterLink = keyRoute('unlinkSocial', (edge, _request, { account }) =>
  askOutside(edge, 'social', (social) => social.unlink(account)),
)

/** A picture of a result, posted in the name of the owner. */
export const postAccountTwitterSend = keyRoute('sendPost', (edge, request, { account }) => {
  const body = readBody(postRequest, request.body)
  return isRefusal(body) ? body : askOutside(edge, 'social', (social) => social.send(account, body))
})
