/**
 * Passkeys of this origin: made and shown by the authenticator of the person, through WebAuthn. Where the authenticator
 * has the PRF extension it answers 32 bytes that no other party has, the same each time: of them comes the secret of a
 * way back in. They are asked for with each ceremony and never leave the frame.
 */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import {
  bytesToHex,
  hexToBytes,
  utf8,
  type PasskeyMade,
  type PasskeyOptionsAnswer,
  type PasskeyShown,
} from '@vest/protocol'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import { WAY_SECRET_BYTES } from '../keys/recoveryWays.ts'

type Options = PasskeyOptionsAnswer['options']

export interface PasskeyCeremony {
  /** Throws `userExited`. */
  make(options: Options): Promise<PasskeyMade>
  /** By this passkey alone, or by whichever the person has. `prf`: undefined where the authenticator has none. */
  show(
    options: Options,
    id?: string,
  ): Promise<{ readonly shown: PasskeyShown; readonly prf: Uint8Array | undefined }>
}

/** The same for all: which passkey will be shown is not known before. */
export const PRF_SALT = bytesToHex(sha256(utf8('vest wallet recovery')))

/** `userSecret`: of the server, to a session of this person alone. */
export const passkeySecret = (prf: Uint8Array, userSecret: string): Uint8Array =>
  hkdf(sha256, prf, hexToBytes(userSecret), utf8('vest recovery passkey'), WAY_SECRET_BYTES)

const withPrf = (options: Options) => ({
  ...options,
  // Windows Hello refuses a bare `prf: {}`.
  extensions: { prf: { eval: { first: new Uint8Array(hexToBytes(PRF_SALT)) } } },
})

export const browserPasskeys: PasskeyCeremony = {
  async make(options) {
    const { id, response } = await asked(() =>
      startRegistration({
        optionsJSON: withPrf(options) as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
      }),
    )
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports: transports.map(String) }
  },
  async show(options, id) {
    const allowed = id === undefined ? {} : { allowCredentials: [{ id, type: 'public-key' }] }
    const answer = await asked(() =>
      startAuthentication({
        optionsJSON: { ...withPrf(options), ...allowed } as unknown as Parameters<
          typeof startAuthentication
        >[0]['optionsJSON'],
      }),
    )
    const { clientDataJSON, authenticatorData, signature } = answer.response
    const results = (answer.clientExtensionResults as { prf?: { results?: { first?: BufferSource } } }).prf
      ?.results
    const first = results?.first
    return {
      shown: { id: answer.id, clientDataJSON, authenticatorData, signature },
      prf: first === undefined ? undefined : bytesOf(first),
    }
  },
}

const bytesOf = (source: BufferSource): Uint8Array =>
  source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength)

/** A question of the browser that is closed, or finds no passkey, is `userExited`. */
async function asked<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony()
  } catch (error) {
    if (
      error instanceof WebAuthnError ||
      error instanceof DOMException ||
      (error as Error).name === 'NotAllowedError'
    )
      throw new FrameRefusal('userExited')
    throw error
  }
}
