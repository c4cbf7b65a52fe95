/** POST /account/twitter/send: a picture of a result, posted in the name of the account's owner. */
import { postRequest } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { askOutside } from '../outsideRoute.ts'
import { readBody } from '../readBody.ts'
import { keyRoute } from '../route.ts'

export const postAccountTwitterSend = keyRoute('sendPost', (edge, request, { account }) => {
  const body = readBody(postRequest, request.body)
  return isRefusal(body) ? body : askOutside(edge, 'social', (social) => social.send(account, body))
})
