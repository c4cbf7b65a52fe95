/** GET /identity: where the wallet's frame is, and what watches over it. */
import type { IdentityInfoResponse } from '@vest/protocol'
import { publicRoute } from '../rest/route.ts'

const NONE: IdentityInfoResponse = { walletOrigin: null, google: false, statusUrl: null, mailboxUrl: null }

export const getIdentity = publicRoute('identity', (edge) => edge.identity?.info ?? NONE)
