/**
 * The built web app from a folder: hashed assets are immutable, compressed twins (.br, .gz) are preferred where
 * they lie beside the file, and every path of a page is answered with the page itself, for every client.
 */
import fastifyStatic from '@fastify/static'
import { CALL_LIST } from '@vest/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isVisit } from './refusalPage.ts'
import { WEB_PAGE } from './webPage.ts'

/** The bundler puts everything whose name carries a hash here. */
const IMMUTABLE = /\/assets\/[^/]+$/

export async function serveWebApp(
  app: FastifyInstance,
  dir: string,
  sendPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): Promise<void> {
  for (const path of ['/', `/${WEB_PAGE}`]) app.get(path, sendPage)
  await app.register(fastifyStatic, {
    root: dir,
    // One route per file that exists now: a path that is no file never reaches the disk.
    wildcard: false,
    index: false,
    globIgnore: [WEB_PAGE, `${WEB_PAGE}.*`],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isImmutable = IMMUTABLE.test(path.replaceAll('\\', '/').slice(dir.length))
      response.setHeader('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Of calls whose names are those of pages too. */
const PAGES_NAMED_AS_CALLS = ['/points', '/referrals']
/** A program that has forgotten /v2 reads so in JSON. */
const CALL_PATHS = new Set(
  CALL_LIST.map(({ path }) => path as string).filter((path) => !PAGES_NAMED_AS_CALLS.includes(path)),
)

/**
 * A path without an ending is one of a page, whatever `Accept` says; one with an ending, or the name of a call, only for
 * who visits it.
 */
export function isPage(request: FastifyRequest): boolean {
  const path = request.url.split('?')[0]!
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(v2|devnet|ws|ws-api|assets)(\/|$)/.test(path)) return false
  return (!/\.[^/]+$/.test(path) && !CALL_PATHS.has(path)) || isVisit(request)
}
