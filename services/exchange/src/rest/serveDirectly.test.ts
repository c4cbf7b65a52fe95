/** Two ways lead to every call with a body. No answer tells which of them was taken. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccess } from '../access/createAccess.ts'
import { ORDERS_UNDER_WAY_MAX } from '../limits.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'
import { createRequestLanes } from './requestLanes.ts'
import { ROUTES } from './routeTable.ts'
import { serveDirectly, type DirectParts } from './serveDirectly.ts'

const head = (url: string, length: number, more = '', version = '1.1') =>
  `POST ${url} HTTP/${version}\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`
const request = (url: string, body: string, more = '', version = '1.1') =>
  head(url, Buffer.byteLength(body), more, version) + body

/** What stands on the wire, as it came. */
function listen(port: number) {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8')
  socket.on('data', (part: string) => (heard += part))
  return {
    socket,
    heard: () => heard,
    /** Until so many answers with a body came. */
    answers: async (count: number): Promise<string[]> => {
      while ((heard.match(/\}(?=HTTP|$)/g) ?? []).length < count) await once(socket, 'data')
      return heard.split(/(?<=\})(?=HTTP)/)
    },
    ended: async () => {
      if (!socket.closed) await once(socket, 'close')
      return heard
    },
  }
}

const WRITES = ROUTES.filter(({ method, path }) => method === 'POST' && !path.includes('{'))
/** What is another in each answer. */
const OWN = /^(date|x-request-id|x-ratelimit-remaining|content-length): .*\r\n/gim

