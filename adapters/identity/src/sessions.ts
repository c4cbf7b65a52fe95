/**
 * Sign-in sessions. A refresh token is good once; the one before it is answered with the same successor for thirty
 * seconds, because two tabs may ask at once; any older one that we did give out has been copied, and ends the session.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import {
  REFUSAL,
  ACCESS_TOKEN_VALID_S,
  TOKEN_AUDIENCES,
  type IdentityUser,
  type MailLanguage,
  type SessionAnswer,
  type SessionsAnswer,
  type SignInWay,
} from '@vest/protocol'
import type { IdentityCaller, IdentityRefusal, SignedIn } from '@vest/runtime'
import { browserText } from './browserText.ts'
import type { Devices } from './devices.ts'
import type { IdentityKeys } from './keys/identityKeys.ts'
import { sealJson, unsealJson } from './keys/sealed.ts'
import { REFRESH_GRACE_MS, SESSION_IDLE_MS, SESSIONS_PER_USER } from './limits.ts'
import type { Mail } from './mail/mailQueue.ts'
import { letterMail } from './mail/letterTexts.ts'
import { networkPrefix } from './networkPrefix.ts'
import type { People, Person } from './people.ts'
import type { IdentityRows, SessionRow } from './store/identityStore.ts'
import type { AccessTokens } from './tokens/accessTokens.ts'
import { newDeviceToken } from './tokens/deviceTokens.ts'
import { isGenuine, readRefreshToken, writeRefreshToken } from './tokens/refreshTokens.ts'

/** A session as it is on the disk, and what its tokens are made of. */
export interface Granted {
  readonly user: IdentityUser
  readonly sessionId: string
  readonly refreshToken: string
  readonly refreshExpiryMs: number
  readonly issuedMs: number
}

/** An old token came back: the session has ended, and the person is told once that is on the disk. */
export interface CopiedToken {
  readonly notice: Mail
}

interface KeptSession {
  /** Base64. */
  readonly salt: string
  readonly network: string
  readonly browser: string
  /** In which letters to this person are written. */
  readonly language: MailLanguage
  readonly method: SignInWay
}

export interface SessionsOptions {
  readonly keys: IdentityKeys
  readonly tokens: AccessTokens
  readonly people: People
  readonly devices: Devices
}

/** How and from where a person has come in. */
export interface Arrival extends IdentityCaller {
  readonly language: MailLanguage
  readonly method: SignInWay
  readonly deviceId: string | undefined
}

export interface Sessions {
  begin(rows: IdentityRows, person: Person, from: Arrival, nowMs: number): Promise<Granted>
  /** That of the session which was used last, whether or not it is active. */
  languageOf(rows: IdentityRows, person: Person): Promise<MailLanguage>
  renew(
    rows: IdentityRows,
    refreshToken: string,
    from: IdentityCaller,
    nowMs: number,
  ): Promise<Granted | CopiedToken | IdentityRefusal>
  isActive(rows: IdentityRows, who: SignedIn, nowMs: number): Promise<boolean>
  listed(
    rows: IdentityRows,
    person: Person,
    who: SignedIn,
    nowMs: number,
  ): Promise<SessionsAnswer['sessions']>
  answerOf(granted: Granted): Promise<SessionAnswer>
}

