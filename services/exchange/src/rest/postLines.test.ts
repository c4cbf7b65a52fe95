import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LINE_UNDER_WAY_MAX } from '../limits.ts'
import type { PlainPost } from './plainPost.ts'
import { takePostLines, type PostLineOptions, type PostReply } from './postLines.ts'

const post = (name: string) =>
  `POST /taken HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${name.length + 2}\r\n\r\n"${name}"`

describe('a connection of plain POSTs', () => {
  let server: Server
  let sockets: Socket[]
  /** Those that have been taken, by their names, with what answers them. */
  let taken: Map<string, PostReply>
  let isTaking: (name: string) => boolean
  let onTaken: () => void
  let options: { -readonly [Name in keyof PostLineOptions]: PostLineOptions[Name] }
  /** What the server has been asked and lets wait. */
  let slow: ServerResponse[]

  beforeEach(async () => {
    sockets = []
    taken = new Map()
    isTaking = () => true
    onTaken = () => undefined
    slow = []
    server = createServer((request, response) => {
      if (request.url === '/slow') return void slow.push(response)
      let body = ''
      request.on('data', (piece) => (body += String(piece)))
      request.on('end', () => response.end(`<server ${request.method} ${request.url} ${body}>`))
    })
    options = {
      silentMsMax: 60_000,
      isTaken: (url) => url === '/taken',
      answer({ body }: PlainPost, reply) {
        const name = body.toString().slice(1, -1)
        if (!isTaking(name)) return false
        taken.set(name, reply)
        onTaken()
        return true
      },
    }
    takePostLines(server, options)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })

  const open = async (options: { readonly allowHalfOpen?: boolean } = {}) => {
    const { port } = server.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', ...options })
    sockets.push(socket)
    await once(socket, 'connect')
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (piece: string) => (text += piece))
    socket.on('error', () => undefined)
    const heard = async (pattern: RegExp) => {
      while (!pattern.test(text)) await once(socket, 'data')
      return text
    }
    const closed = async () => {
      if (!socket.closed) await once(socket, 'close')
      return text
    }
    return { socket, heard, closed }
  }
  const untilTaken = async (count: number) => {
    while (taken.size < count) await new Promise<void>((resolve) => (onTaken = resolve))
  }
  const answer = (...names: string[]) => names.forEach((name) => taken.get(name)!.send(`<${name}>`))

  it('is answered in the order of its requests, whichever is ready first', async () => {
    const { socket, heard } = await open()
    socket.write(post('a') + post('b') + post('c'))
    await untilTaken(3)
    answer('c', 'b')
    const other = await open()
    other.socket.write(post('d'))
    await untilTaken(4)
    answer('d')
    expect(await other.heard(/<d>/)).toBe('<d>')
    answer('a')
    expect(await heard(/<c>/)).toBe('<a><b><c>')
    socket.write(post('e'))
    await untilTaken(5)
    answer('e')
    expect(await heard(/<e>/)).toBe('<a><b><c><e>')
  })

  it.each([
    ['another method', 'GET /taken HTTP/1.1\r\nHost: x\r\n\r\n', /<server GET \/taken >/],
    ['another path', post('q').replace('/taken', '/other'), /<server POST \/other "q">/],
    ['a body in pieces', `${post('q').slice(0, -2)}|q"`, /<server POST \/taken "q">/],
    ['a head in pieces', post('q').replace('Host', 'Ho|st'), /<server POST \/taken "q">/],
  ])('goes on as the server’s with %s, behind the answers before it', async (_, written, expected) => {
    const { socket, heard } = await open()
    const [piece, rest] = written.split('|') as [string, string?]
    socket.write(post('a') + post('b') + piece)
    await untilTaken(2)
    answer('b')
    answer('a')
    await heard(/<a><b>/)
    if (rest !== undefined) socket.write(rest)
    await heard(expected)
    // For good: the server keeps what it was given.
    socket.write(post('c'))
    expect(await heard(/"c">/)).toMatch(/^<a><b>HTTP[^]*<server POST \/taken "c">/)
    expect([...taken.keys()]).toEqual(['a', 'b'])
  })

  it('is the server’s from the first byte where it begins otherwise', async () => {
    const { socket, heard } = await open()
    socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\n' + post('a'))
    const text = await heard(/"a">/)
    expect(text).toMatch(/<server GET \/first >[^]*<server POST \/taken "a">/)
    expect(taken.size).toBe(0)
  })

  it('goes on as the server’s where nobody takes a request', async () => {
    isTaking = (name) => name !== 'b'
    const { socket, heard } = await open()
    socket.write(post('a') + post('b') + post('c'))
    await untilTaken(1)
    answer('a')
    expect(await heard(/"c">/)).toMatch(/^<a>HTTP[^]*<server POST \/taken "b">[^]*<server POST \/taken "c">/)
    expect([...taken.keys()]).toEqual(['a'])
  })

  it('has so many under way, and the others when there is room', async () => {
    const names = Array.from({ length: 3 * LINE_UNDER_WAY_MAX }, (_, at) => `n${at}.`)
    const { socket, heard } = await open()
    socket.write(names.map(post).join(''))
    await untilTaken(LINE_UNDER_WAY_MAX)
    const other = await open()
    other.socket.write(post('other'))
    await untilTaken(LINE_UNDER_WAY_MAX + 1)
    expect(taken.has(names[LINE_UNDER_WAY_MAX]!)).toBe(false)
    for (let from = 0; from < names.length; from += LINE_UNDER_WAY_MAX) {
      await untilTaken(Math.min(names.length, from + LINE_UNDER_WAY_MAX) + 1)
      answer(...names.slice(from, from + LINE_UNDER_WAY_MAX))
    }
    expect(await heard(/<n191\.>/)).toBe(names.map((name) => `<${name}>`).join(''))
  })

  it('is not read while its client does not read', async () => {
    const { socket, heard } = await open()
    socket.pause()
    const long = 'x'.repeat(4_000_000)
    socket.write(post('a'))
    await untilTaken(1)
    taken.get('a')!.send(`<${long}>`)
    const other = await open()
    other.socket.write(post('b'))
    await untilTaken(2)
    answer('b')
    await other.heard(/<b>/)
    socket.write(post('c'))
    other.socket.write(post('d'))
    await untilTaken(3)
    expect([...taken.keys()]).toEqual(['a', 'b', 'd'])
    socket.resume()
    await untilTaken(4)
    answer('c')
    expect(await heard(/<c>/)).toHaveLength(long.length + 5)
  })

  it('is answered when its client has said all it will, and ends behind that', async () => {
    const { socket, closed } = await open({ allowHalfOpen: true })
    socket.end(post('a') + post('b'))
    await untilTaken(2)
    answer('a', 'b')
    expect(await closed()).toBe('<a><b>')
    const silent = await open({ allowHalfOpen: true })
    silent.socket.end()
    expect(await silent.closed()).toBe('')
  })

  it('ends alone where no answer can be made, and one that has gone disturbs nobody', async () => {
    const [first, second, third] = [await open(), await open(), await open()]
    first.socket.write(post('a'))
    second.socket.write(post('b'))
    third.socket.write(post('c'))
    await untilTaken(3)
    taken.get('a')!.destroy()
    expect(await first.closed()).toBe('')
    second.socket.resetAndDestroy()
    await second.closed()
    answer('b', 'c')
    expect(await third.heard(/<c>/)).toBe('<c>')
  })

  it('ends when its client says nothing for long, but not while he waits for an answer', async () => {
    options.silentMsMax = 40
    const begun = await open()
    begun.socket.write(post('a'))
    await untilTaken(1)
    server.keepAliveTimeout = 40
    const waiting = await open()
    waiting.socket.write(post('b'))
    await untilTaken(2)
    for (let each = 0; each < 3; each += 1) expect(await (await open()).closed()).toBe('')
    answer('a', 'b')
    // The one had the time of the server as it was when it began, and goes on; the other has been idle for long.
    expect(await waiting.closed()).toBe('<b>')
    begun.socket.write(post('c'))
    await untilTaken(3)
    answer('c')
    expect(await begun.heard(/<c>/)).toBe('<a><c>')
  })

  it('that has become the server’s may wait as long as any other', async () => {
    options.silentMsMax = 40
    const { socket, heard } = await open()
    const asked = once(server, 'request')
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await asked
    for (let each = 0; each < 3; each += 1) expect(await (await open()).closed()).toBe('')
    slow[0]!.end('<slow>')
    expect(await heard(/<slow>/)).toContain('200 OK')
  })

  it('ends with its server: idle at once, otherwise behind its answer, or without it where nobody waits', async () => {
    const [idle, busy, late] = [await open(), await open(), await open()]
    busy.socket.write(post('a'))
    late.socket.write(post('b'))
    await untilTaken(2)
    const ended = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
    expect(await idle.closed()).toBe('')
    answer('a')
    expect(await busy.closed()).toBe('<a>')
    server.closeAllConnections()
    expect(await late.closed()).toBe('')
    await ended
  })
})
