/**
 * The calls of the network that we use, as its API (version 2) has them: OAuth 2 with PKCE for leave, one for the owner's
 * name, one for a picture, one for a post.
 */
import { createHash, randomBytes } from 'node:crypto'

export interface NetworkOptions {
  /** Where a person gives leave. */
  readonly authorizeUrl: string
  readonly apiUrl: string
  /** Where posts are read; `{name}` and `{id}` stand in it. */
  readonly postUrl: string
  readonly clientId: string
  /** Of a confidential client; absent: a public one. */
  readonly clientSecret?: string | undefined
  readonly redirectUri: string
  readonly timeoutMs?: number | undefined
}

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly expiresInS: number
}

/** It has answered no. */
export class NetworkRefusedError extends Error {
  override readonly name = 'NetworkRefusedError'
  readonly httpStatus: number
  constructor(httpStatus: number, message: string) {
    super(message)
    this.httpStatus = httpStatus
  }
}
/** It does not answer, or only that it cannot now. */
export class NetworkUnreachableError extends Error {
  override readonly name = 'NetworkUnreachableError'
}

const SCOPES = 'tweet.read tweet.write users.read media.write offline.access'
const TIMEOUT_MS = 15_000
const TOO_MANY = 429
const SERVER_FAULT = 500

const base64Url = (bytes: Buffer): string => bytes.toString('base64url')
export const newVerifier = (): string => base64Url(randomBytes(32))
export const newState = (): string => base64Url(randomBytes(24))

export type NetworkClient = ReturnType<typeof createNetworkClient>

export function createNetworkClient(options: NetworkOptions) {
  const { clientId, clientSecret, redirectUri } = options
  const call = async (path: string, init: RequestInit): Promise<unknown> => {
    let response: Response
    try {
      response = await fetch(`${options.apiUrl}${path}`, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
      })
    } catch (error) {
      throw new NetworkUnreachableError(`${path} was not answered`, { cause: error })
    }
    const text = await response.text()
    if (response.status === TOO_MANY || response.status >= SERVER_FAULT)
      throw new NetworkUnreachableError(`${path} answered ${response.status}`)
    if (!response.ok) throw new NetworkRefusedError(response.status, `${path} answered ${response.status}`)
    try {
      return text === '' ? {} : (JSON.parse(text) as unknown)
    } catch (error) {
      throw new NetworkUnreachableError(`${path} answered something else than JSON`, { cause: error })
    }
  }
  const form = (path: string, fields: Readonly<Record<string, string>>): Promise<unknown> =>
    call(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(clientSecret === undefined
          ? {}
          : { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` }),
      },
      body: new URLSearchParams({ ...fields, client_id: clientId }).toString(),
    })
  const json = (path: string, accessToken: string, body: object): Promise<unknown> =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
      body: JSON.stringify(body),
    })
  const tokensOf = (answer: unknown): Tokens => ({
    accessToken: textAt(answer, 'access_token'),
    refreshToken: textAt(answer, 'refresh_token'),
    expiresInS: Number(textAt(answer, 'expires_in')),
  })

  return {
    authorizeUrl(state: string, verifier: string): string {
      const url = new URL(options.authorizeUrl)
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES,
        state,
        code_challenge: base64Url(createHash('sha256').update(verifier).digest()),
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },
    redeem: async (code: string, verifier: string): Promise<Tokens> =>
      tokensOf(
        await form('/2/oauth2/token', {
          grant_type: 'authorization_code',
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }),
      ),
    refresh: async (refreshToken: string): Promise<Tokens> =>
      tokensOf(await form('/2/oauth2/token', { grant_type: 'refresh_token', refresh_token: refreshToken })),
    revoke: async (token: string): Promise<void> => {
      await form('/2/oauth2/revoke', { token })
    },
    username: async (accessToken: string): Promise<string> =>
      textAt(
        await call('/2/users/me', { headers: { authorization: `Bearer ${accessToken}` } }),
        'data',
        'username',
      ),
    async post(accessToken: string, post: { readonly text: string; readonly image: Image }): Promise<string> {
      const media = await json('/2/media/upload', accessToken, {
        media: post.image.base64,
        media_type: post.image.type,
        media_category: 'tweet_image',
      })
      const body = { text: post.text, media: { media_ids: [textAt(media, 'data', 'id')] } }
      return textAt(await json('/2/tweets', accessToken, body), 'data', 'id')
    },
    postUrl: (name: string, id: string): string =>
      options.postUrl.replace('{name}', encodeURIComponent(name)).replace('{id}', encodeURIComponent(id)),
  }
}

export interface Image {
  readonly base64: string
  readonly type: 'image/png' | 'image/jpeg'
}

/** A text or number in an answer; without it the answer is none. */
function textAt(answer: unknown, ...path: readonly string[]): string {
  let value: unknown = answer
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name]
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new NetworkUnreachableError(`an answer without ${path.join('.')}`)
  return String(value)
}
