/**
 * Adds a passkey to a person: what an authenticator made for this origin and this challenge, with a signature of the
 * person's wallet over both.
 */
import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type AuthenticatorTransport,
} from '@simplewebauthn/server'
import {
  passkeyProofText,
  REFUSAL,
  type PasskeyAddRequest,
  type PasskeyOptionsAnswer,
  type PasskeyRow,
} from '@vest/protocol'
import type { IdentityCaller, IdentityRefusal } from '@vest/runtime'
import { browserText } from '../browserText.ts'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { PASSKEYS_PER_USER } from '../limits.ts'
import type { People, Person } from '../people.ts'
import { refused } from '../refused.ts'
import type { IdentityRows } from '../store/identityStore.ts'
import type { ProofChecks } from '../wallets.ts'
import type { PasskeyChallenges } from './passkeyChallenges.ts'
import { listPasskeys, openPasskey, passkeyLookup, sealPasskey } from './passkeyRecords.ts'

export interface PasskeyRegistrationPorts {
  readonly keys: Pick<IdentityKeys, 'lookup'>
  readonly people: Pick<People, 'emailOf' | 'openWallet'>
  readonly proofs: Pick<ProofChecks, 'isEvmSignature'>
  readonly challenges: PasskeyChallenges
  readonly origin: string
  readonly rpID: string
}

export interface PasskeyRegistration {
  startAdd(rows: IdentityRows, person: Person, nowMs: number): Promise<PasskeyOptionsAnswer>
  add(
    rows: IdentityRows,
    person: Person,
    asked: PasskeyAddRequest & { readonly from: IdentityCaller },
    nowMs: number,
  ): Promise<readonly PasskeyRow[] | IdentityRefusal>
}

export function createPasskeyRegistration({
  keys,
  people,
  proofs,
  challenges,
  origin,
  rpID,
}: PasskeyRegistrationPorts): PasskeyRegistration {
  const verified = (
    { id, clientDataJSON, attestationObject }: PasskeyAddRequest['passkey'],
    challenge: string,
  ) =>
    verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
    }).catch(() => undefined)

  return {
    async startAdd(rows, person, nowMs) {
      const email = await people.emailOf(rows, person)
      const own = (await rows.passkeysOf(person.userId)).map((row) => openPasskey(person, row))
      const options = await generateRegistrationOptions({
        rpName: 'Vest',
        rpID,
        userName: email,
        userID: new Uint8Array(Buffer.from(person.userId)),
        attestationType: 'none',
        excludeCredentials: own.map(({ id, transports }) => ({
          id,
          transports: [...transports] as AuthenticatorTransport[],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return challenges.add(rows, options, person.userId, nowMs)
    },

    async add(rows, person, { passkey, proof, from }, nowMs) {
      const challenge = await challenges.take(rows, passkey.clientDataJSON, person.userId, nowMs)
      if (challenge === undefined) return refused(REFUSAL.SIGN_IN_FAILED)
      const wallet = await rows.wallet(person.userId)
      if (wallet === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
      const { evmAddress } = people.openWallet(person, wallet).serverShare
      if (!(await proofs.isEvmSignature(passkeyProofText(person.userId, challenge), proof, evmAddress)))
        return refused(REFUSAL.INVALID_SIGNATURE)
      if ((await rows.passkeysOf(person.userId)).length >= PASSKEYS_PER_USER)
        return refused(REFUSAL.INVALID_PARAMETER, { message: 'The person has too many passkeys' })
      const { id, transports } = passkey
      const lookup = passkeyLookup(keys, id)
      const made = await verified(passkey, challenge)
      if (made?.verified !== true || (await rows.passkey(lookup)) !== undefined)
        return refused(REFUSAL.SIGN_IN_FAILED)
      const { credential } = made.registrationInfo
      await rows.addPasskey({
        lookup,
        userId: person.userId,
        counter: credential.counter,
        createdMs: nowMs,
        sealed: sealPasskey(person, {
          id,
          transports,
          name: browserText(from.browser),
          publicKey: Buffer.from(credential.publicKey).toString('base64'),
        }),
      })
      return listPasskeys(rows, person)
    },
  }
}
