/**
 * A provider of OpenID Connect: authorization code with PKCE, state and nonce. The provider is looked up when it is first
 * needed, and again after a failure. What comes back names the person by issuer and subject; whether the provider may
 * speak for the address is judged here: of foreign mail it once checked, it may not.
 */
import type { Configuration } from 'openid-client'

export interface OidcOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret?: string
  /** Exactly as it is registered there. */
  readonly redirectUri: string
}

export interface OidcRequest {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface OidcPerson {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  /** The provider runs the mail of this address itself. */
  readonly isAuthoritative: boolean
}

export interface OidcProvider {
  begin(): Promise<{ readonly url: string; readonly request: OidcRequest }>
  /** undefined: what came back is not what this request asked for, or says nothing of an address. */
  finish(
    request: OidcRequest,
    back: { readonly code: string; readonly iss?: string },
  ): Promise<OidcPerson | undefined>
}

const LIMIT_S = 10

export function createOidcProvider(options: OidcOptions): OidcProvider {
  let looking: Promise<Configuration> | undefined
  const configuration = async (): Promise<Configuration> => {
    const { allowInsecureRequests, discovery } = await import('openid-client')
    const issuer = new URL(options.issuer)
    looking ??= discovery(issuer, options.clientId, options.clientSecret, undefined, {
      timeout: LIMIT_S,
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
    })
    return looking.catch((error: unknown) => {
      looking = undefined
      throw error
    })
  }
  return {
    async begin() {
      const client = await import('openid-client')
      const config = await configuration()
      const request = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: options.redirectUri,
        scope: 'openid email',
        state: request.state,
        nonce: request.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
      return { url: url.href, request }
    },
    async finish({ state, nonce, verifier }, { code, iss }) {
      const client = await import('openid-client')
      const config = await configuration()
      const back = new URL(options.redirectUri)
      back.searchParams.set('code', code)
      back.searchParams.set('state', state)
      if (iss !== undefined) back.searchParams.set('iss', iss)
      try {
        const tokens = await client.authorizationCodeGrant(config, back, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) return undefined
        // The subject of the answer must be that of the token.
        const told = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        const { email, email_verified: isVerified, hd } = { ...told, ...claims } as Record<string, unknown>
        if (typeof email !== 'string') return undefined
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email,
          isAuthoritative: isVerified === true && isMailOf(email.toLowerCase(), hd),
        }
      } catch (error) {
        if (isRefusedByProtocol(error)) return undefined
        throw error
      }
    },
  }
}

/** `hd`: the domain whose mail the provider runs for an organisation. */
const isMailOf = (email: string, hd: unknown): boolean =>
  email.endsWith('@gmail.com') ||
  (typeof hd === 'string' && hd !== '' && email.endsWith(`@${hd.toLowerCase()}`))

/** What the provider or the library says no to; a provider that cannot be reached is another matter. */
const isRefusedByProtocol = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('OAUTH_') &&
  error.code !== 'OAUTH_TIMEOUT'
