/**
 * Tells whose passkey was shown: one that signs our challenge for this origin, after its authenticator has verified the
 * person. A counter that goes back refuses. What is asked is the same for every person: the id of the passkey names its
 * owner.
 */
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { REFUSAL, type PasskeyOptionsAnswer, type PasskeyShown } from '@vest/protocol'
import type { IdentityRefusal } from '@vest/runtime'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import type { People, Person } from '../people.ts'
import { refused } from '../refused.ts'
import type { IdentityRows } from '../store/identityStore.ts'
import type { PasskeyChallenges } from './passkeyChallenges.ts'
import { openPasskey, passkeyLookup, sealPasskey } from './passkeyRecords.ts'

export interface PasskeyAuthenticationPorts {
  readonly keys: Pick<IdentityKeys, 'lookup'>
  readonly people: Pick<People, 'byId'>
  readonly challenges: PasskeyChallenges
  readonly origin: string
  readonly appOrigins: readonly string[]
  readonly rpID: string
}

export interface PasskeyAuthentication {
  ask(rows: IdentityRows, nowMs: number): Promise<PasskeyOptionsAnswer>
  /** Whose it is. */
  check(rows: IdentityRows, shown: PasskeyShown, nowMs: number): Promise<Person | IdentityRefusal>
}

export function createPasskeyAuthentication({
  keys,
  people,
  challenges,
  origin,
  appOrigins,
  rpID,
}: PasskeyAuthenticationPorts): PasskeyAuthentication {
  return {
    async ask(rows, nowMs) {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      return challenges.add(rows, options, undefined, nowMs)
    },

    async check(rows, { id, clientDataJSON, authenticatorData, signature }, nowMs) {
      const challenge = await challenges.take(rows, clientDataJSON, undefined, nowMs)
      const lookup = passkeyLookup(keys, id)
      const row = await rows.passkey(lookup)
      const person = row && (await people.byId(rows, row.userId))
      if (challenge === undefined || row === undefined || person === undefined)
        return refused(REFUSAL.SIGN_IN_FAILED)
      const kept = openPasskey(person, row)
      const verified = await verifyAuthenticationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON, authenticatorData, signature },
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        // The frame stands in the app's page.
        expectedTopOrigin: [...appOrigins, origin],
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(kept.publicKey, 'base64')),
          counter: row.counter,
        },
      }).catch(() => undefined)
      if (verified?.verified !== true) return refused(REFUSAL.SIGN_IN_FAILED)
      await rows.usePasskey(lookup, {
        counter: verified.authenticationInfo.newCounter,
        sealed: sealPasskey(person, { ...kept, lastUsedMs: nowMs }),
      })
      return person
    },
  }
}