describe('the short way', () => {
  let world: TestWorld
  let trader: Trader
  beforeAll(async () => {
    world = await startTestWorld({ isLimited: true })
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 100_000)
  })
  afterAll(() => world.stop())

  /** The same request on both ways: a question mark with nothing behind it leads the long way round. */
  const bothWays = async (path: string, body: string | (() => string), more = '') => {
    // Time enough for as many more, where few are allowed.
    world.clock.advance(4_000)
    const ways = (['short', 'long'] as const).map(async (way) => {
      const url = `/v2${path}${way === 'long' ? '?' : ''}`
      const line = listen(world.exchange.port)
      const text = typeof body === 'string' ? body : body()
      line.socket.write(request(url, text, more))
      const [answer] = await line.answers(1)
      line.socket.destroy()
      const [headers, told] = answer!.split('\r\n\r\n') as [string, string]
      const lines = `${headers}\r\n`.replace(OWN, '').split('\r\n').toSorted()
      return { lines, body: told.replace(/"requestId":"[^"]+"/, '"requestId":""'), headers }
    })
    return Promise.all(ways)
  }

  const BODIES: readonly (readonly [string, string])[] = [
    ['nothing', '{}'],
    ['no JSON', '{"order":'],
    ['a key twice, in letters of another script', '{"ключ":1,"ключ":2}'],
    ['no object', '[]'],
    ['more than eight levels', '[[[[[[[[[1]]]]]]]]]'],
  ]

  it.each(WRITES.map(({ path }) => [path]))('%s is answered alike on both', async (path) => {
    const key = `X-API-KEY: ${trader.apiKey}\r\n`
    for (const [, body] of BODIES)
      for (const more of [key, `${key}Origin: https://elsewhere.example\r\n`, 'X-API-KEY: wrong\r\n', '']) {
        const [short, long] = await bothWays(path, body, more)
        expect([short!.lines, short!.body]).toEqual([long!.lines, long!.body])
      }
  })

  it('an order is answered alike on both, and so is one that is refused for what it says', async () => {
    const key = `X-API-KEY: ${trader.apiKey}\r\n`
    const order = () => JSON.stringify(world.signedOrder(trader, { limitPrice: '40000' }))
    const taken = await bothWays('/orders', order, key)
    for (const { lines, body } of taken) {
      expect(lines).toEqual(taken[0]!.lines)
      expect(body).toMatch(/^\{"id":"0x[0-9a-f]{64}"\}$/)
    }
    const unknown = JSON.stringify(world.signedOrder(trader, { symbol: 'NOPE-PERP' }))
    for (const { headers, body } of await bothWays('/orders', unknown, key)) {
      expect(body).toContain('1121')
      expect(headers).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT(\r\n|$)/i)
      expect(headers).toMatch(/\r\nx-ratelimit-remaining: \d+(\r\n|$)/)
    }
  })

  it('requests that come in one piece are answered in their order, and so are those behind a refused one', async () => {
    const line = listen(world.exchange.port)
    const key = `X-API-KEY: ${trader.apiKey}\r\n`
    line.socket.write(
      request('/v2/orders', '{"order":1}', key) +
        request('/v2/orders', '{"unread":"for the key is unknown"}', 'X-API-KEY: wrong\r\n') +
        request('/v2/orders/cancel', '{', key) +
        request('/v2/orders?', '{"order":1}', key) +
        request('/v2/orders', '{"a":1,"a":1}', key),
    )
    const answers = await line.answers(5)
    expect(answers.map((text) => /"msg":"([^"]*)"/.exec(text)![1])).toEqual([
      'Malformed: order',
      'You are not authorized to perform this action',
      'Body is not valid JSON',
      'Malformed: order',
      'Duplicate key: a',
    ])
    line.socket.destroy()
  })

  it('a body in pieces is read whole; one that never comes to its end leaves nothing behind', async () => {
    const key = `X-API-KEY: ${trader.apiKey}\r\n`
    const line = listen(world.exchange.port)
    const body = '{"a":1,"ü":2,"a":3}'
    const bytes = Buffer.from(request('/v2/orders', body, key))
    for (const byte of bytes) line.socket.write(Uint8Array.of(byte))
    expect((await line.answers(1))[0]).toContain('Duplicate key: a')
    line.socket.write(head('/v2/orders', 40, key) + '{"a":')
    line.socket.destroy()
    for (const { body: told } of await bothWays('/orders', '{}', key))
      expect(told).toContain('Field required: order')
  })

  it('a connection that is to end ends behind its answer', async () => {
    const key = `X-API-KEY: ${trader.apiKey}\r\n`
    const closing = listen(world.exchange.port)
    closing.socket.write(request('/v2/orders', '{}', `${key}Connection: close\r\n`))
    expect(await closing.ended()).toMatch(/connection: close\r\n[^]*Field required: order[^]*\}$/i)
    const old = listen(world.exchange.port)
    old.socket.write(request('/v2/orders', '{}', key, '1.0'))
    expect(await old.ended()).toMatch(/Field required: order[^]*\}$/)
  })

  it('who is still sending too large a body reads its refusal and goes on; far too large a one ends the connection', async () => {
    const key = `X-API-KEY: ${trader.apiKey}\r\n`
    const line = listen(world.exchange.port)
    line.socket.write(`${head('/v2/orders', 2_000_000, key)}${'x'.repeat(100_000)}`)
    expect((await line.answers(1))[0]).toMatch(/^HTTP\/1.1 413 [^]*Body too large/)
    line.socket.write(`${'x'.repeat(1_900_000)}${request('/v2/orders', '{}', key)}`)
    expect((await line.answers(2))[1]).toContain('Field required: order')
    line.socket.destroy()
    const other = listen(world.exchange.port)
    other.socket.write(head('/v2/orders', 5_000_000, key))
    expect(await other.ended()).toMatch(/^HTTP\/1.1 413 [^]*connection: close\r\n[^]*Body too large/i)
  })

  it('what fails inside leaves as code 0', async () => {
    const { submit } = world.engine
    world.engine.submit = () => Promise.reject(new Error('broken for the test'))
    const key = trader.apiKey
    const body = world.signedOrder(trader)
    const { status, body: told, headers } = await world.call('POST', '/orders', { key, body })
    world.engine.submit = submit
    expect([status, told.code, told.requestId]).toEqual([500, 0, headers['x-request-id']])
  })
})

describe('the switch of the short way', () => {
  it.each([
    ['on', true, 429],
    ['off', false, 401],
  ])(
    '%s: beyond its lane an order of an unknown key is refused with its status',
    async (_, isShortWayOn, status) => {
      const world = await startTestWorld({ isShortWayOn })
      await world.setPrice('BTC-PERP', 50_000)
      const trader = await world.trader(0x31, 100_000)
      const order = (key = trader.apiKey) =>
        world.call('POST', '/orders', { key, body: world.signedOrder(trader, { limitPrice: '40000' }) })
      expect((await order()).status).toBe(200)
      // No order is answered any more: the lane fills.
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      const { submit } = world.engine
      world.engine.submit = async (command) => {
        await released
        return submit(command)
      }
      const statuses: number[] = []
      const underWay = Array.from({ length: ORDERS_UNDER_WAY_MAX + 1 }, async () =>
        statuses.push((await order()).status),
      )
      await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([429])
      expect((await order('f'.repeat(64))).status).toBe(status)
      release()
      await Promise.all(underWay)
      expect(statuses.filter((one) => one === 200)).toHaveLength(ORDERS_UNDER_WAY_MAX)
      await world.stop()
    },
  )
})

