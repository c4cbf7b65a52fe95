/** Sign-in sessions: each begins with a sign-in, is renewed while it is used, and is seen by its person alone. */
import type { MailLanguage, SessionsAnswer } from '@vest/protocol'
import type { SignedIn } from '@vest/runtime'
import type { Devices } from '../devices.ts'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import type { People, Person } from '../people.ts'
import type { IdentityRows } from '../store/identityStore.ts'
import type { AccessTokens } from '../tokens/accessTokens.ts'
import { createSessionAnswers, type SessionAnswers } from './sessionAnswers.ts'
import { isActiveRow, openSession } from './sessionRecords.ts'
import { createSessionRenewal, type SessionRenewal } from './sessionRenewal.ts'
import { createSessionStart, type SessionStart } from './sessionStart.ts'

export interface SessionsOptions {
  readonly keys: IdentityKeys
  readonly tokens: AccessTokens
  readonly people: People
  readonly devices: Devices
}

export interface Sessions extends SessionStart, SessionRenewal, SessionAnswers {
  /** That of the session which was used last, whether or not it is active. */
  languageOf(rows: IdentityRows, person: Person): Promise<MailLanguage>
  isActive(rows: IdentityRows, who: SignedIn, nowMs: number): Promise<boolean>
  listed(
    rows: IdentityRows,
    person: Person,
    who: SignedIn,
    nowMs: number,
  ): Promise<SessionsAnswer['sessions']>
}

export function createSessions({ keys, tokens, people, devices }: SessionsOptions): Sessions {
  return {
    ...createSessionStart({ keys, people, devices }),
    ...createSessionRenewal({ keys, people }),
    ...createSessionAnswers({ keys, tokens }),

    async languageOf(rows, person) {
      const last = [...(await rows.sessionsOf(person.userId))].sort((a, b) => b.renewedMs - a.renewedMs)[0]
      return last === undefined ? 'en' : openSession(person, last).language
    },

    async isActive(rows, { userId, sessionId }, nowMs) {
      const row = await rows.session(sessionId)
      return isActiveRow(row, nowMs) && row.userId === userId
    },

    async listed(rows, person, who, nowMs) {
      const active = (await rows.sessionsOf(person.userId)).filter((row) => isActiveRow(row, nowMs))
      return active.map((row) => {
        const { network, browser, method } = openSession(person, row)
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
  }
}
