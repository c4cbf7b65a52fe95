/**
 * One HTTP call: headers, query, time limit, and the reading of the answer into a value or a typed error. It
 * never repeats anything by itself but a call refused with 1132 (our clock was off): the exchange did not
 * execute that one, so it resynchronises, says so through `onResync`, and tries once more ([8.57]).
 */
import { type AnswerOf, type CallName, RECV_WINDOW_MAX_MS, REFUSAL } from '@vest/protocol'
import type { Method, Route } from './calls/route.ts'
import { SENT, WRITTEN } from './calls/routes.ts'
import type { ClientClock } from './clientClock.ts'
import { ApiError, FormatError, TimeoutError, TransportError } from './errors.ts'
import { createServerTime, type ServerTime } from './serverTime.ts'
import type { CheckedName } from './validation.ts'

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>

/** Who we are to the exchange. */
export interface Credentials {
  readonly apiKey: string
  readonly accountGroup: number
}

export interface HttpOptions {
  /** Origin of the exchange; a trailing `/v2` is ignored. Empty: the origin of the page. */
  readonly baseUrl: string
  readonly fetch: FetchLike
  readonly clock: ClientClock
  readonly requestTimeoutMs: number
  readonly validate: boolean
  /** Our clock was off and has been corrected; the refused call is being repeated. */
  readonly onResync?: ((correction: { readonly offsetMs: number }) => void) | undefined
  /** The key is no longer accepted and has been dropped ([6.1]). */
  readonly onUnauthorized?: ((error: ApiError) => void) | undefined
}

export interface Http {
  readonly origin: string
  readonly clock: ClientClock
  readonly time: ServerTime
  credentials: Credentials | undefined
  /** A call of the API, as its file says. A GET carries `time` unless it is `untimed` ([7.1]). */
  call<Name extends SentName>(name: Name, request?: CallRequest): Promise<AnswerOf<Name>>
  /** A GET of a list, with the cursor that goes on behind it where there is more. */
  page<Name extends SentName>(name: Name, query: Query): Promise<Page<AnswerOf<Name>>>
  /** What is no call of the API, by its whole path. `check`: the schema that its answer is checked with. */
  raw(check: CheckedName | undefined, method: Method, path: string, body?: object): Promise<unknown>
  /** Runs `attempt` with the corrected time, and once more after a resynchronisation if it was refused with 1132. */
  withServerTime<T>(attempt: (timeMs: number) => Promise<T>): Promise<T>
}

export interface Page<Rows> {
  readonly rows: Rows
  readonly nextCursor: string | undefined
}
export type SentName = Exclude<CallName, 'fundingHistoryOlderName'>
export interface CallRequest {
  /** In the place of `{name}` in the path, in their order. */
  readonly params?: readonly string[]
  readonly query?: Query | undefined
  readonly body?: object | undefined
  readonly signal?: AbortSignal | undefined
  /** A GET that has no age: it is answered at any time. */
  readonly untimed?: true
}
interface Sent {
  readonly check: CheckedName | undefined
  readonly method: Method
  readonly path: string
  readonly isPrivate: boolean
  readonly request: CallRequest
}

export const ROUTES: Readonly<Record<SentName, Route>> = { ...SENT, ...WRITTEN }

