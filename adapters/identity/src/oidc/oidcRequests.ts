/**
 * Requests that browsers were sent to the provider with: each comes back once, within its time, and only to the browser
 * that knows its secret.
 */
import type { MailLanguage, OidcStartAnswer, OidcStartRequest } from '@vest/protocol'
import { isSame, sha256, type IdentityKeys } from '../keys/identityKeys.ts'
import { sealJson, unsealJson } from '../keys/sealed.ts'
import { OIDC_REQUEST_MS } from '../limits.ts'
import type { Transactions } from '../store/transactions.ts'
import type { OidcRequest } from './oidcProvider.ts'

export interface OidcRequestsPorts {
  readonly keys: Pick<IdentityKeys, 'looseKey'>
  readonly transactions: Pick<Transactions, 'within'>
  readonly nowMs: () => number
}

export interface PendingOidc {
  readonly request: OidcRequest
  readonly returnPath: string
  readonly secretHash: string
  readonly language: MailLanguage
}

export interface OidcRequests {
  add(
    begun: { readonly url: string; readonly request: OidcRequest },
    asked: Pick<OidcStartRequest, 'language' | 'returnPath' | 'secretHash'>,
  ): Promise<OidcStartAnswer>
  /** Undefined: there is none with this state, it is over, or it is another browser's. */
  take(state: string, secret: string): Promise<PendingOidc | undefined>
}

const LABEL = 'oidc request'

export function createOidcRequests({ keys, transactions, nowMs }: OidcRequestsPorts): OidcRequests {
  return {
    add({ url, request }, { language, returnPath, secretHash }) {
      const pending: PendingOidc = { request, returnPath, secretHash, language }
      return transactions.within(async (rows, now) => {
        const expiresMs = now + OIDC_REQUEST_MS
        await rows.addRequest({
          stateHash: sha256(request.state),
          sealed: sealJson(keys.looseKey, LABEL, pending),
          expiresMs,
        })
        return { url, state: request.state, expiryTime: expiresMs }
      })
    },

    async take(state, secret) {
      const taken = await transactions.within((rows) => rows.takeRequest(sha256(state)))
      if (taken === undefined || taken.expiresMs <= nowMs()) return undefined
      const pending = unsealJson<PendingOidc>(keys.looseKey, LABEL, taken.sealed)
      const secretHash = new Uint8Array(Buffer.from(pending.secretHash, 'base64url'))
      return isSame(sha256(secret), secretHash) ? pending : undefined
    },
  }
}
