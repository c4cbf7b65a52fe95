/**
 * The short way of a request that carries a body as our clients send it: POST to the plain path of a call, JSON that
 * says its length and type. Node's HTTP server has read it; the server's framework is passed by. It is answered by the
 * same admission, handlers, headers and refusals as on the long way, which takes everything that is written otherwise,
 * and all of it where the short way is off.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { assert } from '@vest/protocol'
import { BODY_BYTES_MAX } from '../limits.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../operator/metrics.ts'
import { bodyOf, isRefusal, malformed, tooMany, type Refusal } from '../refusal.ts'
import { admitRequest, type Admission } from './admitRequest.ts'
import { API_PREFIX, HEADERS_OF_API_LIST, ownHeaders, JSON_TYPE } from './answerHeaders.ts'
import { answerRoute, type RouteParts } from './answerRoute.ts'
import { failureOf } from './failureOf.ts'
import { isShed } from './isShed.ts'
import { readJsonBody } from './jsonBody.ts'
import { readWhole } from './readWhole.ts'
import type { Route } from './route.ts'

export interface DirectParts extends RouteParts {
  readonly logger: Logger
  readonly isStopping: () => boolean
  readonly metrics: Pick<Metrics, 'request' | 'shed'>
}

const TYPES: ReadonlySet<string | undefined> = new Set(['application/json', JSON_TYPE])
const NOTHING = {}

/** A route, and what its answers are counted under. */
interface DirectRoute {
  readonly route: Route
  readonly url: string
  readonly bodyBytesMax: number
}

/** Every POST of the table whose path is a plain text. */
export function serveDirectly(server: Server, routes: readonly Route[], parts: DirectParts): void {
  const byUrl = new Map<string | undefined, DirectRoute>()
  for (const route of routes) {
    const url = API_PREFIX + route.path
    if (route.method !== 'POST' || route.path.includes('{')) continue
    byUrl.set(url, { route, url, bodyBytesMax: route.bodyBytesMax ?? BODY_BYTES_MAX })
  }
  const outbox = createOutbox()
  const [serve] = server.listeners('request') as RequestHandler[]
  assert(serve !== undefined && server.listenerCount('request') === 1, 'one framework serves the requests')
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const direct = request.method === 'POST' ? byUrl.get(request.url) : undefined
    if (direct === undefined || !isPlain(request, direct) || parts.isStopping())
      return serve.call(server, request, response)
    const { access } = parts.edge
    const { headers } = request
    if (!access.isKnown(headers.host)) return serve.call(server, request, response)
    const ask: Ask = {
      apiKey: headers['x-api-key'],
      origin: headers.origin,
      address: access.addressOf(request),
      browser: headers['user-agent'] ?? '',
      isExempt: access.isExempt(headers),
    }
    const asked = new DirectRequest(parts, direct, ask, { response, due: outbox })
    if (direct.url === ORDERS_URL && parts.lanes.isFull('order')) {
      readWhole(request, (body) => {
        if (isShed(body)) asked.shed()
        else if (asked.isAdmitted()) void asked.handle(body)
      })
      // The body of an unknown caller is not read; any other is answered when all of it is there.
    } else if (asked.isAdmitted()) readWhole(request, (body) => void asked.handle(body))
  })
}
type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void
const ORDERS_URL = `${API_PREFIX}/orders`

/** A body of JSON that says its type and its length, within what the call takes. */
function isPlain({ headers }: IncomingMessage, { bodyBytesMax }: DirectRoute): boolean {
  const length = Number(headers['content-length'])
  return length > 0 && length <= bodyBytesMax && TYPES.has(headers['content-type'])
}

/** Who asks, as far as headers and the connection say. */
interface Ask {
  readonly apiKey: string | readonly string[] | undefined
  readonly origin: string | undefined
  readonly address: string
  readonly browser: string
  readonly isExempt: boolean
}
/** Where an answer goes. */
interface Reply {
  readonly response: ServerResponse
  /** It is there, and is to be written when its turn comes. */
  readonly due: (answered: DirectRequest) => void
}

/**
 * Answers of one turn are written at its end, one after the other. Written one by one between other work, each wakes
 * its reader for itself, which costs more than to write it.
 */
function createOutbox(): Reply['due'] {
  let waiting: DirectRequest[] = []
  const writeAll = (): void => {
    const now = waiting
    waiting = []
    for (const answered of now) answered.tryToWrite()
  }
  return (answered) => {
    if (waiting.push(answered) === 1) setImmediate(writeAll)
  }
}

class DirectRequest {
  private readonly startedMs = performance.now()
  private readonly requestId = randomUUID()
  private admission: Admission = {}
  private answer: object | Refusal = NOTHING
  private text = ''
  private readonly parts: DirectParts
  private readonly direct: DirectRoute
  private readonly ask: Ask
  private readonly reply: Reply

  constructor(parts: DirectParts, direct: DirectRoute, ask: Ask, reply: Reply) {
    this.parts = parts
    this.direct = direct
    this.ask = ask
    this.reply = reply
  }

  /** False where it has been refused by its headers alone. */
  isAdmitted(): boolean {
    const { parts, direct, ask } = this
    try {
      this.admission = admitRequest(parts.edge, direct.route, ask.apiKey, ask)
    } catch (error) {
      this.fail(error)
      return false
    }
    if (this.admission.refusal !== undefined) this.tell(this.admission.refusal)
    return this.admission.refusal === undefined
  }

  /** Beyond what can be done: refused before anything of it was. */
  shed(): void {
    this.parts.metrics.shed('order')
    this.tell(tooMany(1))
  }

  async handle(bytes: Buffer): Promise<void> {
    try {
      const { parts, direct, ask } = this
      const body = readJsonBody(bytes)
      if (!body.ok) return this.tell(malformed(body.message))
      const { address, browser, isExempt } = ask
      const asked = { query: NOTHING, params: NOTHING, body: body.value, address, browser, isExempt }
      this.tell(await answerRoute(parts, direct.route, asked, this.admission.caller))
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    const { requestId, parts, direct } = this
    this.tell(failureOf(error, parts.logger, { requestId, method: direct.route.method, route: direct.url }))
  }

  private tell(answer: object | Refusal): void {
    const body = isRefusal(answer) ? bodyOf(answer, this.requestId) : answer
    this.text = JSON.stringify(body)
    this.answer = answer
    this.reply.due(this)
  }

  /** One answer that cannot be written takes no other with it. */
  tryToWrite(): void {
    try {
      this.write()
    } catch (error) {
      const { parts, direct, requestId, reply } = this
      parts.logger.error({ err: error, requestId, route: direct.url }, 'an answer could not be written')
      reply.response.destroy()
    }
  }

  private write(): void {
    const { parts, direct, ask, reply, requestId, answer, text } = this
    const refusal = isRefusal(answer) ? answer : undefined
    const headers = [...HEADERS_OF_API_LIST, ...ownHeaders(ask.origin, requestId)]
    const { allowance } = this.admission
    if (allowance !== undefined) {
      headers.push('x-ratelimit-limit', String(allowance.limit))
      headers.push('x-ratelimit-remaining', String(allowance.remaining))
    }
    if (refusal?.retryAfterS !== undefined) headers.push('retry-after', String(refusal.retryAfterS))
    headers.push('content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(text)))
    const status = refusal === undefined ? 200 : refusal.httpStatus
    reply.response.writeHead(status, headers)
    reply.response.end(text)
    const seconds = (performance.now() - this.startedMs) / 1_000
    parts.metrics.request({ method: direct.route.method, route: direct.url, status, seconds }, refusal?.code)
  }
}
