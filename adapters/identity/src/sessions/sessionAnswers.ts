/** The answer to a person who has come in or come back: tokens, which are signed once the session is on the disk. */
import { ACCESS_TOKEN_VALID_S, TOKEN_AUDIENCES, type IdentityUser, type SessionAnswer } from '@vest/protocol'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import type { AccessTokens } from '../tokens/accessTokens.ts'
import { newDeviceToken } from '../tokens/deviceTokens.ts'

/** A session as it is on the disk, and what its tokens are made of. */
export interface Granted {
  readonly user: IdentityUser
  readonly sessionId: string
  readonly refreshToken: string
  readonly refreshExpiryMs: number
  readonly issuedMs: number
}

export interface SessionAnswersPorts {
  readonly keys: IdentityKeys
  readonly tokens: Pick<AccessTokens, 'issue'>
}

export interface SessionAnswers {
  answerOf(granted: Granted): Promise<SessionAnswer>
}

export function createSessionAnswers({ keys, tokens }: SessionAnswersPorts): SessionAnswers {
  return {
    async answerOf({ user, sessionId, refreshToken, refreshExpiryMs, issuedMs }) {
      const who = { userId: user.userId, sessionId }
      return {
        kind: 'session',
        user,
        sessionId,
        walletToken: await tokens.issue(who, TOKEN_AUDIENCES.wallet),
        exchangeToken: await tokens.issue(who, TOKEN_AUDIENCES.exchange),
        accessExpiryTime: issuedMs + ACCESS_TOKEN_VALID_S * 1_000,
        refreshToken,
        refreshExpiryTime: refreshExpiryMs,
        deviceToken: newDeviceToken(keys, user.email),
      }
    },
  }
}
