import { createServer, type Server } from 'node:http'
import { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { PLAIN_HEAD_BYTES_MAX } from '../limits.ts'
import { createPlainPostReader } from './plainPost.ts'

const LENGTH_MAX = 16_384
const reader = () => createPlainPostReader((url, length) => url === '/v2/orders' && length <= LENGTH_MAX)
const KEY = 'ab'.repeat(32)
const LINES = [
  'POST /v2/orders HTTP/1.1',
  'Host: exchange',
  `X-API-KEY: ${KEY}`,
  'Content-Type: application/json',
  'Content-Length: 15',
]
const BODY = '{"order":{"a":1}}'.slice(0, 15)
const text = (lines: readonly string[] = LINES, body = BODY) => `${lines.join('\r\n')}\r\n\r\n${body}`
const read = (written: string, from = 0) => reader()(Buffer.from(written, 'latin1'), from)
const instead = (line: number, ...by: string[]) => text(LINES.toSpliced(line, 1, ...by))

describe('a plain POST', () => {
  it('is read with what its headers say, and where the next begins', () => {
    const others = ['host: x', 'origin: https://page.example', 'X-Vest-Program: ab', 'connection: Keep-Alive']
    const two = text() + instead(1, ...others)
    const first = read(two)!
    const absent = { origin: undefined, programToken: undefined }
    expect(first.head).toEqual({ url: '/v2/orders', apiKey: KEY, host: 'exchange', length: 15, ...absent })
    expect(first.body.toString()).toBe(BODY)
    const second = read(two, first.end)!
    expect(second.head).toEqual({
      ...first.head,
      ...{ host: 'x', origin: 'https://page.example', programToken: 'ab' },
    })
    expect([second.body.toString(), second.end]).toEqual([BODY, two.length])
  })

  it('is read again when its head has been seen before', () => {
    const again = reader()
    const bytes = Buffer.from(text() + text(LINES, '{"other": true}'))
    const first = again(bytes, 0)!
    const second = again(bytes, first.end)!
    expect(second.head).toBe(first.head)
    expect([first.body, second.body].map(String)).toEqual([BODY, '{"other": true}'])
  })

  it('is none before its last byte is there', () => {
    const whole = text()
    for (let length = 0; length < whole.length; length += 1)
      expect(read(whole.slice(0, length))).toBeUndefined()
    expect(read(whole)).toBeDefined()
  })

  it.each([
    ['another method', instead(0, 'PUT /v2/orders HTTP/1.1')],
    ['a path that is not taken', instead(0, 'POST /v2/other HTTP/1.1')],
    ['a query', instead(0, 'POST /v2/orders?a=1 HTTP/1.1')],
    ['an escaped path', instead(0, 'POST /v2/%6Frders HTTP/1.1')],
    ['an absolute form', instead(0, 'POST http://exchange/v2/orders HTTP/1.1')],
    ['an older version', instead(0, 'POST /v2/orders HTTP/1.0')],
    ['two spaces in its first line', instead(0, 'POST  /v2/orders HTTP/1.1')],
    ['a line before its first', `\r\n${text()}`],
    ['no host', text(LINES.toSpliced(1, 1))],
    ['two hosts', instead(1, 'Host: a', 'Host: b')],
    ['two keys', instead(2, 'X-API-KEY: a', 'x-api-key: b')],
    ['two lengths', instead(4, 'Content-Length: 15', 'Content-Length: 15')],
    ['a length with a sign', instead(4, 'Content-Length: +15')],
    ['a length with a zero before it', instead(4, 'Content-Length: 015')],
    ['a length in hexadecimal', instead(4, 'Content-Length: 0xf')],
    ['several lengths in one line', instead(4, 'Content-Length: 15, 15')],
    ['no length', text(LINES.slice(0, 4))],
    ['no body', text([...LINES.slice(0, 4), 'Content-Length: 0'], '')],
    ['a body beyond the limit', text([...LINES.slice(0, 4), 'Content-Length: 16385'], ' '.repeat(16_385))],
    ['a transfer encoding beside its length', instead(1, 'Host: x', 'Transfer-Encoding: chunked')],
    ['an expectation', instead(1, 'Host: x', 'Expect: 100-continue')],
    ['an upgrade', instead(1, 'Host: x', 'Upgrade: websocket')],
    ['a trailer', instead(1, 'Host: x', 'Trailer: x-api-key')],
    ['a connection that is to end', instead(1, 'Host: x', 'Connection: close')],
    ['an encoded body', instead(1, 'Host: x', 'Content-Encoding: gzip')],
    ['a header that nobody knows', instead(1, 'Host: x', 'X-Forwarded-For: 1.2.3.4')],
    ['another type', instead(3, 'Content-Type: text/plain')],
    ['a type in capitals', instead(3, 'Content-Type: Application/JSON')],
    ['a space before a colon', instead(1, 'Host : x')],
    ['a space before a name', instead(2, ` X-API-KEY: ${KEY}`)],
    ['a tab before a value', instead(1, 'Host:\tx')],
    ['a space behind a value', instead(2, `X-API-KEY: ${KEY} `)],
    ['an empty value', instead(1, 'Host:')],
    ['a folded line', instead(2, 'X-API-KEY: a', ' b')],
    ['a line that ends in a line feed alone', instead(1, 'Host: x\nX-API-KEY: other')],
    ['a carriage return within a line', instead(1, 'Host: x\rX-API-KEY: other')],
    ['a zero byte', instead(1, 'Host: x\0')],
    ['letters beyond ASCII', instead(1, 'Host: exchänge')],
    ['an underscore in a name', instead(2, `X_API_KEY: ${KEY}`)],
    ['more than a head may have', instead(1, `Host: ${'x'.repeat(PLAIN_HEAD_BYTES_MAX)}`)],
    ['line feeds alone throughout', text().replaceAll('\r\n', '\n')],
  ])('is none with %s', (_, written) => {
    expect(read(written)).toBeUndefined()
  })
})

/** Two readers that take the same bytes for different requests are how requests are smuggled past one of them. */
describe("whatever is read as a plain POST is the same request to Node's parser", () => {
  let server: Server
  let seen: { url: unknown; apiKey: unknown; origin: unknown; body: string }[]
  let faults: number
  beforeAll(() => {
    server = createServer((request, response) => {
      let body = ''
      request.setEncoding('latin1')
      request.on('data', (piece: string) => (body += piece))
      request.on('end', () => {
        const { headers, url } = request
        seen.push({ url, apiKey: headers['x-api-key'], origin: headers.origin, body })
        response.end()
      })
    })
    server.on('clientError', (_error, socket) => {
      faults += 1
      socket.destroy()
    })
  })
  afterAll(() => void server.close())

  const asNodeReads = async (bytes: Buffer) => {
    seen = []
    faults = 0
    const line = new Duplex({ read: () => undefined, write: (_piece, _encoding, done) => done() })
    server.emit('connection', line)
    line.push(bytes)
    line.push(null)
    await new Promise<void>((resolve) => line.once('close', resolve).once('finish', resolve))
    return { seen, faults }
  }

  const name = fc.constantFrom(
    'Host',
    'host',
    'X-API-KEY',
    'x-api-key',
    'Origin',
    'Accept',
    'User-Agent',
    'Connection',
    'Expect',
    'Cookie',
    'Transfer-Encoding',
    'Content-Length',
    'content-length',
    'Content-Type',
  )
  const value = fc.constantFrom(
    'x',
    'a b',
    'keep-alive',
    'close',
    'chunked',
    '15',
    '14',
    '15 ',
    ' 15',
    '1 5',
    'application/json',
    'https://a.example',
    '\t',
    'é',
    'a\nHost: b',
    '"',
    'a,b',
  )
  const gap = fc.constantFrom(': ', ':', ':  ', ' : ', ':\t', '')
  const header = fc.tuple(name, gap, value).map((parts) => parts.join(''))
  /** What is needed, in any order and now and then with something lacking, and up to two more lines anywhere. */
  const written = fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(LINES[0]!) },
        { weight: 1, arbitrary: fc.constantFrom('POST /v2/orders HTTP/1.0', 'post /v2/orders HTTP/1.1') },
      ),
      fc.shuffledSubarray(LINES.slice(1), { minLength: 3 }),
      fc.array(fc.tuple(fc.nat(4), header), { maxLength: 2 }),
      fc.constantFrom(BODY, `${BODY}POST`, '{}', text()),
    )
    .map(([first, headers, more, body]) => {
      const lines = more.reduce((all, [at, line]) => all.toSpliced(at, 0, line), headers)
      return text([first, ...lines], body)
    })
  const mutated = fc
    .tuple(
      fc.nat(text().length - 1),
      fc.oneof(fc.constantFrom(0, 9, 10, 13, 32, 58), fc.nat(255)),
      fc.boolean(),
    )
    .map(
      ([at, byte, isInserted]) =>
        text().slice(0, at) + String.fromCharCode(byte) + text().slice(at + (isInserted ? 0 : 1)),
    )

  it.each([
    ['headers put together at random', written, 1_500, 20],
    ['one byte changed or put in', mutated, 1_500, 200],
  ])('%s', async (_, texts, runs, readAtLeast) => {
    let plain = 0
    await fc.assert(
      fc.asyncProperty(texts, async (some) => {
        const bytes = Buffer.from(some, 'latin1')
        const post = reader()(bytes, 0)
        if (post === undefined) return
        plain += 1
        const { url, apiKey, origin } = post.head
        const told = await asNodeReads(bytes.subarray(0, post.end))
        expect(told).toEqual({
          seen: [{ url, apiKey, origin, body: post.body.toString('latin1') }],
          faults: 0,
        })
      }),
      { numRuns: runs },
    )
    expect(plain).toBeGreaterThan(readAtLeast)
  })
})
