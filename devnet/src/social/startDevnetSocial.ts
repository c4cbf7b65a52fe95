/**
 * Devnet's social network: a page that asks for leave, and the calls that a program with leave makes, as the real one has
 * them (OAuth 2 with PKCE, single-use refresh tokens, pictures, posts). Its front page shows what was posted. It has an
 * origin of its own.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AUTHORIZE, createGrants } from './network/grants.ts'
import { openKeptBooks } from './network/keptBooks.ts'
import { createPosts } from './network/posts.ts'
import { createSocialAnswers, sendJson } from './network/socialAnswers.ts'
import { SocialError } from './network/socialError.ts'

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

export async function startDevnetSocial(options: DevnetSocialOptions): Promise<DevnetSocial> {
  const { clientId, redirectUri, path, nowMs, onTrouble } = options
  const store = openKeptBooks(path)
  const grants = createGrants({ clientId, redirectUri, store, nowMs })
  const posts = createPosts({ store, nowMs })

  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const answer = createSocialAnswers({ grants, posts, origin, redirectUri })
  server.on('request', (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof SocialError)) onTrouble(error as Error)
      const [status, detail] =
        error instanceof SocialError ? [error.status, error.message] : [500, 'It could not do that']
      if (!response.headersSent) sendJson(response, status, { title: detail, detail, status })
    })
  })

  return {
    origin,
    authorizeUrl: `${origin}${AUTHORIZE}`,
    postUrl: `${origin}/#p{id}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await store.kept()
    },
  }
}
