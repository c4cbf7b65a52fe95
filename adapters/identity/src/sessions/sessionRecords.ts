/** A sign-in session as it is kept: its secret and where it was used from, sealed under the data key of its person. */
import type { MailLanguage, SignInWay } from '@vest/protocol'
import type { IdentityCaller } from '@vest/runtime'
import { browserText } from '../browserText.ts'
import { sealJson, unsealJson } from '../keys/sealed.ts'
import { networkPrefix } from '../networkPrefix.ts'
import type { Person } from '../people.ts'
import type { SessionRow } from '../store/identityStore.ts'

export interface KeptSession {
  /** Base64. */
  readonly salt: string
  readonly network: string
  readonly browser: string
  /** In which letters to this person are written. */
  readonly language: MailLanguage
  readonly method: SignInWay
}

const labelOf = (sessionId: string): string => `session ${sessionId}`

export const sealSession = ({ dataKey }: Person, sessionId: string, kept: KeptSession): Uint8Array =>
  sealJson(dataKey, labelOf(sessionId), kept)

export const openSession = ({ dataKey }: Person, { sessionId, sealed }: SessionRow): KeptSession =>
  unsealJson<KeptSession>(dataKey, labelOf(sessionId), sealed)

export const saltOf = ({ salt }: KeptSession): Uint8Array => new Uint8Array(Buffer.from(salt, 'base64'))

export const placeOf = (from: IdentityCaller): Pick<KeptSession, 'network' | 'browser'> => ({
  network: networkPrefix(from.address),
  browser: browserText(from.browser),
})

export const isActiveRow = (row: SessionRow | undefined, nowMs: number): row is SessionRow =>
  row !== undefined && row.endedMs === undefined && row.expiresMs > nowMs
