/**
 * Renews a session by its refresh token. A token is good once; the one before it is answered with the same successor for
 * thirty seconds, because two tabs may ask at once; any older one that we did give out has been copied, and ends the
 * session.
 */
import { REFUSAL } from '@vest/protocol'
import type { IdentityCaller, IdentityRefusal } from '@vest/runtime'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { REFRESH_GRACE_MS, SESSION_IDLE_MS } from '../limits.ts'
import { letterMail } from '../mail/letterTexts.ts'
import type { Mail } from '../mail/mailQueue.ts'
import type { People } from '../people.ts'
import { refused } from '../refused.ts'
import type { IdentityRows } from '../store/identityStore.ts'
import { isGenuine, readRefreshToken, writeRefreshToken } from '../tokens/refreshTokens.ts'
import type { Granted } from './sessionAnswers.ts'
import { isActiveRow, openSession, placeOf, saltOf, sealSession } from './sessionRecords.ts'

export interface SessionRenewalPorts {
  readonly keys: IdentityKeys
  readonly people: Pick<People, 'byId' | 'emailOf' | 'described'>
}

/** An old token came back: the session has ended, and the person is told once that is on the disk. */
export interface CopiedToken {
  readonly notice: Mail
}

export interface SessionRenewal {
  renew(
    rows: IdentityRows,
    refreshToken: string,
    from: IdentityCaller,
    nowMs: number,
  ): Promise<Granted | CopiedToken | IdentityRefusal>
}

export function createSessionRenewal({ keys, people }: SessionRenewalPorts): SessionRenewal {
  return {
    async renew(rows, text, from, nowMs) {
      const token = readRefreshToken(text)
      const row = token && (await rows.session(token.sessionId))
      if (token === undefined || !isActiveRow(row, nowMs)) return refused(REFUSAL.UNAUTHORIZED)
      const person = await people.byId(rows, row.userId)
      if (person === undefined) return refused(REFUSAL.UNAUTHORIZED)
      const kept = openSession(person, row)
      const salt = saltOf(kept)
      if (!isGenuine(keys, token, salt)) return refused(REFUSAL.UNAUTHORIZED)
      const isLast = token.count === row.count
      const isGrace = token.count === row.count - 1 && nowMs - row.renewedMs <= REFRESH_GRACE_MS
      if (!isLast && !isGrace) {
        await rows.endSession(row.sessionId, nowMs)
        const letter = { kind: 'copiedToken', timeMs: nowMs, ...placeOf(from) } as const
        return { notice: letterMail(await people.emailOf(rows, person), kept.language, letter) }
      }
      const count = isLast ? row.count + 1 : row.count
      const expiresMs = isLast ? nowMs + SESSION_IDLE_MS : row.expiresMs
      if (isLast)
        await rows.renewSession(row.sessionId, {
          count,
          renewedMs: nowMs,
          expiresMs,
          sealed: sealSession(person, row.sessionId, { ...kept, ...placeOf(from) }),
        })
      return {
        user: await people.described(rows, person),
        sessionId: row.sessionId,
        refreshToken: writeRefreshToken(keys, row.sessionId, count, salt),
        refreshExpiryMs: expiresMs,
        issuedMs: nowMs,
      }
    },
  }
}
