/**
 * One HTTP call: headers, query, time limit, and the reading of the answer into a value or a typed error. It
 * never repeats anything by itself but a call refused with 1132 (our clock was off): the exchange did not
 * execute that one, so it resynchronises, says so through `onResync`, and tries once more ([8.57]).
 */
import type { z } from 'zod'
import { RECV_WINDOW_MAX_MS, REFUSAL } from '@vest/protocol'
import type { ClientClock } from './clientClock.ts'
import { ApiError, FormatError, TimeoutError, TransportError } from './errors.ts'
import { createServerTime, type ServerTime } from './serverTime.ts'
import type { ResponseName, ResponseSchemas } from './validation.ts'

export type Responses = { [Name in ResponseName]: z.infer<ResponseSchemas[Name]> }
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
  /** A GET under /v2; carries `time` ([7.1]). */
  get<Name extends ResponseName>(name: Name, path: string, call?: Call): Promise<Responses[Name]>
  /** A GET of a list, with the cursor that goes on behind it where there is more. */
  getPage<Name extends ResponseName>(name: Name, path: string, call?: Call): Promise<Page<Responses[Name]>>
  /** A POST, PUT or DELETE under /v2. `name` undefined: the answer's body does not matter. */
  send<Name extends ResponseName>(
    name: Name,
    method: Method,
    path: string,
    call?: Call,
  ): Promise<Responses[Name]>
  send(name: undefined, method: Method, path: string, call?: Call): Promise<undefined>
  /** A call by its whole path, without `time`. */
  raw<Name extends ResponseName>(
    name: Name,
    method: Method | 'GET',
    path: string,
    call?: Call,
  ): Promise<Responses[Name]>
  raw(name: undefined, method: Method | 'GET', path: string, call?: Call): Promise<undefined>
  /** Runs `attempt` with the corrected time, and once more after a resynchronisation if it was refused with 1132. */
  withServerTime<T>(attempt: (timeMs: number) => Promise<T>): Promise<T>
}

export interface Page<Rows> {
  readonly rows: Rows
  readonly nextCursor: string | undefined
}
export type Method = 'POST' | 'PUT' | 'DELETE'
export interface Call {
  readonly query?: Query
  readonly body?: object
  readonly access?: 'public' | 'private'
  readonly signal?: AbortSignal | undefined
}

export function createHttp(options: HttpOptions): Http {
  const { clock } = options
  const origin = originOf(options.baseUrl)

  async function exchange(
    name: ResponseName | undefined,
    method: string,
    path: string,
    call: Call,
  ): Promise<{ readonly body: unknown; readonly headers: Headers }> {
    const headers: Record<string, string> = { accept: 'application/json' }
    const sentKey = call.access === 'private' ? http.credentials?.apiKey : undefined
    if (call.access === 'private') {
      if (http.credentials === undefined) throw new ApiError(REFUSAL.UNAUTHORIZED, { httpStatus: 401 })
      headers['x-api-key'] = http.credentials.apiKey
      headers['xrestservermm'] = `restserver${http.credentials.accountGroup}`
    }
    if (call.body !== undefined) headers['content-type'] = 'application/json'
    const url = `${origin}${path}${queryText(call.query)}`
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const { response, text } = await timed(
      url,
      { method, headers, ...(body === undefined ? {} : { body }) },
      call.signal,
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
    if (options.validate && name !== undefined) (await import('./validation.ts')).checkResponse(name, answer)
    return { body: name === undefined ? undefined : answer, headers: response.headers }
  }

  async function timed(
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

  // A read that comes late does no harm: it may take as long as the exchange allows at all. A busy browser holds back
  // more than the usual window.
  const read = (name: ResponseName, path: string, call: Call, time: number) =>
    exchange(name, 'GET', `/v2${path}`, {
      ...call,
      query: { ...call.query, time, recvWindow: RECV_WINDOW_MAX_MS },
    })

  const http = {
    origin,
    clock,
    credentials: undefined as Credentials | undefined,
    withServerTime,
    get: (name: ResponseName, path: string, call: Call = {}) =>
      withServerTime(async (time) => (await read(name, path, call, time)).body),
    getPage: (name: ResponseName, path: string, call: Call = {}) =>
      withServerTime(async (time) => {
        const { body, headers } = await read(name, path, call, time)
        return { rows: body, nextCursor: headers.get('x-next-cursor') ?? undefined }
      }),
    send: async (name: ResponseName | undefined, method: Method, path: string, call: Call = {}) =>
      (await exchange(name, method, `/v2${path}`, call)).body,
    raw: async (name: ResponseName | undefined, method: string, path: string, call: Call = {}) =>
      (await exchange(name, method, path, call)).body,
    // GET /time alone carries no `time`: it would be refused exactly when it is needed.
    time: createServerTime(
      clock,
      async () =>
        ((await exchange('timeResponse', 'GET', '/v2/time', {})).body as { serverTime: number }).serverTime,
    ),
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
