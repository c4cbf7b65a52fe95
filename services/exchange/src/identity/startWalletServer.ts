/**
 * The wallet's origin: a server of its own with the frame's files and the routes of identity, which answer that origin
 * and no other. A browser says where a request comes from and cannot be made to lie by a page: whatever names another
 * origin, or another site than its own, is refused before its body is read. Programs that are no browsers have nothing
 * to gain here, since no authority lies in what a browser adds by itself.
 */
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import {
  REFUSAL,
  errorEntry,
  IDENTITY_CALLS,
  type ErrorBody,
  type IdentityCall,
  type IdentityCallName,
  type SolanaReadRequest,
  type WalletConfig,
} from '@vest/protocol'
import {
  isIdentityRefusal,
  type IdentityCaller,
  type IdentityPort,
  type IdentityRefusal,
  type SignedIn,
} from '@vest/runtime'
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../limits.ts'
import type { Logger } from '../logger.ts'
import { errorBodyOf, isRefusal, malformed, refuse, Refusal, tooMany } from '../refusal.ts'
import { isVisit, sendRefusalPage } from '../rest/pages/refusalPage.ts'
import { readJsonBody } from '../rest/jsonBody.ts'
import { createRateLimits } from '../rest/rateLimits.ts'
import { networkOf } from '../networkOf.ts'
import { readBody } from '../rest/readBody.ts'
import { walletHeaders } from './walletHeaders.ts'

export interface WalletServerOptions {
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  /** As browsers name it. */
  readonly origin: string
  readonly config: WalletConfig
  readonly identity: IdentityPort
  /** JSON-RPC of Solana over parsed bodies; absent: there is none. */
  readonly solana?: ReadSolana
  /** Folder of the built frame; absent or not there: the routes alone. */
  readonly staticDir?: string
  readonly logger: Logger
}

export interface WalletServer {
  readonly port: number
  /** For requests without a socket in tests. */
  readonly app: FastifyInstance
  stop(): Promise<void>
}

/** Parts of a wallet with every recovery part it may have. */
const BODY_BYTES_MAX = 32_768
const IMMUTABLE = /\/assets\/[^/]+$/

export type ReadSolana = (request: SolanaReadRequest) => Promise<unknown>
const NO_SOLANA = { jsonrpc: '2.0', id: null, error: { code: -32603, message: 'No Solana here' } } as const

interface Asked {
  readonly identity: IdentityPort
  readonly solana: ReadSolana | undefined
  readonly config: WalletConfig
  readonly body: unknown
  readonly from: IdentityCaller
  readonly who: SignedIn
  readonly params: Readonly<Record<string, string>>
}
type Handler = (asked: Asked) => Promise<object> | object

/** The body was parsed by the schema of the same call. */
const HANDLERS: { readonly [N in IdentityCallName]: Handler } = {
  config: ({ config }) => config,
  keys: ({ identity }) => identity.keys,
  startCode: ({ identity, body, from }) => identity.startCode(body as never, from),
  verifyCode: ({ identity, body, from }) => identity.verifyCode(body as never, from),
  startOidc: ({ identity, body, from }) => identity.startOidc(body as never, from),
  returnOidc: ({ identity, body, from }) => identity.returnOidc(body as never, from),
  refresh: ({ identity, body, from }) => identity.refresh(body as never, from),
  signOut: ({ identity, body, who }) => identity.signOut(who, body as never),
  user: ({ identity, who }) => identity.user(who),
  deleteUser: ({ identity, body, who, from }) => identity.deleteUser(who, body as never, from),
  sessions: ({ identity, who }) => identity.sessions(who),
  endSession: ({ identity, who, params }) => identity.endSession(who, params.id ?? ''),
  wallet: ({ identity, who }) => identity.wallet(who),
  putWallet: ({ identity, body, who, from }) => identity.putWallet(who, body as never, from),
  renewal: ({ identity, who }) => identity.renewal(who),
  renewWallet: ({ identity, body, who, from }) => identity.renewWallet(who, body as never, from),
  passkeys: ({ identity, who }) => identity.passkeys(who),
  startPasskey: ({ identity, who, from }) => identity.startPasskey(who, from),
  addPasskey: ({ identity, body, who, from }) => identity.addPasskey(who, body as never, from),
  removePasskey: ({ identity, body, who, params, from }) =>
    identity.removePasskey(who, params.id ?? '', body as never, from),
  askPasskey: ({ identity, from }) => identity.askPasskey(from),
  passkeySignIn: ({ identity, body, from }) => identity.passkeySignIn(body as never, from),
  confirm: ({ identity, body, who, from }) => identity.confirm(who, body as never, from),
  solanaRead: async ({ solana, body }) =>
    solana === undefined ? NO_SOLANA : ((await solana(body as SolanaReadRequest)) as object),
}

