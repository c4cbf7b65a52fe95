/**
 * The short way of a request that carries a body as our clients send it: POST to the plain path of a call, JSON that
 * says its length and type. It is answered from Node's own request, by the same admission, handlers, headers and
 * refusals as on the long way through the server's framework, which takes everything that is written otherwise.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BODY_BYTES_MAX } from '../limits.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../operator/metrics.ts'
import { errorBodyOf, isRefusal, malformed, type Refusal } from '../refusal.ts'
import { admitRequest, type Admission } from './admitRequest.ts'
import { API_PREFIX, HEADERS_OF_API_LIST, ownHeaders, JSON_TYPE } from './answerHeaders.ts'
import { answerRoute, type RouteParts } from './answerRoute.ts'
import { failureOf } from './failureOf.ts'
import { readJsonBody } from './jsonBody.ts'
import type { Route } from './route.ts'
import { standBefore } from './standBefore.ts'
import { takeBody } from './takeBody.ts'
import { createAnswerWriter, type WriteAnswer } from './writeAnswer.ts'

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
  const outbox = createOutbox(server)
  standBefore(server, (request, response, serve) => {
    const direct = request.method === 'POST' ? byUrl.get(request.url) : undefined
    if (direct === undefined || parts.isStopping()) return serve(request, response)
    const { headers } = request
    const length = Number(headers['content-length'])
    if (length > 0 && length <= direct.bodyBytesMax && TYPES.has(headers['content-type']))
      new DirectRequest(parts, direct, outbox, request, response).begin(length)
    else serve(request, response)
  })
}

interface Outbox {
  put(answered: DirectRequest): void
  readonly write: WriteAnswer
}

/**
 * Answers of one turn are written at its end, one after the other. Written one by one between other work, each wakes
 * its reader for itself, which costs more than to write it.
 */
function createOutbox(server: Server): Outbox {
  let waiting: DirectRequest[] = []
  const writeAll = (): void => {
    const now = waiting
    waiting = []
    for (const answered of now) answered.tryToWrite()
  }
  return {
    write: createAnswerWriter(server, HEADERS_OF_API_LIST),
    put(answered) {
      if (waiting.push(answered) === 1) setImmediate(writeAll)
    },
  }
}

class DirectRequest {
  private readonly startedMs = performance.now()
  private readonly requestId = randomUUID()
  private readonly address: string
  private admission: Admission = {}
  private answer: object | Refusal = NOTHING
  private text = ''
  private readonly parts: DirectParts
  private readonly direct: DirectRoute
  private readonly outbox: Outbox
  private readonly request: IncomingMessage
  private readonly response: ServerResponse

  constructor(
    parts: DirectParts,
    direct: DirectRoute,
    outbox: Outbox,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.parts = parts
    this.direct = direct
    this.outbox = outbox
    this.request = request
    this.response = response
    this.address = request.socket.remoteAddress ?? ''
  }

  /** A stranger's body is not read; anybody else's is answered when `length` bytes of it are there. */
  begin(length: number): void {
    const { parts, direct, request, address } = this
    try {
      this.admission = admitRequest(parts.edge, direct.route, request.headers['x-api-key'], address)
    } catch (error) {
      return this.fail(error)
    }
    if (this.admission.refusal !== undefined) return this.tell(this.admission.refusal)
    takeBody(request, length, (body) => void this.handle(body))
  }

  private async handle(bytes: Buffer): Promise<void> {
    try {
      const { parts, direct, address } = this
      const body = readJsonBody(bytes)
      if (!body.ok) return this.tell(malformed(body.message))
      const isExempt = parts.edge.isExempt(address)
      const asked = { query: NOTHING, params: NOTHING, body: body.value, address, isExempt }
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
    const body = isRefusal(answer) ? errorBodyOf(answer.code, answer.message, this.requestId) : answer
    this.text = JSON.stringify(body)
    this.answer = answer
    this.outbox.put(this)
  }

  /** One answer that cannot be written takes no other with it. */
  tryToWrite(): void {
    try {
      this.write()
    } catch (error) {
      const { parts, direct, requestId, response } = this
      parts.logger.error({ err: error, requestId, route: direct.url }, 'an answer could not be written')
      response.destroy()
    }
  }

  private write(): void {
    const { parts, direct, request, response, requestId, answer, text } = this
    const refusal = isRefusal(answer) ? answer : undefined
    const headers = ownHeaders(request.headers.origin, requestId)
    const { allowance } = this.admission
    if (allowance !== undefined) {
      headers.push('x-ratelimit-limit', String(allowance.limit))
      headers.push('x-ratelimit-remaining', String(allowance.remaining))
    }
    if (refusal?.retryAfterS !== undefined) headers.push('retry-after', String(refusal.retryAfterS))
    headers.push('content-type', JSON_TYPE)
    const status = refusal === undefined ? 200 : refusal.httpStatus
    this.outbox.write(response, { status, headers, text })
    const seconds = (performance.now() - this.startedMs) / 1_000
    parts.metrics.request({ method: direct.route.method, route: direct.url, status, seconds }, refusal?.code)
  }
}