export function createSessions({ keys, tokens, people, devices }: SessionsOptions): Sessions {
  const labelOf = (sessionId: string): string => `session ${sessionId}`
  const open = ({ dataKey }: Person, { sessionId, sealed }: SessionRow): KeptSession =>
    unsealJson<KeptSession>(dataKey, labelOf(sessionId), sealed)
  const placeOf = (from: IdentityCaller) => ({
    network: networkPrefix(from.address),
    browser: browserText(from.browser),
  })
  const isActiveRow = (row: SessionRow | undefined, nowMs: number): row is SessionRow =>
    row !== undefined && row.endedMs === undefined && row.expiresMs > nowMs
  const saltOf = ({ salt }: KeptSession): Uint8Array => new Uint8Array(Buffer.from(salt, 'base64'))

  /** The one unused longest makes room. */
  async function makeRoom(rows: IdentityRows, userId: string, nowMs: number): Promise<void> {
    const active = (await rows.sessionsOf(userId)).filter((row) => isActiveRow(row, nowMs))
    const surplus = active.length + 1 - SESSIONS_PER_USER
    const byUse = active.sort((a, b) => a.renewedMs - b.renewedMs)
    for (const { sessionId } of byUse.slice(0, Math.max(0, surplus))) await rows.endSession(sessionId, nowMs)
  }

  return {
    async begin(rows, person, from, nowMs) {
      await makeRoom(rows, person.userId, nowMs)
      await devices.note(rows, person, from.deviceId, nowMs)
      const sessionId = randomUUID()
      const salt = randomBytes(32)
      const { language, method } = from
      const kept: KeptSession = { salt: salt.toString('base64'), language, method, ...placeOf(from) }
      const refreshExpiryMs = nowMs + SESSION_IDLE_MS
      await rows.addSession({
        sessionId,
        userId: person.userId,
        count: 0,
        renewedMs: nowMs,
        createdMs: nowMs,
        expiresMs: refreshExpiryMs,
        sealed: sealJson(person.dataKey, labelOf(sessionId), kept),
      })
      return {
        user: await people.described(rows, person),
        sessionId,
        refreshToken: writeRefreshToken(keys, sessionId, 0, salt),
        refreshExpiryMs,
        issuedMs: nowMs,
      }
    },

    async renew(rows, text, from, nowMs) {
      const token = readRefreshToken(text)
      const row = token && (await rows.session(token.sessionId))
      if (token === undefined || !isActiveRow(row, nowMs)) return { refused: REFUSAL.UNAUTHORIZED }
      const person = await people.byId(rows, row.userId)
      if (person === undefined) return { refused: REFUSAL.UNAUTHORIZED }
      const kept = open(person, row)
      const salt = saltOf(kept)
      if (!isGenuine(keys, token, salt)) return { refused: REFUSAL.UNAUTHORIZED }
      const isLast = token.count === row.count
      const isGrace = token.count === row.count - 1 && nowMs - row.renewedMs <= REFRESH_GRACE_MS
      if (!isLast && !isGrace) {
        await rows.endSession(row.sessionId, nowMs)
        const place = { timeMs: nowMs, ...placeOf(from) }
        const letter = { kind: 'copiedToken', ...place } as const
        return { notice: letterMail(await people.emailOf(rows, person), kept.language, letter) }
      }
      const count = isLast ? row.count + 1 : row.count
      const expiresMs = isLast ? nowMs + SESSION_IDLE_MS : row.expiresMs
      if (isLast)
        await rows.renewSession(row.sessionId, {
          count,
          renewedMs: nowMs,
          expiresMs,
          sealed: sealJson(person.dataKey, labelOf(row.sessionId), { ...kept, ...placeOf(from) }),
        })
      return {
        user: await people.described(rows, person),
        sessionId: row.sessionId,
        refreshToken: writeRefreshToken(keys, row.sessionId, count, salt),
        refreshExpiryMs: expiresMs,
        issuedMs: nowMs,
      }
    },

    async languageOf(rows, person) {
      const last = [...(await rows.sessionsOf(person.userId))].sort((a, b) => b.renewedMs - a.renewedMs)[0]
      return last === undefined ? 'en' : open(person, last).language
    },

    async isActive(rows, { userId, sessionId }, nowMs) {
      const row = await rows.session(sessionId)
      return isActiveRow(row, nowMs) && row.userId === userId
    },

    async listed(rows, person, who, nowMs) {
      const active = (await rows.sessionsOf(person.userId)).filter((row) => isActiveRow(row, nowMs))
      return active.map((row) => {
        const { network, browser, method } = open(person, row)
        return {
          sessionId: row.sessionId,
          isCurrent: row.sessionId === who.sessionId,
          createdTime: row.createdMs,
          lastUsedTime: row.renewedMs,
          expiryTime: row.expiresMs,
          network,
          browser,
          method,
        }
      })
    },

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