export async function startWalletServer(options: WalletServerOptions): Promise<WalletServer> {
  const { config, identity, solana, logger, origin, staticDir } = options
  const app = fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
  })
  app.server.headersTimeout = HEADERS_TIMEOUT_MS
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    const body = readJsonBody(bytes as Buffer)
    if (body.ok) done(null, body.value)
    else done(Object.assign(new Error(body.message), { statusCode: 400 }))
  })
  const headers = walletHeaders(config.appOrigins)
  const limits = createRateLimits()
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    const taken = limits.take('requests', networkOf(request.ip), Date.now())
    if (taken.ok) done()
    else send(reply, tooMany(taken.retryAfterS))
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return send(reply, malformed('Malformed request', status))
    // Neither the body nor what was refused is named: codes and tokens stand there.
    logger.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'identity failed')
    return send(reply, refuse(0))
  })
  app.setNotFoundHandler((request, reply) => {
    const refusal = new Refusal(0, 404, 'Not found')
    return isVisit(request) ? sendRefusalPage(reply.code(404), refusal, false) : send(reply, refusal)
  })
  for (const name of Object.keys(IDENTITY_CALLS) as IdentityCallName[])
    serve(app, { name, call: IDENTITY_CALLS[name], config, identity, solana, origin })
  if (staticDir !== undefined && existsSync(staticDir)) await serveFrame(app, staticDir)
  await app.listen({ host: options.host, port: options.port })
  const { port } = app.server.address() as AddressInfo
  return { port, app, stop: () => app.close() }
}

interface Served {
  readonly name: IdentityCallName
  readonly call: IdentityCall
  readonly config: WalletConfig
  readonly identity: IdentityPort
  readonly solana: ReadSolana | undefined
  readonly origin: string
}

function serve(app: FastifyInstance, { name, call, config, identity, solana, origin }: Served): void {
  const holders = new WeakMap<FastifyRequest, SignedIn>()
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      // Who verifies a token elsewhere may ask from anywhere.
      if (name === 'keys') return void reply.header('access-control-allow-origin', '*')
      if (!isOwnOrigin(request, origin))
        return send(reply, new Refusal(REFUSAL.UNAUTHORIZED, 403, 'Not from this origin'))
      if (call.auth === 'none') return
      const who = await identity.signedIn(bearerOf(request.headers.authorization))
      if (who === undefined) return send(reply, refuse(REFUSAL.UNAUTHORIZED))
      holders.set(request, who)
    },
    handler: async (request, reply) => {
      const body = call.body === undefined ? undefined : readBody(call.body, request.body)
      if (isRefusal(body)) return send(reply, body)
      const answer = await HANDLERS[name]({
        identity,
        solana,
        config,
        body,
        from: { address: request.ip, browser: request.headers['user-agent'] ?? '' },
        who: holders.get(request)!,
        params: request.params as Readonly<Record<string, string>>,
      })
      return isIdentityRefusal(answer) ? sendRefusal(reply, answer) : reply.send(answer)
    },
  })
}

/** Only a browser says so, and every browser does: of a page elsewhere one of both is another. */
function isOwnOrigin({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (headers.origin !== undefined) return headers.origin === origin
  return site === undefined || site === 'same-origin'
}

const bearerOf = (header: string | undefined): string =>
  /^Bearer ([\w.-]{1,2048})$/.exec(header ?? '')?.[1] ?? ''

async function serveFrame(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dir,
    wildcard: false,
    // By its own route: the plugin looks for a compressed twin of the folder's page, and finds none.
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isImmutable = IMMUTABLE.test(path.replaceAll('\\', '/').slice(dir.length))
      response.setHeader('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
}

function send(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterS !== undefined) void reply.header('retry-after', String(refusal.retryAfterS))
  return reply
    .code(refusal.httpStatus)
    .send(errorBodyOf(refusal.code, refusal.message, String(reply.request.id)))
}

function sendRefusal(
  reply: FastifyReply,
  { refused, message, triesLeft, retryAfterS }: IdentityRefusal,
): FastifyReply {
  const entry = errorEntry(refused)
  if (retryAfterS !== undefined) void reply.header('retry-after', String(retryAfterS))
  const body: ErrorBody = errorBodyOf(refused, message ?? entry.message, String(reply.request.id))
  return reply
    .code(entry.httpStatus)
    .send(triesLeft === undefined ? body : { ...body, detail: { ...body.detail, triesLeft } })
}
