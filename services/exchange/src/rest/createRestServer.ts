/**
 * The HTTP server: one Fastify instance that serves the route table under /v2, the web app, and what the start
 * command registers beside them. Checks go from cheap to dear: size, key, rate, body, handler. Every failure
 * leaves as one shape; what is unexpected is logged with its request id and leaves as code 0 without a detail.
 */
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { asyncApi, CALLS, openApi, REFUSAL } from '@vest/protocol'
import { namedPage } from '../access/knownHosts.ts'
import { isExtension, isOwnPage } from '../access/ownPages.ts'
import type { Caller } from '../caller.ts'
import { docsPage } from '../docs/docsPage.ts'
import { DOCS_STYLE } from '../docs/docsStyle.ts'
import type { Edge } from '../edge.ts'
import {
  BODY_BYTES_MAX,
  DISCARDED_BYTES_MAX,
  HEADERS_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  SLOW_LOOK_MS,
} from '../limits.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../operator/metrics.ts'
import type { Readiness } from '../operator/readiness.ts'
import { bodyOf, errorBodyOf, isRefusal, malformed, Refusal, unavailable } from '../refusal.ts'
import { admitRequest, allowanceHeaders } from './admitRequest.ts'
import { API_PREFIX, headersOf } from './answerHeaders.ts'
import { answerRoute } from './answerRoute.ts'
import { failureOf } from './failureOf.ts'
import { readJsonBody } from './jsonBody.ts'
import { NEXT_CURSOR_HEADER, nextCursorOf } from './listPage.ts'
import type { Query } from './query.ts'
import { createRequestLanes, type RequestLanes } from './requestLanes.ts'
import { ROUTES } from './routeTable.ts'
import type { Route, RouteRequest } from './route.ts'
import { createSecurityHeaders, hashSource, type PageReaches } from './securityHeaders.ts'
import { serveDirectly } from './serveDirectly.ts'
import { isVisit, sendRefusalPage } from './pages/refusalPage.ts'
import { isPage, serveWebApp } from './pages/serveWebApp.ts'
import { tradePath } from './pages/tradePath.ts'
import { readWebPage } from './pages/webPage.ts'

export interface RestServerOptions {
  readonly edge: Edge
  readonly logger: Logger
  /** Folder of the built web app. */
  readonly staticDir?: string
  /** What its page may embed and ask beyond its own origin. */
  readonly reaches?: PageReaches
  /** Where pages may send what is counted, of this origin. */
  readonly analyticsPath?: string | undefined
  /** Registers calls beside /v2 on the same server. */
  readonly extraRoutes?: (app: FastifyInstance) => void | Promise<void>
  /** True from the moment the exchange stops: nothing is accepted any more. */
  readonly isStopping: () => boolean
  readonly readiness: () => Pick<Readiness, 'ready'>
  readonly metrics: Pick<Metrics, 'request' | 'shed'>
  /** False: every request takes the long way, through the framework. */
  readonly isShortWayOn?: boolean
}

export async function createRestServer(options: RestServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: SLOW_LOOK_MS },
    forceCloseConnections: 'idle',
    // A path that cannot be decoded is answered like every other malformed request.
    frameworkErrors: (error, _request, reply) =>
      void send(reply as FastifyReply, refusalOf(error, options, undefined)),
    clientErrorHandler,
  })
  acceptJsonOnly(app)
  app.addHook('onRequest', (request, reply, done) => {
    if (!prepare(options, request, reply)) done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    measure(options, request, reply)
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode === 413 && isDiscarded(request)) reply.removeHeader('connection')
    return send(reply, refusalOf(error, options, request))
  })
  const { staticDir } = options
  const sendPage = staticDir === undefined ? undefined : pageByName(await webPages(options, staticDir))
  app.setNotFoundHandler((request, reply) =>
    sendPage !== undefined && isPage(request)
      ? sendPage(request, reply)
      : send(reply, notFound(app, request)),
  )
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const { ready } = options.readiness()
    return reply.code(ready ? 200 : 503).send({ ready })
  })
  serveReference(app)
  const lanes = createRequestLanes()
  for (const route of ROUTES) serve(app, options, lanes, route)
  const { edge, logger, isStopping, metrics } = options
  if (options.isShortWayOn ?? true)
    serveDirectly(app.server, ROUTES, { edge, lanes, logger, isStopping, metrics })
  await options.extraRoutes?.(app)
  if (staticDir !== undefined && sendPage !== undefined) await serveWebApp(app, staticDir, sendPage)
  return app
}

