/**
 * Devnet's social network: a page that asks for leave, and the calls that a program with leave makes, as the real one has
 * them (OAuth 2 with PKCE, single-use refresh tokens, pictures, posts). Its front page shows what was posted. It has an
 * origin of its own.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeDurably } from '../chain/durableFile.ts'
import { escapeHtml, pageOf, PAGE_HEADERS } from '../formPage.ts'
import { keepNewest, newSocialBooks, type Grant, type SocialBooks } from './socialBooks.ts'

export interface DevnetSocialOptions {
  readonly clientId: string
  readonly redirectUri: string
  /** Where its books lie; absent: they end with it. */
  readonly path?: string
  readonly nowMs: () => number
  readonly onTrouble: (error: Error) => void
}

export interface DevnetSocial {
  readonly origin: string
  readonly authorizeUrl: string
  readonly postUrl: string
  stop(): Promise<void>
}

const ACCESS_MS = 7_200_000
const CODE_MS = 30_000
const BODY_BYTES_MAX = 8_000_000
const TEXT_MAX = 280
const USERNAME = /^[A-Za-z0-9_]{1,15}$/
const AUTHORIZE = '/i/oauth2/authorize'

/** What a program is told. */
class SocialError extends Error {
  override readonly name = 'SocialError'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface Code {
  readonly username: string
  readonly challenge: string
  readonly expiresMs: number
}

export async function startDevnetSocial(options: DevnetSocialOptions): Promise<DevnetSocial> {
  const { clientId, redirectUri, path, nowMs } = options
  const books: SocialBooks =
    path !== undefined && existsSync(path)
      ? (JSON.parse(readFileSync(path, 'utf8')) as SocialBooks)
      : newSocialBooks()
  const codes = new Map<string, Code>()
  let writing: Promise<void> = Promise.resolve()
  const keep = (): Promise<void> => {
    keepNewest(books)
    if (path !== undefined) writing = writing.then(() => writeDurably(path, JSON.stringify(books)))
    return writing
  }
  const token = (): string => randomBytes(24).toString('base64url')
  const id = (): string => String((books.nextId += 1))

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof SocialError)) options.onTrouble(error as Error)
      const [status, detail] =
        error instanceof SocialError ? [error.status, error.message] : [500, 'It could not do that']
      if (!response.headersSent) send(response, status, { title: detail, detail, status })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (`http://${request.headers.host}` !== origin) return send(response, 421, { detail: 'Unknown host' })
    const url = new URL(request.url ?? '/', origin)
    const at = `${request.method} ${url.pathname}`
    if (at === 'GET /') return page(response, 'Posts on devnet', timeline())
    if (at.startsWith('GET /media/')) return picture(response, url.pathname.slice('/media/'.length))
    if (at === `GET ${AUTHORIZE}`) return page(response, 'Devnet social', leaveForm(url.searchParams))
    if (at === `POST ${AUTHORIZE}`) {
      if (request.headers.origin !== origin) throw new SocialError(403, 'Foreign origin')
      return decide(response, new URLSearchParams(await textOf(request)))
    }
    if (at === 'POST /2/oauth2/token')
      return send(response, 200, await give(new URLSearchParams(await textOf(request))))
    if (at === 'POST /2/oauth2/revoke') {
      const given = new URLSearchParams(await textOf(request)).get('token')
      const place = books.grants.findIndex(
        ({ accessToken, refreshToken }) => accessToken === given || refreshToken === given,
      )
      if (place >= 0) books.grants.splice(place, 1)
      await keep()
      return send(response, 200, { revoked: true })
    }
    const grant = grantOf(request)
    if (at === 'GET /2/users/me')
      return send(response, 200, {
        data: { id: grant.username, username: grant.username, name: grant.username },
      })
    if (at === 'POST /2/media/upload')
      return send(response, 200, { data: { id: await upload(grant, request) } })
    if (at === 'POST /2/tweets') return send(response, 201, { data: await post(grant, request) })
    throw new SocialError(404, 'Not found')
  }

  // ---------------------------------------------------------------- leave

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

  function decide(response: ServerResponse, form: URLSearchParams): void {
    if (form.get('redirect_uri') !== redirectUri)
      throw new SocialError(400, 'An unknown address to go back to')
    const back = new URL(redirectUri)
    back.searchParams.set('state', form.get('state') ?? '')
    if (form.get('choice') === 'allow') {
      const username = form.get('username') ?? ''
      if (!USERNAME.test(username)) throw new SocialError(400, 'A name has 1 to 15 letters, digits or _')
      const code = token()
      codes.set(code, { username, challenge: form.get('code_challenge') ?? '', expiresMs: nowMs() + CODE_MS })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    response.writeHead(303, { location: back.href, 'cache-control': 'no-store' }).end()
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
    Object.assign(grant, { refreshToken: token(), accessToken: token(), expiresMs: nowMs() + ACCESS_MS })
    await keep()
    return {
      token_type: 'bearer',
      expires_in: ACCESS_MS / 1_000,
      scope: 'tweet.write media.write',
      access_token: grant.accessToken,
      refresh_token: grant.refreshToken,
    }
  }

  function grantOf(request: IncomingMessage): Grant {
    const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    const grant = books.grants.find(
      ({ accessToken, expiresMs }) => accessToken === given && expiresMs > nowMs(),
    )
    if (grant === undefined) throw new SocialError(401, 'Unauthorized')
    return grant
  }

  // ---------------------------------------------------------------- posts

  async function upload({ username }: Grant, request: IncomingMessage): Promise<string> {
    const body = await jsonOf(request)
    const [base64, type] = [String(body['media']), String(body['media_type'])]
    if (!/^image\/(?:png|jpeg)$/.test(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
      throw new SocialError(400, 'No picture')
    const media = { id: id(), username, type, base64 }
    books.media.push(media)
    await keep()
    return media.id
  }

  async function post({ username }: Grant, request: IncomingMessage): Promise<object> {
    const body = await jsonOf(request)
    const text = String(body['text'])
    const { media_ids: mediaIds = [] } = (body['media'] ?? {}) as { readonly media_ids?: readonly string[] }
    const areOwn = mediaIds.every((one) =>
      books.media.some((each) => each.id === one && each.username === username),
    )
    if (text === '' || text.length > TEXT_MAX || !areOwn) throw new SocialError(400, 'Not a post')
    const last = books.posts.findLast((one) => one.username === username)
    if (last?.text === text)
      throw new SocialError(403, 'You are not allowed to create a Tweet with duplicate content.')
    books.posts.push({ id: id(), username, text, mediaIds, timeMs: nowMs() })
    await keep()
    return { id: String(books.nextId), text }
  }

  const timeline = (): string =>
    books.posts.length === 0
      ? '<p>Nothing was posted yet.</p>'
      : books.posts
          .toReversed()
          .map(
            (one) =>
              `<article id="p${one.id}"><small>@${escapeHtml(one.username)} · ${new Date(one.timeMs).toISOString()}</small>` +
              `<pre>${escapeHtml(one.text)}</pre>` +
              one.mediaIds
                .map((each) => `<img alt="Picture" width="438" src="/media/${escapeHtml(each)}">`)
                .join('') +
              '</article>',
          )
          .join('')

  function picture(response: ServerResponse, mediaId: string): void {
    const media = books.media.find((one) => one.id === mediaId)
    if (media === undefined) throw new SocialError(404, 'Not found')
    response
      .writeHead(200, { 'content-type': media.type, 'x-content-type-options': 'nosniff' })
      .end(Buffer.from(media.base64, 'base64'))
  }

  function page(response: ServerResponse, title: string, body: string): void {
    // Its form leads back to the app, and its posts have pictures.
    const policy = PAGE_HEADERS['content-security-policy']!.replace(
      "form-action 'self'",
      `form-action 'self' ${new URL(redirectUri).origin}; img-src 'self'`,
    )
    response.writeHead(200, { ...PAGE_HEADERS, 'content-security-policy': policy }).end(pageOf(title, body))
  }

  return {
    origin,
    authorizeUrl: `${origin}${AUTHORIZE}`,
    postUrl: `${origin}/#p{id}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await writing
    },
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) throw new SocialError(413, 'Too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  try {
    return JSON.parse(await textOf(request)) as Record<string, unknown>
  } catch {
    throw new SocialError(400, 'No JSON')
  }
}
