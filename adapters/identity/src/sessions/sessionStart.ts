/** Begins a session of a person who has just come in; of too many, the one unused longest makes room. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { MailLanguage, SignInWay } from '@vest/protocol'
import type { IdentityCaller } from '@vest/runtime'
import type { Devices } from '../devices.ts'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { SESSION_IDLE_MS, SESSIONS_PER_USER } from '../limits.ts'
import type { People, Person } from '../people.ts'
import type { IdentityRows } from '../store/identityStore.ts'
import { writeRefreshToken } from '../tokens/refreshTokens.ts'
import type { Granted } from './sessionAnswers.ts'
import { isActiveRow, placeOf, sealSession } from './sessionRecords.ts'

export interface SessionStartPorts {
  readonly keys: IdentityKeys
  readonly people: Pick<People, 'described'>
  readonly devices: Pick<Devices, 'note'>
}

/** How and from where a person has come in. */
export interface Arrival extends IdentityCaller {
  readonly language: MailLanguage
  readonly method: SignInWay
  readonly deviceId: string | undefined
}

export interface SessionStart {
  begin(rows: IdentityRows, person: Person, from: Arrival, nowMs: number): Promise<Granted>
}

export function createSessionStart({ keys, people, devices }: SessionStartPorts): SessionStart {
  return {
    async begin(rows, person, from, nowMs) {
      await makeRoom(rows, person.userId, nowMs)
      await devices.note(rows, person, from.deviceId, nowMs)
      const sessionId = randomUUID()
      const salt = randomBytes(32)
      const { language, method } = from
      const refreshExpiryMs = nowMs + SESSION_IDLE_MS
      await rows.addSession({
        sessionId,
        userId: person.userId,
        count: 0,
        renewedMs: nowMs,
        createdMs: nowMs,
        expiresMs: refreshExpiryMs,
        sealed: sealSession(person, sessionId, {
          salt: salt.toString('base64'),
          language,
          method,
          ...placeOf(from),
        }),
      })
      return {
        user: await people.described(rows, person),
        sessionId,
        refreshToken: writeRefreshToken(keys, sessionId, 0, salt),
        refreshExpiryMs,
        issuedMs: nowMs,
      }
    },
  }
}

async function makeRoom(rows: IdentityRows, userId: string, nowMs: number): Promise<void> {
  const active = (await rows.sessionsOf(userId)).filter((row) => isActiveRow(row, nowMs))
  const surplus = active.length + 1 - SESSIONS_PER_USER
  const byUse = active.sort((a, b) => a.renewedMs - b.renewedMs)
  for (const { sessionId } of byUse.slice(0, Math.max(0, surplus))) await rows.endSession(sessionId, nowMs)
}
