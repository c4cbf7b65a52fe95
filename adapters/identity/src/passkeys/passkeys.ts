/**
 * Passkeys: what an authenticator made for this origin, found by the mac of its id. A challenge is good once and for a few
 * minutes; the person must have been verified by the authenticator; a counter that goes back refuses. Options for a
 * sign-in are the same for every person: the id of the passkey names its owner.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticatorTransport,
} from '@simplewebauthn/server'
import {
  passkeyProofText,
  REFUSAL,
  type PasskeyAddRequest,
  type PasskeyOptionsAnswer,
  type PasskeyRow,
  type PasskeyShown,
} from '@vest/protocol'
import type { IdentityCaller, IdentityRefusal } from '@vest/runtime'
import { browserText } from '../browserText.ts'
import { sha256, type IdentityKeys } from '../keys/identityKeys.ts'
import { sealJson, unsealJson } from '../keys/sealed.ts'
import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_USER } from '../limits.ts'
import type { People, Person } from '../people.ts'
import type { IdentityRows, PasskeyRecord } from '../store/identityStore.ts'
import type { ProofChecks } from '../wallets.ts'

export interface PasskeysOptions {
  readonly keys: IdentityKeys
  readonly people: People
  readonly proofs: ProofChecks
  /** The wallet's, whose host is the passkeys' domain. */
  readonly origin: string
  readonly appOrigins: readonly string[]
}

interface KeptPasskey {
  readonly id: string
  /** Base64. */
  readonly publicKey: string
  readonly transports: readonly string[]
  readonly name: string
  readonly lastUsedMs?: number
}
interface Challenge {
  /** The person it adds a passkey for; absent: it is for showing one. */
  readonly userId?: string
}

export interface Passkeys {
  listed(rows: IdentityRows, person: Person): Promise<readonly PasskeyRow[]>
  startAdd(rows: IdentityRows, person: Person, nowMs: number): Promise<PasskeyOptionsAnswer>
  add(
    rows: IdentityRows,
    person: Person,
    asked: PasskeyAddRequest & { readonly from: IdentityCaller },
    nowMs: number,
  ): Promise<readonly PasskeyRow[] | IdentityRefusal>
  /** False: there is none of this person with this id. */
  remove(rows: IdentityRows, person: Person, id: string): Promise<boolean>
  ask(rows: IdentityRows, nowMs: number): Promise<PasskeyOptionsAnswer>
  /** Whose it is. */
  check(rows: IdentityRows, shown: PasskeyShown, nowMs: number): Promise<Person | IdentityRefusal>
}

const refusedSignIn: IdentityRefusal = { refused: REFUSAL.SIGN_IN_FAILED }

export function createPasskeys({ keys, people, proofs, origin, appOrigins }: PasskeysOptions): Passkeys {
  const rpID = new URL(origin).hostname
  const lookupOf = (id: string): Uint8Array => keys.lookup('passkey', id)
  const labelOf = (userId: string): string => `passkey ${userId}`
  const open = ({ dataKey, userId }: Person, { sealed }: PasskeyRecord): KeptPasskey =>
    unsealJson<KeptPasskey>(dataKey, labelOf(userId), sealed)
  const seal = ({ dataKey, userId }: Person, kept: KeptPasskey): Uint8Array =>
    sealJson(dataKey, labelOf(userId), kept)
  const rowsOf = (rows: IdentityRows, { userId }: Person) => rows.passkeysOf(userId)

  async function listed(rows: IdentityRows, person: Person): Promise<readonly PasskeyRow[]> {
    return (await rowsOf(rows, person)).map((row) => {
      const { id, name, lastUsedMs } = open(person, row)
      return { id, name, createdTime: row.createdMs, lastUsedTime: lastUsedMs ?? null }
    })
  }

  async function remember(
    rows: IdentityRows,
    options: { readonly challenge: string },
    challenge: Challenge,
    nowMs: number,
  ): Promise<PasskeyOptionsAnswer> {
    await rows.addRequest({
      stateHash: sha256(options.challenge),
      sealed: sealJson(keys.looseKey, 'passkey challenge', challenge),
      expiresMs: nowMs + PASSKEY_CHALLENGE_MS,
    })
    return { options: { ...options } }
  }

  /** The challenge that this answer is to, once; undefined: none of ours that is still open. */
  async function taken(
    rows: IdentityRows,
    clientDataJSON: string,
    userId: string | undefined,
    nowMs: number,
  ) {
    const challenge = challengeIn(clientDataJSON)
    const row = challenge === undefined ? undefined : await rows.takeRequest(sha256(challenge))
    if (challenge === undefined || row === undefined || row.expiresMs <= nowMs) return undefined
    try {
      const kept = unsealJson<Challenge>(keys.looseKey, 'passkey challenge', row.sealed)
      return kept.userId === userId ? challenge : undefined
    } catch {
      // Of another kind of request.
      return undefined
    }
  }

  return {
    listed,

    async startAdd(rows, person, nowMs) {
      const email = await people.emailOf(rows, person)
      const own = (await rowsOf(rows, person)).map((row) => open(person, row))
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
      return remember(rows, options, { userId: person.userId }, nowMs)
    },

    async add(rows, person, { passkey, proof, from }, nowMs) {
      const challenge = await taken(rows, passkey.clientDataJSON, person.userId, nowMs)
      if (challenge === undefined) return refusedSignIn
      const wallet = await rows.wallet(person.userId)
      if (wallet === undefined) return { refused: REFUSAL.ACCOUNT_NOT_FOUND }
      const { evmAddress } = people.openWallet(person, wallet).serverShare
      if (!(await proofs.isEvmSignature(passkeyProofText(person.userId, challenge), proof, evmAddress)))
        return { refused: REFUSAL.INVALID_SIGNATURE }
      if ((await rowsOf(rows, person)).length >= PASSKEYS_PER_USER)
        return { refused: REFUSAL.INVALID_PARAMETER, message: 'The person has too many passkeys' }
      const { id, clientDataJSON, attestationObject, transports } = passkey
      const verified = await verifyRegistrationResponse({
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
      if (verified?.verified !== true || (await rows.passkey(lookupOf(id))) !== undefined)
        return refusedSignIn
      const { credential } = verified.registrationInfo
      await rows.addPasskey({
        lookup: lookupOf(id),
        userId: person.userId,
        counter: credential.counter,
        createdMs: nowMs,
        sealed: seal(person, {
          id,
          transports,
          name: browserText(from.browser),
          publicKey: Buffer.from(credential.publicKey).toString('base64'),
        }),
      })
      return listed(rows, person)
    },

    async remove(rows, { userId }, id) {
      const row = await rows.passkey(lookupOf(id))
      if (row?.userId !== userId) return false
      await rows.removePasskey(lookupOf(id))
      return true
    },

    async ask(rows, nowMs) {
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
      return remember(rows, options, {}, nowMs)
    },

    async check(rows, { id, clientDataJSON, authenticatorData, signature }, nowMs) {
      const challenge = await taken(rows, clientDataJSON, undefined, nowMs)
      const row = await rows.passkey(lookupOf(id))
      const person = row && (await people.byId(rows, row.userId))
      if (challenge === undefined || row === undefined || person === undefined) return refusedSignIn
      const kept = open(person, row)
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
      if (verified?.verified !== true) return refusedSignIn
      await rows.usePasskey(lookupOf(id), {
        counter: verified.authenticationInfo.newCounter,
        sealed: seal(person, { ...kept, lastUsedMs: nowMs }),
      })
      return person
    },
  }
}

function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      readonly challenge?: unknown
    }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
