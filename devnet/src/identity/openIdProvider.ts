/**
 * A provider of OpenID Connect in the place of Google: a real one, with discovery, PKCE, state, nonce and signed tokens,
 * whose sign-in page asks for a name. Loaded at the first sign-in with it; it knows people by the
 * address they typed and forgets them with the process.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { REFUSAL } from '@vest/protocol'
import { escapeHtml, PAGE_HEADERS, pageOf } from '../formPage.ts'

export const OPEN_ID_CLIENT = 'vest-devnet'
const BODY_BYTES_MAX = 4_096

export interface OpenIdProviderOptions {
  /** Ends without a slash; requests below it come here. */
  readonly issuer: string
  readonly redirectUri: string
}

export interface OpenIdProvider {
  /** `url` of the request is below the issuer's own path. */
  handle(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): Promise<void>
}

interface TypedPerson {
  readonly email: string
  readonly isVerified: boolean
  /** Whose mail the provider runs: the domain of an organisation. */
  readonly hostedDomain: string | undefined
}

type Callback = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createOpenIdProvider({ issuer, redirectUri }: OpenIdProviderOptions): OpenIdProvider {
  const people = new Map<string, TypedPerson>()
  const prefix = new URL(issuer).pathname
  let loading: ReturnType<typeof load> | undefined

  async function load() {
    const { default: Provider, interactionPolicy } = await import('oidc-provider')
    const { generateKeyPairSync } = await import('node:crypto')
    const key = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' })
    const policy = interactionPolicy.base()
    // Clients ask for these when the person is to be chosen anew.
    policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: OPEN_ID_CLIENT,
          token_endpoint_auth_method: 'none',
          redirect_uris: [redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256', kid: 'devnet' }] } as never,
      cookies: { keys: [randomBytes(32).toString('hex')], short: { path: prefix }, long: { path: prefix } },
      claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      ttl: {
        Interaction: REFUSAL.ORDER_ID_MISMATCH,
        Session: REFUSAL.ORDER_ID_MISMATCH,
        Grant: REFUSAL.ORDER_ID_MISMATCH,
        AuthorizationCode: 60,
        AccessToken: 300,
        IdToken: 300,
      },
      interactions: { policy, url: (_ctx, { uid }) => `${prefix}/interaction/${uid}` },
      findAccount: (_ctx, sub) => {
        const person = people.get(sub)
        return person && { accountId: sub, claims: () => ({ sub, ...claimsOf(person) }) }
      },
      // No consent is asked for: the form has told the client everything.
      async loadExistingGrant(ctx) {
        const { client, session } = ctx.oidc
        if (client === undefined || session?.accountId === undefined) return undefined
        const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
        grant.addOIDCScope('openid email')
        await grant.save()
        return grant
      },
      renderError(ctx, out) {
        for (const [name, value] of Object.entries(PAGE_HEADERS)) ctx.set(name, value)
        ctx.body = pageOf(
          'The sign-in went wrong',
          `<p>${escapeHtml(`${out.error}: ${out.error_description ?? ''}`)}</p>`,
        )
      },
    })
    return { provider, callback: provider.callback() as unknown as Callback }
  }

  return {
    async handle(request, response) {
      loading ??= load()
      const { provider, callback } = await loading
      const path = (request.url ?? '/').slice(prefix.length) || '/'
      if (!/^\/interaction\/[\w-]+$/.test(path.split('?')[0]!)) {
        request.originalUrl = request.url!
        request.url = path
        return callback(request, response)
      }
      if (request.method !== 'POST') {
        const { params } = await provider.interactionDetails(request, response)
        response.writeHead(200, PAGE_HEADERS).end(formOf(String(params.client_id)))
        return
      }
      const fields = new URLSearchParams(await bodyOf(request))
      const email = (fields.get('email') ?? '').trim().toLowerCase()
      if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
        response.writeHead(400, PAGE_HEADERS).end(formOf(OPEN_ID_CLIENT))
        return
      }
      const sub = createHash('sha256').update(email).digest('hex').slice(0, 21)
      const hostedDomain = fields.get('hd')?.trim().toLowerCase() || undefined
      people.set(sub, { email, isVerified: fields.get('verified') === 'on', hostedDomain })
      await provider.interactionFinished(request, response, { login: { accountId: sub }, select_account: {} })
    },
  }
}

const claimsOf = ({ email, isVerified, hostedDomain }: TypedPerson) => ({
  email,
  email_verified: isVerified,
  ...(hostedDomain === undefined ? {} : { hd: hostedDomain }),
})

const formOf = (client: string): string =>
  pageOf(
    'Sign in (devnet plays Google)',
    `<form method="post"><p>${escapeHtml(client)} asks who you are. Enter any address.</p>
<label>E-mail <input type="email" name="email" autocomplete="email" required autofocus></label>
<label><input type="checkbox" name="verified" checked> the provider has checked this address</label>
<label>Domain of an organisation that the provider runs the mail of, if any <input type="text" name="hd"></label>
<button>Continue</button></form>`,
  )

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) throw new Error('the form is larger than its fields')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
