/**
 * The short way of a request that carries a body as our clients send it: POST to the plain path of a call, JSON that
 * says its length and type. It is answered from the bytes of its connection, or where that has carried other requests
 * from Node's own, by the same admission, handlers, headers and refusals as on the long way through the server's
 * framework, which takes everything that is written otherwise.
 */
import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { PROGRAM_HEADER } from '../access/createAccess.ts'
import { BODY_BYTES_MAX, SILENT_MS_MAX } from '../limits.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../operator/metrics.ts'
import { bodyOf, isRefusal, malformed, tooMany, type Refusal } from '../refusal.ts'
import { admitRequest, type Admission } from './admitRequest.ts'
import { API_PREFIX, HEADERS_OF_API_LIST, ownHeaders, JSON_TYPE } from './answerHeaders.ts'
import { answerRoute, type RouteParts } from './answerRoute.ts'
import { failureOf } from './failureOf.ts'
import { readJsonBody } from './jsonBody.ts'
import { takePostLines } from './postLines.ts'
import type { Route } from './route.ts'
import { isShed } from './shedOrders.ts'
import { standBefore } from './standBefore.ts'
import { takeBody } from './takeBody.ts'
import { createAnswerText, createAnswerWriter, type Answer, type AnswerText } from './writeAnswer.ts'

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
  const textOf = createAnswerText(server, HEADERS_OF_API_LIST)
  serveLines(server, byUrl, parts, textOf)
  const outbox = createOutbox()
  const write = createAnswerWriter(HEADERS_OF_API_LIST, textOf)
  standBefore(server, (request, response, serve) => {
    const direct = request.method === 'POST' ? byUrl.get(request.url) : undefined
    if (direct === undefined || parts.isStopping()) return serve(request, response)
    const { headers } = request
    if (!parts.edge.access.isKnown(headers.host)) return serve(request, response)
    const length = Number(headers['content-length'])
    if (!(length > 0 && length <= direct.bodyBytesMax && TYPES.has(headers['content-type'])))
      return serve(request, response)
    const ask: Ask = {
      apiKey: headers['x-api-key'],
      origin: headers.origin,
      address: parts.edge.access.addressOf(request),
      isExempt: parts.edge.access.isExempt(headers),
    }
    const asked = new DirectRequest(parts, direct, ask, {
      due: outbox,
      write: (answer) => write(response, answer),
      destroy: () => void response.destroy(),
    })
    // The body of an unknown caller is not read; any other is answered when all of it is there.
    if (asked.isAdmitted()) takeBody(request, length, (body) => void asked.handle(body))
  })
}

/** The same for connections that carry nothing else: read before Node's parser has made anything of them. */
function serveLines(
  server: Server,
  byUrl: ReadonlyMap<string | undefined, DirectRoute>,
  parts: DirectParts,
  textOf: AnswerText,
): void {
  takePostLines(server, {
    silentMsMax: SILENT_MS_MAX,
    isTaken: (url, length) => length <= (byUrl.get(url)?.bodyBytesMax ?? 0),
    answer({ head, body }, reply) {
      const { access } = parts.edge
      if (parts.isStopping() || !access.isKnown(head.host)) return false
      const { apiKey, origin } = head
      const isExempt = access.isExempt({ [PROGRAM_HEADER]: head.programToken })
      const ask: Ask = { apiKey, origin, isExempt, address: reply.address }
      const asked = new DirectRequest(parts, byUrl.get(head.url)!, ask, {
        due: (answered) => answered.tryToWrite(),
        write: (answer) => reply.send(textOf(answer)),
        destroy: () => reply.destroy(),
      })
      if (head.url === ORDERS_URL && parts.lanes.isFull('order') && isShed(body)) asked.shed()
      else if (asked.isAdmitted()) void asked.handle(body)
      return true
    },
  })
}
const ORDERS_URL = `${API_PREFIX}/orders`

/** Who asks, as far as headers and the connection say. */
interface Ask {
  readonly apiKey: string | readonly string[] | undefined
  readonly origin: string | undefined
  readonly address: string
  readonly isExempt: boolean
}
/** Where an answer goes. */
interface Reply {
  /** It is there, and is to be written when its turn comes. */
  readonly due: (answered: DirectRequest) => void
  readonly write: (answer: Answer) => void
  /** Ends the connection, for nothing can be answered. */
  readonly destroy: () => void
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
      const { address, isExempt } = ask
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
      reply.destroy()
    }
  }

  private write(): void {
    const { parts, direct, ask, reply, requestId, answer, text } = this
    const refusal = isRefusal(answer) ? answer : undefined
    const headers = ownHeaders(ask.origin, requestId)
    const { allowance } = this.admission
    if (allowance !== undefined) {
      headers.push('x-ratelimit-limit', String(allowance.limit))
      headers.push('x-ratelimit-remaining', String(allowance.remaining))
    }
    if (refusal?.retryAfterS !== undefined) headers.push('retry-after', String(refusal.retryAfterS))
    headers.push('content-type', JSON_TYPE)
    const status = refusal === undefined ? 200 : refusal.httpStatus
    reply.write({ status, headers, text })
    const seconds = (performance.now() - this.startedMs) / 1_000
    parts.metrics.request({ method: direct.route.method, route: direct.url, status, seconds }, refusal?.code)
  }
}
