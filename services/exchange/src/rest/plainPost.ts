/**
 * A POST as programs send it, read from the bytes of its connection: one piece with a request line, a few headers that
 * change nothing about how it is framed, and a JSON body that says its length. Whatever is written otherwise is none,
 * and belongs to Node's parser: this one never guesses, so that no two readers can take the same bytes for different
 * requests.
 */
import { PROGRAM_HEADER } from '../access/createAccess.ts'
import { PLAIN_HEAD_BYTES_MAX, PLAIN_HEADS_KNOWN_MAX } from '../limits.ts'
import { JSON_TYPE } from './answerHeaders.ts'

export interface PlainHead {
  readonly url: string
  readonly apiKey: string | undefined
  readonly origin: string | undefined
  readonly host: string | undefined
  readonly programToken: string | undefined
  /** Of the body, in bytes; at least one. */
  readonly length: number
}

export interface PlainPost {
  readonly head: PlainHead
  readonly body: Buffer
  /** Where the next request begins. */
  readonly end: number
}

/** The POST that begins at `from`; undefined where there is none, or not all of it. */
export type ReadPlainPost = (bytes: Buffer, from: number) => PlainPost | undefined

/** No bytes of a line but the visible ones and single spaces between them; a name follows its line's beginning at once. */
const REQUEST_LINE = /^POST (\/[A-Za-z0-9/_-]+) HTTP\/1\.1$/
const HEADER_LINE = /^([A-Za-z][A-Za-z-]*): ?([!-~]+(?: [!-~]+)*)$/
const LENGTH = /^[1-9]\d{0,6}$/
const TYPES: ReadonlySet<string | undefined> = new Set(['application/json', JSON_TYPE])

/**
 * Headers that say nothing about where a request ends, whether it is answered, or what happens to its connection. One
 * that is not among them is not overlooked: then Node reads the request.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'dnt',
  'host',
  'origin',
  'pragma',
  'priority',
  'referer',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'user-agent',
  'x-api-key',
  PROGRAM_HEADER,
  'xrestservermm',
])

/** Reads those of `isTaken` paths. A program sends the same head with every order: it is looked through once. */
export function createPlainPostReader(isTaken: (url: string, length: number) => boolean): ReadPlainPost {
  const known = new Map<string, PlainHead>()
  const headOf = (text: string): PlainHead | undefined => {
    const seen = known.get(text)
    if (seen !== undefined) return seen
    const head = readHead(text)
    if (head === undefined || !isTaken(head.url, head.length)) return undefined
    if (known.size >= PLAIN_HEADS_KNOWN_MAX) known.clear()
    known.set(text, head)
    return head
  }
  return (bytes, from) => {
    const bodyAt = bytes.indexOf('\r\n\r\n', from, 'latin1') + 4
    if (bodyAt < 4 || bodyAt - from > PLAIN_HEAD_BYTES_MAX) return undefined
    const head = headOf(bytes.toString('latin1', from, bodyAt - 4))
    if (head === undefined) return undefined
    const end = bodyAt + head.length
    return end > bytes.length ? undefined : { head, body: bytes.subarray(bodyAt, end), end }
  }
}

function readHead(text: string): PlainHead | undefined {
  const [requestLine, ...lines] = text.split('\r\n')
  const url = REQUEST_LINE.exec(requestLine!)?.[1]
  const headers = url === undefined ? undefined : readHeaders(lines)
  if (url === undefined || headers === undefined) return undefined
  const { length, isPlain } = framingOf(headers)
  if (!isPlain) return undefined
  return {
    url,
    apiKey: headers.get('x-api-key'),
    origin: headers.get('origin'),
    host: headers.get('host'),
    programToken: headers.get(PROGRAM_HEADER),
    length,
  }
}

/** By their names in small letters; undefined where one is unknown, comes twice, or is written otherwise. */
function readHeaders(lines: readonly string[]): ReadonlyMap<string, string> | undefined {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, written, value] = HEADER_LINE.exec(line) ?? []
    const name = written?.toLowerCase()
    if (name === undefined || !HARMLESS.has(name) || headers.has(name)) return undefined
    headers.set(name, value!)
  }
  return headers
}

function framingOf(headers: ReadonlyMap<string, string>): {
  readonly length: number
  readonly isPlain: boolean
} {
  const length = headers.get('content-length') ?? ''
  const connection = headers.get('connection')?.toLowerCase() ?? 'keep-alive'
  const isPlain =
    LENGTH.test(length) &&
    connection === 'keep-alive' &&
    headers.has('host') &&
    TYPES.has(headers.get('content-type'))
  return { length: Number(length), isPlain }
}