export function createHttp(options: HttpOptions): Http {
  const { clock } = options
  const origin = originOf(options.baseUrl)

  async function exchange({
    check,
    method,
    path,
    isPrivate,
    request,
  }: Sent): Promise<{ readonly body: unknown; readonly headers: Headers }> {
    const headers: Record<string, string> = { accept: 'application/json' }
    const sentKey = isPrivate ? http.credentials?.apiKey : undefined
    if (isPrivate) {
      if (http.credentials === undefined) throw new ApiError(REFUSAL.UNAUTHORIZED, { httpStatus: 401 })
      headers['x-api-key'] = http.credentials.apiKey
      headers['xrestservermm'] = `restserver${http.credentials.accountGroup}`
    }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    const url = `${origin}${path}${queryText(request.query)}`
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    const { response, text } = await fetchInTime(
      url,
      { method, headers, ...(body === undefined ? {} : { body }) },
      request.signal,
    )
    let answer: unknown
    try {
      answer = readAnswer(response, text)
    } catch (error) {
      if (isUnauthorized(error) && sentKey !== undefined) {
        // A newer key, set while this call was under way, stays.
        if (http.credentials?.apiKey === sentKey) http.credentials = undefined
        options.onUnauthorized?.(error)
      }
      throw error
    }
    if (options.validate && check !== undefined)
      (await import('./validation.ts')).checkResponse(check, answer)
    return { body: answer, headers: response.headers }
  }

  async function fetchInTime(
    url: string,
    init: RequestInit,
    outer: AbortSignal | undefined,
  ): Promise<{ response: Response; text: string }> {
    const controller = new AbortController()
    const abort = (): void => controller.abort(outer?.reason)
    if (outer?.aborted)
      throw new TransportError('The call was abandoned', { cause: outer.reason, sent: false })
    outer?.addEventListener('abort', abort, { once: true })
    let timedOut = false
    const timer = clock.setTimeout(() => {
      timedOut = true
      controller.abort()
    }, options.requestTimeoutMs)
    try {
      const response = await options.fetch(url, { ...init, signal: controller.signal })
      // Here, not later: the time limit covers the body too.
      return { response, text: await response.text() }
    } catch (cause) {
      if (timedOut) throw new TimeoutError({ cause })
      if (outer?.aborted) throw new TransportError('The call was abandoned', { cause })
      throw new TransportError('The exchange could not be reached', { cause, sent: !neverConnected(cause) })
    } finally {
      clock.clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
    }
  }

  async function withServerTime<T>(attempt: (timeMs: number) => Promise<T>): Promise<T> {
    try {
      return await attempt(http.time.now())
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== REFUSAL.ORDER_EXPIRED) throw error
      try {
        await http.time.sync()
      } catch (cause) {
        // The refusal is what the caller has to know; why no correction was possible goes along.
        throw new ApiError(REFUSAL.ORDER_EXPIRED, {
          httpStatus: error.httpStatus,
          message: error.message,
          cause,
        })
      }
      options.onResync?.({ offsetMs: http.time.offsetMs })
      return attempt(http.time.now())
    }
  }

  function send(name: SentName, request: CallRequest) {
    const [access, method, path] = ROUTES[name]
    const params = [...(request.params ?? [])]
    const told = path.replace(/\{\w+\}/g, () => encodeURIComponent(params.shift()!))
    return exchange({ check: name, method, path: `/v2${told}`, isPrivate: access === 'key', request })
  }
  // A read that comes late does no harm: it may take as long as the exchange allows at all. A busy browser holds back
  // more than the usual window.
  const timed = (name: SentName, request: CallRequest) =>
    withServerTime((time) =>
      send(name, { ...request, query: { ...request.query, time, recvWindow: RECV_WINDOW_MAX_MS } }),
    )

  const http: Http = {
    origin,
    clock,
    credentials: undefined as Credentials | undefined,
    withServerTime,
    call: async (name: SentName, request: CallRequest = {}) => {
      const isTimed = !request.untimed && ROUTES[name][1] === 'GET'
      return (await (isTimed ? timed(name, request) : send(name, request))).body
    },
    page: async (name: SentName, query: Query) => {
      const { body, headers } = await timed(name, { query })
      return { rows: body, nextCursor: headers.get('x-next-cursor') ?? undefined }
    },
    raw: async (check: CheckedName | undefined, method: Method, path: string, body?: object) =>
      (await exchange({ check, method, path, isPrivate: false, request: { body } })).body,
    // GET /time alone carries no `time`: it would be refused exactly when it is needed.
    time: createServerTime(clock, async () => (await http.call('time', { untimed: true })).serverTime),
  } as Http
  return http
}

/** Node says why a connection failed; browsers do not, and there a lost request counts as sent. */
function neverConnected(cause: unknown): boolean {
  const code = (cause as { cause?: { code?: unknown } } | undefined)?.cause?.code
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
}

/** The body of a success; throws what the answer means otherwise. */
function readAnswer(response: Response, text: string): unknown {
  const body = parseJson(text)
  const said = errorIn(body)
  if (response.ok && said.code === 0) {
    if (body === undefined && text !== '') throw new FormatError('The answer is not JSON')
    return body
  }
  const retryAfterS = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new ApiError(codeOf(said.code, response.status), {
    httpStatus: response.status,
    message: said.message,
    retryAfterMs: Number.isFinite(retryAfterS) ? retryAfterS * 1000 : undefined,
  })
}

/** `detail.code`, then `code`, else 0 ([8.1]). A body of success never has a top-level code other than 0. */
function errorIn(body: unknown): { code: number; message: string | undefined } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { code: 0, message: undefined }
  const outer = body as { code?: unknown; msg?: unknown; detail?: { code?: unknown; msg?: unknown } | null }
  const detail = typeof outer.detail === 'object' ? outer.detail : undefined
  const code = [detail?.code, outer.code].find((value) => typeof value === 'number') as number | undefined
  const message = [detail?.msg, outer.msg].find((value) => typeof value === 'string') as string | undefined
  return { code: code ?? 0, message }
}

/** 401 and 403 mean 1002, 429 means 1003, whatever a body says or omits. */
function codeOf(code: number, httpStatus: number): number {
  if (httpStatus === 401 || httpStatus === 403) return REFUSAL.UNAUTHORIZED
  if (httpStatus === 429 || code === 429) return REFUSAL.TOO_MANY_REQUESTS
  return code
}

const isUnauthorized = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === REFUSAL.UNAUTHORIZED

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function queryText(query: Query | undefined): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue
    params.set(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function originOf(baseUrl: string): string {
  const base = baseUrl === '' ? (globalThis.location?.origin ?? '') : baseUrl
  return base.replace(/\/+$/, '').replace(/\/v2$/, '')
}
