/** Who an access token names, while the session that it was made from is active. */
import type { TokenAudience } from '@vest/protocol'
import type { SignedIn } from '@vest/runtime'
import type { Sessions } from '../sessions/sessions.ts'
import type { Transactions } from '../store/transactions.ts'
import type { AccessTokens } from './accessTokens.ts'

export interface AuthenticatePorts {
  readonly tokens: Pick<AccessTokens, 'verify'>
  readonly sessions: Pick<Sessions, 'isActive'>
  readonly transactions: Pick<Transactions, 'within'>
}

export type Authenticate = (token: string, audience: TokenAudience) => Promise<SignedIn | undefined>

export function createAuthenticate({ tokens, sessions, transactions }: AuthenticatePorts): Authenticate {
  return async (token, audience) => {
    const claims = await tokens.verify(token, audience)
    if (claims === undefined) return undefined
    const who: SignedIn = { userId: claims.sub, sessionId: claims.sid }
    const isActive = await transactions.within((rows, now) => sessions.isActive(rows, who, now))
    return isActive ? who : undefined
  }
}
