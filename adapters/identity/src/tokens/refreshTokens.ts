/**
 * Refresh tokens: session, count and a mac of both under the session's own salt, which stands sealed under the data key.
 * Nothing that is good for a refresh stands in the database, every token that was ever given out is known for what it is,
 * and one that was not given out ends no session.
 */
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { isSame } from '../keys/identityKeys.ts'

export interface RefreshToken {
  readonly sessionId: string
  readonly count: number
  readonly mac: Uint8Array
}

const FORM = /^([A-Za-z0-9-]{16,64})\.(\d{1,9})\.([A-Za-z0-9_-]{43})$/

export function readRefreshToken(text: string): RefreshToken | undefined {
  const [, sessionId, count, mac] = FORM.exec(text) ?? []
  if (mac === undefined) return undefined
  return { sessionId: sessionId!, count: Number(count), mac: new Uint8Array(Buffer.from(mac, 'base64url')) }
}

export const writeRefreshToken = (
  keys: IdentityKeys,
  sessionId: string,
  count: number,
  salt: Uint8Array,
): string =>
  `${sessionId}.${count}.${Buffer.from(keys.refreshMac(sessionId, count, salt)).toString('base64url')}`

export const isGenuine = (keys: IdentityKeys, token: RefreshToken, salt: Uint8Array): boolean =>
  isSame(token.mac, keys.refreshMac(token.sessionId, token.count, salt))
