/** An authenticator with one key of P-256: it makes a passkey and shows it, and lies where a test asks for it. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyMade, PasskeyOptionsAnswer, PasskeyShown } from '@vest/protocol'

export interface AuthenticatorPlace {
  /** Of the page that calls it. */
  readonly origin: string
  /** Of the page that embeds that one. */
  readonly topOrigin: string
  /** False: the person was there, and was not asked for a finger or a PIN. */
  readonly isVerified?: boolean
}

export interface SoftAuthenticator {
  /** The next use tells this one. */
  counter: number
  make(asked: PasskeyOptionsAnswer, over?: Partial<AuthenticatorPlace>): PasskeyMade
  show(asked: PasskeyOptionsAnswer, over?: Partial<AuthenticatorPlace>): PasskeyShown
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40] as const
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

export function createSoftAuthenticator(home: AuthenticatorPlace): SoftAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const coordinate = (text: string | undefined) => new Uint8Array(Buffer.from(text!, 'base64url'))
  const idBytes = randomBytes(32)
  const id = idBytes.toString('base64url')
  // COSE: EC2, ES256, P-256 and the point.
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]) as never,
  )

  const clientData = (type: string, { options }: PasskeyOptionsAnswer, place: AuthenticatorPlace): Buffer => {
    const { origin, topOrigin } = place
    return Buffer.from(
      JSON.stringify({ type, challenge: options.challenge, origin, crossOrigin: true, topOrigin }),
    )
  }
  const authenticatorData = (isVerified = true, attested?: Uint8Array): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(authenticator.counter)
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (attested === undefined ? 0 : ATTESTED)
    const domain = sha256(new URL(home.origin).hostname)
    return Buffer.concat([domain, Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)])
  }

  const authenticator: SoftAuthenticator = {
    counter: 0,
    make(asked, over = {}) {
      const place = { ...home, ...over }
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, idBytes.length]), idBytes, coseKey])
      const authData = new Uint8Array(authenticatorData(place.isVerified, attested))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id,
        clientDataJSON: clientData('webauthn.create', asked, place).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
      }
    },
    show(asked, over = {}) {
      const place = { ...home, ...over }
      const told = clientData('webauthn.get', asked, place)
      const data = authenticatorData(place.isVerified)
      return {
        id,
        clientDataJSON: told.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(told)]), privateKey).toString('base64url'),
      }
    },
  }
  return authenticator
}
