/** GET /account/nonce: the highest nonce accepted for the key's signer, 0 if none. */
import type { NonceResponse } from '@vest/protocol'
import { keyRoute } from '../route.ts'

export const getAccountNonce = keyRoute('nonce', async (edge, _request, { account, signer }) => {
  const view = await edge.engine.query('signer', { account, signer })
  const answer: NonceResponse = { lastNonce: view?.lastNonce ?? 0 }
  return answer
})
