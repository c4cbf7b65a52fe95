/**
 * GET /identity: where the wallet's frame is, and what watches over it. It is asked when the ways in are shown: the store of
 * people opens while the person reads and types.
 */
import type { IdentityInfoResponse } from '@vest/protocol'
import { publicRoute } from '../rest/route.ts'

const NONE: IdentityInfoResponse = { walletOrigin: null, google: false, statusUrl: null, mailboxUrl: null }

export const getIdentity = publicRoute('identity', ({ identity }) => {
  identity?.port.prepare?.()
  return identity?.info ?? NONE
})