type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Pages stand at the server's name: who asks for one by a number is told where. */
const pageByName =
  (sendPage: SendPage): SendPage =>
  (request, reply) => {
    const named = namedPage(request.headers.host, request.url)
    return named === undefined ? sendPage(request, reply) : reply.redirect(named, 308)
  }

/** The trading page with the shell of its market, which has one address in one case. */
async function webPages(options: RestServerOptions, dir: string): Promise<SendPage> {
  const sendPage = await readWebPage(dir, options)
  const logoDir = join(dir, 'logos')
  const logos = new Set(existsSync(logoDir) ? await readdir(logoDir) : [])
  const { view } = options.edge
  return (request, reply) => {
    const path = tradePath({ view, logos }, request.url)
    return path.kind === 'moved' ? reply.redirect(path.url, 307) : sendPage(reply, path.shell)
  }
}

/** What the calls are: for people and for tools. */
function serveReference(app: FastifyInstance): void {
  const page = docsPage()
  const documents = {
    '/openapi.json': JSON.stringify(openApi()),
    '/asyncapi.json': JSON.stringify(asyncApi()),
  }
  const fresh = { 'cache-control': 'no-cache' }
  const withItsStyle = createSecurityHeaders({ styleSource: hashSource(DOCS_STYLE) })
  app.get(
    '/docs',
    pageByName((_request, reply) =>
      reply
        .headers({ ...withItsStyle, ...fresh })
        .type('text/html; charset=utf-8')
        .send(page),
    ),
  )
  for (const [path, document] of Object.entries(documents))
    app.get(path, async (_request, reply) =>
      reply.headers(fresh).type('application/json; charset=utf-8').send(document),
    )
}

// ---------------------------------------------------------------- one route

function serve(app: FastifyInstance, options: RestServerOptions, lanes: RequestLanes, route: Route): void {
  const { edge, metrics } = options
  const parts = { edge, metrics, lanes }
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method: route.method,
    url: API_PREFIX + route.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    ...(route.bodyBytesMax === undefined ? {} : { bodyLimit: route.bodyBytesMax }),
    // Before the body is read: a stranger's body is not worth parsing.
    onRequest: (request, reply, done) => {
      const { allowance, refusal, caller } = admitRequest(
        edge,
        route,
        request.headers['x-api-key'],
        fromOf(edge, request),
      )
      if (allowance !== undefined) reply.headers(allowanceHeaders(allowance))
      if (refusal !== undefined) return void send(reply, refusal)
      if (caller !== undefined) callers.set(request, caller)
      done()
    },
    handler: async (request, reply) => {
      const asked: RouteRequest = {
        query: request.query as Query,
        params: request.params as Readonly<Record<string, string>>,
        body: request.body,
        ...fromOf(edge, request),
      }
      const answer = await answerRoute(parts, route, asked, callers.get(request))
      if (isRefusal(answer)) return send(reply, answer)
      const cursor = nextCursorOf(answer)
      if (cursor !== undefined) reply.header(NEXT_CURSOR_HEADER, cursor)
      return reply.send(answer)
    },
  })
}

const fromOf = (
  { access }: Pick<Edge, 'access'>,
  { raw }: FastifyRequest,
): Pick<RouteRequest, 'address' | 'browser' | 'isExempt'> => ({
  address: access.addressOf(raw),
  browser: raw.headers['user-agent'] ?? '',
  isExempt: access.isExempt(raw.headers),
})

// ---------------------------------------------------------------- every request

/** Calls beside the API, which no page of another origin may make. */
const GUARDED_PREFIX = '/devnet/'
const CHAIN_PREFIX = '/devnet/rpc/'
const UNKNOWN_HOST = new Refusal(0, 421, 'Unknown host')
const FOREIGN_PAGE = new Refusal(0, 403, 'Not for pages of another origin')

