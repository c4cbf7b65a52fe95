/**
 * /account/twitter: the account at a network that the owner of the account has linked, so that the exchange may post for
 * them. Whoever links has deposited before, as for a referral code.
 */
import { postRequest, REFUSAL, socialLinkRequest } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
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
    return isRefusal(code) || code === undefined ? DEPOSIT_FIRST : social.beginLink(account)
  }),
)
const DEPOSIT_FIRST = { refused: REFUSAL.INVALID_PARAMETER, message: 'Deposit first' } as const

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
