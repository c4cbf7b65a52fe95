/** Who is let in, on the server as it is: names, pages, proxies, and a client that sends its request too slowly. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld, type TestWorldOptions } from '../testing/testWorld.ts'

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

describe('access', () => {
  let world: TestWorld
  const folders: string[] = []
  afterEach(async () => {
    await world.stop()
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
  })
  const start = async (options: TestWorldOptions = {}) => void (world = await startTestWorld(options))
  const ask = (
    path: string,
    headers: OutgoingHttpHeaders = {},
    { method = 'GET', body = '', host = '127.0.0.1' } = {},
  ): Promise<Heard> =>
    new Promise((resolve, reject) => {
      const json =
        body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = httpRequest(
        { host, port: world.exchange.port, path, method, headers: { ...json, ...headers } },
        (response) => {
          let text = ''
          response.on('data', (part: Buffer) => (text += part.toString()))
          response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  /** What a socket hears until it is closed. */
  const hear = (send: (write: (text: string) => void) => void): Promise<string> =>
    new Promise((resolve, reject) => {
      let heard = ''
      const socket = connect(world.exchange.port, '127.0.0.1', () => send((text) => void socket.write(text)))
      socket.on('data', (bytes) => (heard += bytes.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(heard))
    })
  const withPage = async (): Promise<string> => {
    const dir = await mkdtemp(join(tmpdir(), 'vest-web-'))
    folders.push(dir)
    await writeFile(join(dir, 'index.html'), '<html nonce="{nonce}"></html>')
    return dir
  }

  it('a page that has its own name point here is refused by that name, in every way of asking', async () => {
    await start({ staticDir: await withPage() })
    const evil = { host: `evil.example:${world.exchange.port}` }
    for (const path of ['/', '/trade/BTC-PERP', '/v2/time', '/docs', '/healthz', '/openapi.json', '/nope']) {
      const { status, text } = await ask(path, { ...evil, accept: 'text/html' })
      expect([path, status, text.includes('under the name you asked for')]).toEqual([path, 421, true])
      const program = await ask(path, { ...evil, accept: 'application/json' })
      expect([path, program.status, program.text.includes('Unknown host')]).toEqual([path, 421, true])
    }
    const body = JSON.stringify({ address: 'x' })
    // The plain way of programs, a connection that Node reads, and a socket.
    expect((await ask('/v2/register', evil, { method: 'POST', body })).status).toBe(421)
    const text = await hear((write) => {
      write(`GET /v2/time HTTP/1.1\r\nHost: localhost\r\n\r\n`)
      write(
        `POST /v2/register HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      )
    })
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 421'])
    const socket = new WebSocket(`ws://127.0.0.1:${world.exchange.port}/ws`, { headers: evil })
    const failure = await new Promise<Error>((resolve) => socket.once('error', resolve))
    expect(failure.message).toContain('421')
  })

  it('names of the loopback, and a configured one, are answered', async () => {
    await start({ hostNames: ['exchange.example'] })
    for (const name of ['localhost', 'vest.localhost', '127.0.0.1', '[::1]', 'exchange.example'])
      expect((await ask('/v2/time', { host: `${name}:${world.exchange.port}` })).status).toBe(200)
  })

  it('calls beside the API answer no page of another origin, and tell it nothing', async () => {
    const moved: unknown[] = []
    await start({
      extraRoutes: (app) => {
        app.post('/devnet/price', async (request) => (moved.push(request.body), { done: true }))
        app.post('/devnet/rpc/42161', async (request) => (moved.push(request.body), { done: true }))
        app.get('/devnet/state', async () => ({ hash: 'the state' }))
      },
    })
    const host = `localhost:${world.exchange.port}`
    const own = `http://${host}`
    const write = { method: 'POST', body: '{"symbol":"BTC-PERP","price":"1"}' }
    const foreign: readonly OutgoingHttpHeaders[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:9000', 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ]
    for (const headers of foreign)
      for (const [path, options] of [
        ['/devnet/price', write],
        ['/devnet/rpc/42161', write],
        ['/devnet/state', {}],
        ['/devnet/price', { method: 'OPTIONS' }],
      ] as const) {
        const preflight = { 'access-control-request-method': 'POST' }
        const answer = await ask(path, { host, ...headers, ...('body' in options ? {} : preflight) }, options)
        expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined])
        expect(answer.text).not.toContain('the state')
      }
    expect(moved).toEqual([])
    for (const headers of [{}, { origin: own, 'sec-fetch-site': 'same-origin' }]) {
      expect((await ask('/devnet/price', { host, ...headers }, write)).status).toBe(200)
      expect((await ask('/devnet/state', { host, ...headers })).status).toBe(200)
    }
    // A wallet's extension asks the chain, and nothing else.
    const extension = { host, origin: 'chrome-extension://nkbihfbeogaeaoehlefnkodbefgpgknn' }
    expect((await ask('/devnet/rpc/42161', extension, write)).status).toBe(200)
    expect((await ask('/devnet/price', extension, write)).status).toBe(403)
    expect((await ask('/v2/time', { host, origin: 'https://evil.example' })).status).toBe(200)
  })

  it('pages asked for by a number of the loopback stand at localhost; the API answers where it is asked', async () => {
    await start({ staticDir: await withPage() })
    const { port } = world.exchange
    for (const path of ['/', '/trade/BTC-PERP?a=1', '/docs', '/index.html']) {
      const page = await ask(path, { host: `127.0.0.1:${port}`, accept: 'text/html' })
      expect([page.status, page.headers.location]).toEqual([308, `http://localhost:${port}${path}`])
      expect((await ask(path, { host: `localhost:${port}`, accept: 'text/html' })).status).toBe(200)
    }
    for (const path of ['/v2/time', '/openapi.json', '/healthz'])
      expect((await ask(path, { host: `127.0.0.1:${port}` })).status).toBe(200)
  })

  it('[8.6] behind a trusted proxy each client has its own limits, and a header of others is not believed', async () => {
    await start({ isLimited: true, trustedProxies: ['127.0.0.1'] })
    const times = async (count: number, headers: OutgoingHttpHeaders) => {
      let last = 0
      for (let i = 0; i < count; i += 1) last = (await ask('/v2/time', headers)).status
      return last
    }
    expect(await times(201, { 'x-forwarded-for': '203.0.113.7' })).toBe(429)
    expect(await times(1, { 'x-forwarded-for': '203.0.113.8' })).toBe(200)
    expect(await times(1, { 'x-forwarded-for': '203.0.113.8, 203.0.113.7' })).toBe(429)
    await world.stop()
    await start({ isLimited: true })
    for (let i = 0; i < 200; i += 1) await ask('/v2/time', { 'x-forwarded-for': `203.0.113.${i}` })
    expect(await times(1, { 'x-forwarded-for': '203.0.113.250' })).toBe(429)
  })

  it('[8.6] a socket beyond ten of an address is told to come back later, unless it is a program of our own', async () => {
    await start({ isLimited: true, programToken: 'ours' })
    const open = async (headers: Record<string, string> = {}) => {
      const socket = new WebSocket(`ws://127.0.0.1:${world.exchange.port}/ws`, { headers })
      await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
      return socket
    }
    for (let i = 0; i < 12; i += 1) await open({ 'x-vest-program': 'ours' })
    for (let i = 0; i < 10; i += 1) await open()
    const tooMany = await open()
    expect(await new Promise((resolve) => tooMany.on('close', (code) => resolve(code)))).toBe(1013)
  })

  it.runIf(process.env.VEST_NO_IPV6 === undefined)(
    'localhost is both families of addresses, with sockets',
    async () => {
      await start({ host: 'localhost' })
      const { port, url } = world.exchange
      expect(url).toBe(`http://localhost:${port}`)
      for (const host of ['127.0.0.1', '::1'])
        expect((await ask('/v2/time', { host: `localhost:${port}` }, { host })).status).toBe(200)
      const socket = new WebSocket(`ws://[::1]:${port}/ws`)
      await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
      socket.send('{"method":"PING"}')
      expect(await new Promise((resolve) => socket.once('message', resolve))).toBeDefined()
    },
  )
})
