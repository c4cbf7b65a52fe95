/**
 * Passkeys: what an authenticator made for this origin, found by the mac of its id. A challenge is good once and for a few
 * minutes; the person must have been verified by the authenticator; a counter that goes back refuses. Options for a
 * sign-in are the same for every person: the id of the passkey names its owner.
 */
import type { PasskeyRow } from '@vest/protocol'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import type { People, Person } from '../people.ts'
import type { IdentityRows } from '../store/identityStore.ts'
import type { ProofChecks } from '../wallets.ts'
import { createPasskeyAuthentication, type PasskeyAuthentication } from './passkeyAuthentication.ts'
import { createPasskeyChallenges } from './passkeyChallenges.ts'
import { listPasskeys, passkeyLookup } from './passkeyRecords.ts'
import { createPasskeyRegistration, type PasskeyRegistration } from './passkeyRegistration.ts'

export interface PasskeysOptions {
  readonly keys: IdentityKeys
  readonly people: People
  readonly proofs: ProofChecks
  /** The wallet's, whose host is the passkeys' domain. */
  readonly origin: string
  readonly appOrigins: readonly string[]
}

export interface Passkeys extends PasskeyRegistration, PasskeyAuthentication {
  listed(rows: IdentityRows, person: Person): Promise<readonly PasskeyRow[]>
  /** False: there is none of this person with this id. */
  remove(rows: IdentityRows, person: Person, id: string): Promise<boolean>
}

export function createPasskeys({ keys, people, proofs, origin, appOrigins }: PasskeysOptions): Passkeys {
  const rpID = new URL(origin).hostname
  const challenges = createPasskeyChallenges(keys)
  return {
    listed: listPasskeys,
    ...createPasskeyRegistration({ keys, people, proofs, challenges, origin, rpID }),
    ...createPasskeyAuthentication({ keys, people, challenges, origin, appOrigins, rpID }),
    async remove(rows, { userId }, id) {
      const lookup = passkeyLookup(keys, id)
      const row = await rows.passkey(lookup)
      if (row?.userId !== userId) return false
      await rows.removePasskey(lookup)
      return true
    },
  }
}
