/** Headers of every answer: what a page or an answer of the API carries, its name, and what other origins need. */
import { API_HEADERS, createSecurityHeaders } from './securityHeaders.ts'

export const API_PREFIX = '/v2'
export const JSON_TYPE = 'application/json; charset=utf-8'

const REQUEST_ID_HEADER = 'x-request-id'
/** Of what is no page of its own: files, documents, refusals outside the API. */
const HEADERS_OF_FILES = createSecurityHeaders()
const HEADERS_OF_API = { ...API_HEADERS, 'cache-control': 'no-store' }

const CORS_HEADERS = {
  vary: 'Origin',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': 'x-api-key, xrestservermm, content-type, accept',
  'access-control-expose-headers':
    'x-ratelimit-limit, x-ratelimit-remaining, retry-after, x-request-id, x-next-cursor',
  'access-control-max-age': '600',
} as const

const isApi = (url: string): boolean => url.startsWith(`${API_PREFIX}/`) || url.startsWith('/devnet/')

export interface Asked {
  readonly url: string
  readonly origin: string | undefined
  readonly requestId: string
}

export const headersOf = ({ url, origin, requestId }: Asked): Readonly<Record<string, string>> => ({
  ...(isApi(url) ? HEADERS_OF_API : HEADERS_OF_FILES),
  [REQUEST_ID_HEADER]: requestId,
  // Authority lies in a header that no browser adds by itself, so any origin may call.
  ...(origin === undefined ? undefined : { ...CORS_HEADERS, 'access-control-allow-origin': origin }),
})

/** Of every answer of the API, names and values in turn. */
export const HEADERS_OF_API_LIST = Object.entries(HEADERS_OF_API).flat()
const OF_CORS = Object.entries(CORS_HEADERS).flat()

/** The others of one answer, in the same form. */
export function ownHeaders(origin: string | undefined, requestId: string): string[] {
  const list = [REQUEST_ID_HEADER, requestId]
  if (origin !== undefined) list.push(...OF_CORS, 'access-control-allow-origin', origin)
  return list
}
