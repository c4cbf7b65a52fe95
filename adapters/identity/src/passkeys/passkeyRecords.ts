/** A passkey as it is kept: found by the mac of its id, sealed under the data key of its person. */
import type { PasskeyRow } from '@vest/protocol'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { sealJson, unsealJson } from '../keys/sealed.ts'
import type { Person } from '../people.ts'
import type { IdentityRows, PasskeyRecord } from '../store/identityStore.ts'

export interface KeptPasskey {
  readonly id: string
  /** Base64. */
  readonly publicKey: string
  readonly transports: readonly string[]
  readonly name: string
  readonly lastUsedMs?: number
}

const labelOf = (userId: string): string => `passkey ${userId}`

export const passkeyLookup = (keys: Pick<IdentityKeys, 'lookup'>, id: string): Uint8Array =>
  keys.lookup('passkey', id)

export const sealPasskey = ({ dataKey, userId }: Person, kept: KeptPasskey): Uint8Array =>
  sealJson(dataKey, labelOf(userId), kept)

export const openPasskey = ({ dataKey, userId }: Person, { sealed }: PasskeyRecord): KeptPasskey =>
  unsealJson<KeptPasskey>(dataKey, labelOf(userId), sealed)

export async function listPasskeys(
  rows: Pick<IdentityRows, 'passkeysOf'>,
  person: Person,
): Promise<readonly PasskeyRow[]> {
  return (await rows.passkeysOf(person.userId)).map((row) => {
    const { id, name, lastUsedMs } = openPasskey(person, row)
    return { id, name, createdTime: row.createdMs, lastUsedTime: lastUsedMs ?? null }
  })
}
