/** POST, PUT and DELETE /account/listenKey: the key of the private socket. */
import { REFUSAL, type ListenKeyResponse } from '@vest/protocol'
import { refuse } from '../../refusal.ts'
import { keyRoute } from '../route.ts'

export const postAccountListenKey = keyRoute('createListenKey', (edge, _request, caller) => {
  const answer: ListenKeyResponse = { listenKey: edge.listenKeys.create(caller) }
  return answer
})

export const putAccountListenKey = keyRoute('extendListenKey', (edge, _request, caller) => {
  const listenKey = edge.listenKeys.extend(caller)
  if (listenKey === undefined)
    return refuse(REFUSAL.INVALID_LISTEN_KEY, 'Listen key expired. Make a POST request to create a new key.')
  const answer: ListenKeyResponse = { listenKey }
  return answer
})

export const deleteAccountListenKey = keyRoute('deleteListenKey', (edge, _request, caller) => {
  edge.listenKeys.remove(caller)
  return {}
})