/** Wallets in an extension reach the chain from an origin that no page can have. */
const mayAskChain = (url: string, headers: FastifyRequest['headers']): boolean =>
  url.startsWith(CHAIN_PREFIX) && isExtension(headers)

const STATUS_PATH = `${API_PREFIX}${CALLS.status.path}`

/** Headers of every answer, the preflight of browsers, and the checks that need no body. True = it is answered. */
function prepare(options: RestServerOptions, request: FastifyRequest, reply: FastifyReply): boolean {
  const { url, headers } = request
  const isGuarded = url.startsWith(GUARDED_PREFIX)
  const isStranger = isGuarded && !(isOwnPage(headers) || mayAskChain(url, headers))
  const origin = isStranger ? undefined : headers.origin
  reply.headers(headersOf({ url, origin, requestId: request.id }))
  if (!options.edge.access.isKnown(headers.host)) return send(reply, UNKNOWN_HOST).sent
  if (isStranger) return send(reply, FOREIGN_PAGE).sent
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
    reply.code(204).send()
  // The health of the exchange is answered at all times, above all now.
  else if (options.isStopping() && request.routeOptions.url !== STATUS_PATH)
    send(reply, unavailable('The exchange is stopping'))
  return reply.sent
}

/** What is counted of an answer: the path of the table, never the one that was asked for. */
function measure({ metrics }: RestServerOptions, request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request
  const seconds = reply.elapsedTime / 1_000
  metrics.request(
    { method, route: routeOptions.url ?? 'none', status: reply.statusCode, seconds },
    REFUSED.get(reply),
  )
}

/** The code of each answer that is a refusal. */
const REFUSED = new WeakMap<FastifyReply, number>()

/** A body must be JSON and say so; an empty one is no body, whatever it is called. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
    if (type !== 'application/json')
      return done(null, new RefusedBody('Content-Type must be application/json'))
    const body = readJsonBody(bytes as Buffer)
    return done(null, body.ok ? body.value : new RefusedBody(body.message))
  })
  app.addHook('preValidation', (request, reply, done) => {
    if (request.body instanceof RefusedBody) send(reply, malformed(request.body.message))
    else done()
  })
}

/**
 * Stands in the place of a body that was read whole and is none. As an error of the parser it would end the
 * connection, and with it whatever its client has sent behind.
 */
class RefusedBody {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

// ---------------------------------------------------------------- every failure

/** The framework ends the connection behind each body that is too large: while the client is still sending it. */
const isDiscarded = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length']) <= DISCARDED_BYTES_MAX

const refusalOf = (
  error: FastifyError,
  { logger }: RestServerOptions,
  request: FastifyRequest | undefined,
): Refusal =>
  failureOf(
    error,
    logger,
    request && { requestId: request.id, method: request.method, route: request.routeOptions.url },
  )

function send(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS))
  REFUSED.set(reply, refusal.code)
  if (isVisit(reply.request)) return sendRefusalPage(reply.code(refusal.httpStatus), refusal)
  return reply.code(refusal.httpStatus).send(bodyOf(refusal, String(reply.request.id)))
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** 405 where the path exists for another method, else 404; both with code 0. */
function notFound(app: FastifyInstance, request: FastifyRequest): Refusal {
  const path = request.url.split('?')[0]!
  const isKnown = METHODS.some((method) => app.hasRoute({ method, url: path }))
  return new Refusal(0, isKnown ? 405 : 404, isKnown ? 'Method not allowed' : 'Not found')
}

/** What is no HTTP at all, or came too slowly: there is no request to answer, only a socket. */
function clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, message] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? [408, 'Request timed out'] : [400, 'Malformed request']
  const body = JSON.stringify(errorBodyOf(REFUSAL.INVALID_PARAMETER, message))
  const text =
    `HTTP/1.1 ${status} ${message}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
    `Connection: close\r\n\r\n${body}`
  socket.end(text)
  // Who dribbles keeps its side open for as long as it likes.
  if (status === 408) socket.destroySoon()
}