describe('what goes the short way', () => {
  let server: Server
  let sockets: Socket[]
  let isStopping: boolean
  let isFull: boolean
  let shed: number
  let counts: () => void
  beforeEach(async () => {
    sockets = []
    isStopping = false
    shed = 0
    server = createServer((_request, response) => void response.end('{"way":"long"}'))
    const metrics = { request: () => counts(), shed: () => (shed += 1) }
    counts = () => undefined
    isFull = false
    const lanes = { ...createRequestLanes(), isFull: () => isFull }
    const parts = { isStopping: () => isStopping, metrics, lanes }
    // With nothing of an edge but its names whatever is taken fails, and says so.
    const edge = { access: createAccess({ host: 'localhost' }) }
    const logger = { error: () => undefined }
    serveDirectly(server, ROUTES, { ...parts, edge, logger } as unknown as DirectParts)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const wayOf = async (text: string): Promise<'short' | 'long'> => {
    const line = listen((server.address() as AddressInfo).port)
    sockets.push(line.socket)
    line.socket.write(text)
    return (await line.answers(1))[0]!.includes('"way":"long"') ? 'long' : 'short'
  }

  it.each(WRITES.map(({ path }) => [path]))('a plain POST to %s', async (path) => {
    expect(await wayOf(request(`/v2${path}`, '{}'))).toBe('short')
  })

  it('[8.6] an order beyond its lane is 1003 before its key is looked at, unless it takes risk away', async () => {
    isFull = true
    const { port } = server.address() as AddressInfo
    const line = listen(port)
    sockets.push(line.socket)
    line.socket.write(
      request('/v2/orders', '{"order":{"reduceOnly":false}}') +
        request('/v2/orders', '{"order":{"reduceOnly":true}}') +
        request('/v2/orders/cancel', '{}'),
    )
    const answers = await line.answers(3)
    expect(answers.map((text) => /^HTTP\/1.1 (\d+)/.exec(text)![1])).toEqual(['429', '401', '401'])
    expect(answers[0]).toMatch(/\r\nretry-after: 1\r\n[^]*"code":1003/)
    expect(shed).toBe(1)
  })

  it('[8.6] an order in pieces beyond its lane is looked at when all of it is there', async () => {
    isFull = true
    const line = listen((server.address() as AddressInfo).port)
    sockets.push(line.socket)
    const bytes = Buffer.from(
      request('/v2/orders', '{"order":{"reduceOnly" : true}}') +
        request('/v2/orders', '{"order":{"reduce\\u004fnly":true}}') +
        request('/v2/orders', '{"order":{}}'),
    )
    for (const byte of bytes) line.socket.write(Uint8Array.of(byte))
    const answers = await line.answers(3)
    expect(answers.map((text) => /^HTTP\/1.1 (\d+)/.exec(text)![1])).toEqual(['401', '401', '429'])
    isFull = false
    line.socket.write(request('/v2/orders', '{"order":{}}'))
    expect((await line.answers(4))[3]).toContain('HTTP/1.1 401')
    expect(shed).toBe(1)
  })

  it('an answer that cannot be written ends its own connection and takes no other with it', async () => {
    const text = request('/v2/orders', '{}')
    const { port } = server.address() as AddressInfo
    const lines = [listen(port), listen(port)]
    sockets.push(...lines.map(({ socket }) => socket))
    await Promise.all(lines.map(({ socket }) => once(socket, 'connect')))
    let failures = 0
    counts = () => {
      failures += 1
      if (failures === 1) throw new Error('broken for the test')
    }
    const closed = Promise.race(lines.map(async ({ socket }, at) => (await once(socket, 'close'), at)))
    for (const { socket } of lines) socket.write(text)
    const other = lines[1 - (await closed)]!
    expect((await other.answers(1))[0]).toContain('HTTP/1.1 401')
    expect(await wayOf(text)).toBe('short')
  })

  it('nothing else', async () => {
    const plain = request('/v2/orders', '{}')
    const others = [
      plain.replace('POST', 'PUT'),
      plain.replace('/v2/orders', '/v2/orders?time=1'),
      plain.replace('/v2/orders', '/v2/Orders'),
      plain.replace('/v2/orders', '/v2/%6Frders'),
      plain.replace('/v2/orders', '/v2/orders/'),
      plain.replace('application/json', 'application/jsonp'),
      plain.replace('Content-Type: application/json\r\n', ''),
      plain.replace('Content-Length: 2', 'Transfer-Encoding: chunked').replace('{}', '2\r\n{}\r\n0\r\n\r\n'),
      request('/v2/orders', ''),
      request('/v2/orders', ' '.repeat(16_385)),
    ]
    for (const other of others)
      expect([other.slice(0, 120), await wayOf(other)]).toEqual([other.slice(0, 120), 'long'])
    isStopping = true
    expect(await wayOf(plain)).toBe('long')
  })
})
