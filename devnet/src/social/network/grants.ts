/**
 * Leave to post in the name of a person: asked for on a page, given as a code that is good once and briefly, changed for an
 * access token and a refresh token that is good once, until it is taken back.
 */
import { createHash, randomBytes } from 'node:crypto'
import { escapeHtml } from '../../formPage.ts'
import type { Grant } from '../socialBooks.ts'
import type { KeptBooks } from './keptBooks.ts'
import { SocialError } from './socialError.ts'

export interface GrantsPorts {
  readonly clientId: string
  readonly redirectUri: string
  readonly store: Pick<KeptBooks, 'books' | 'keep'>
  readonly nowMs: () => number
}

export interface Grants {
  /** The form that asks; refused where it was asked for in a wrong way. */
  leaveForm(query: URLSearchParams): string
  /** Where the browser goes with what was decided. */
  decide(form: URLSearchParams): URL
  /** Tokens for a code, or for a refresh token. */
  give(form: URLSearchParams): Promise<object>
  revoke(form: URLSearchParams): Promise<void>
  /** Of the access token in a header. */
  grantOf(authorization: string | undefined): Grant
}

export const AUTHORIZE = '/i/oauth2/authorize'
const ACCESS_MS = 7_200_000
const CODE_MS = 30_000
const USERNAME = /^[A-Za-z0-9_]{1,15}$/

interface Code {
  readonly username: string
  readonly challenge: string
  readonly expiresMs: number
}

export function createGrants({ clientId, redirectUri, store, nowMs }: GrantsPorts): Grants {
  const { books, keep } = store
  const codes = new Map<string, Code>()
  return { leaveForm, decide, give, revoke, grantOf }

  function leaveForm(query: URLSearchParams): string {
    const hidden = ['state', 'code_challenge', 'redirect_uri']
      .map((name) => `<input type="hidden" name="${name}" value="${escapeHtml(query.get(name) ?? '')}">`)
      .join('')
    const isRight =
      query.get('client_id') === clientId &&
      query.get('redirect_uri') === redirectUri &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256' &&
      Boolean(query.get('state'))
    if (!isRight) throw new SocialError(400, 'This leave was asked for in a wrong way')
    return (
      `<p>Vest asks for leave to post in your name. This is devnet's stand-in: choose any name.</p>` +
      `<form method="post" action="${AUTHORIZE}">${hidden}` +
      `<label>Name<input type="text" name="username" value="trader" maxlength="15"></label>` +
      `<button name="choice" value="allow">Allow</button> <button name="choice" value="cancel">Cancel</button></form>`
    )
  }

  function decide(form: URLSearchParams): URL {
    if (form.get('redirect_uri') !== redirectUri)
      throw new SocialError(400, 'An unknown address to go back to')
    const back = new URL(redirectUri)
    back.searchParams.set('state', form.get('state') ?? '')
    if (form.get('choice') === 'allow') {
      const username = form.get('username') ?? ''
      if (!USERNAME.test(username)) throw new SocialError(400, 'A name has 1 to 15 letters, digits or _')
      const code = newToken()
      codes.set(code, { username, challenge: form.get('code_challenge') ?? '', expiresMs: nowMs() + CODE_MS })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    return back
  }

  async function give(form: URLSearchParams): Promise<object> {
    if (form.get('client_id') !== clientId) throw new SocialError(400, 'invalid_client')
    if (form.get('grant_type') === 'refresh_token') {
      const grant = books.grants.find(({ refreshToken }) => refreshToken === form.get('refresh_token'))
      if (grant === undefined) throw new SocialError(400, 'invalid_grant')
      return renew(grant)
    }
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isGood =
      form.get('grant_type') === 'authorization_code' &&
      form.get('redirect_uri') === redirectUri &&
      code?.challenge === challenge &&
      code.expiresMs > nowMs()
    if (!isGood) throw new SocialError(400, 'invalid_grant')
    const grant: Grant = { username: code.username, refreshToken: '', accessToken: '', expiresMs: 0 }
    books.grants.push(grant)
    return renew(grant)
  }

  async function renew(grant: Grant): Promise<object> {
    Object.assign(grant, {
      refreshToken: newToken(),
      accessToken: newToken(),
      expiresMs: nowMs() + ACCESS_MS,
    })
    await keep()
    return {
      token_type: 'bearer',
      expires_in: ACCESS_MS / 1_000,
      scope: 'tweet.write media.write',
      access_token: grant.accessToken,
      refresh_token: grant.refreshToken,
    }
  }

  async function revoke(form: URLSearchParams): Promise<void> {
    const given = form.get('token')
    const place = books.grants.findIndex(
      ({ accessToken, refreshToken }) => accessToken === given || refreshToken === given,
    )
    if (place >= 0) books.grants.splice(place, 1)
    await keep()
  }

  function grantOf(authorization: string | undefined): Grant {
    const given = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
    const grant = books.grants.find(
      ({ accessToken, expiresMs }) => accessToken === given && expiresMs > nowMs(),
    )
    if (grant === undefined) throw new SocialError(401, 'Unauthorized')
    return grant
  }
}

const newToken = (): string => randomBytes(24).toString('base64url')
