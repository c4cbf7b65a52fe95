/** What each request is answered: pages to a browser, JSON to a program. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageOf, PAGE_HEADERS } from '../../formPage.ts'
import { AUTHORIZE, type Grants } from './grants.ts'
import type { Posts } from './posts.ts'
import { formOf, jsonOf } from './requestBody.ts'
import { SocialError } from './socialError.ts'

export interface SocialAnswersPorts {
  readonly grants: Grants
  readonly posts: Posts
  /** Its own; requests that name another are none of its. */
  readonly origin: string
  readonly redirectUri: string
}

export type SocialAnswers = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createSocialAnswers(ports: SocialAnswersPorts): SocialAnswers {
  const { grants, posts, origin, redirectUri } = ports
  return async (request, response) => {
    if (`http://${request.headers.host}` !== origin)
      return sendJson(response, 421, { detail: 'Unknown host' })
    const url = new URL(request.url ?? '/', origin)
    const at = `${request.method} ${url.pathname}`
    if (at === 'GET /') return page(response, 'Posts on devnet', posts.timeline())
    if (at.startsWith('GET /media/')) return picture(response, url.pathname.slice('/media/'.length))
    if (at === `GET ${AUTHORIZE}`) return page(response, 'Devnet social', grants.leaveForm(url.searchParams))
    if (at === `POST ${AUTHORIZE}`) {
      if (request.headers.origin !== origin) throw new SocialError(403, 'Foreign origin')
      const { href } = grants.decide(await formOf(request))
      response.writeHead(303, { location: href, 'cache-control': 'no-store' }).end()
      return
    }
    if (at === 'POST /2/oauth2/token')
      return sendJson(response, 200, await grants.give(await formOf(request)))
    if (at === 'POST /2/oauth2/revoke') {
      await grants.revoke(await formOf(request))
      return sendJson(response, 200, { revoked: true })
    }
    const grant = grants.grantOf(request.headers.authorization)
    if (at === 'GET /2/users/me') {
      const { username } = grant
      return sendJson(response, 200, { data: { id: username, username, name: username } })
    }
    if (at === 'POST /2/media/upload')
      return sendJson(response, 200, { data: { id: await posts.upload(grant, await jsonOf(request)) } })
    if (at === 'POST /2/tweets')
      return sendJson(response, 201, { data: await posts.post(grant, await jsonOf(request)) })
    throw new SocialError(404, 'Not found')
  }

  function picture(response: ServerResponse, mediaId: string): void {
    const media = posts.picture(mediaId)
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
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}
