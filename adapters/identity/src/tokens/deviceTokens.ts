/** What a browser keeps of an earlier sign-in. It opens nothing: it says that this browser is no stranger to an address. */
import { randomBytes } from 'node:crypto'
import type { IdentityKeys } from '../keys/identityKeys.ts'
import { isSame } from '../keys/identityKeys.ts'

const FORM = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/

export function newDeviceToken(keys: IdentityKeys, email: string): string {
  const nonce = randomBytes(16).toString('base64url')
  return `${nonce}.${Buffer.from(keys.deviceMac(email, nonce)).toString('base64url')}`
}

export function isKnownDevice(keys: IdentityKeys, email: string, token: string | undefined): boolean {
  const [, nonce, mac] = FORM.exec(token ?? '') ?? []
  // An absent one costs what a false one does.
  return isSame(new Uint8Array(Buffer.from(mac ?? '', 'base64url')), keys.deviceMac(email, nonce ?? ''))
}
