/** What holds for every answer: shapes, headers, limits, other origins, the web app, and failures inside. */
import { ReadModelUnavailableError } from '@vest/database'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { REFUSAL, statusResponse } from '@vest/protocol'
import { PROGRAM_HEADER } from '../access/createAccess.ts'
import { startTestWorld, type TestWorld, type TestWorldOptions } from '../testing/testWorld.ts'
import { DOCS_STYLE } from '../docs/docsStyle.ts'
import {
  API_HEADERS,
  createSecurityHeaders,
  hashSource,
  nonceSource,
  type SecurityHeaders,
} from './securityHeaders.ts'

describe('server', () => {
  let world: TestWorld
  const folders: string[] = []
  afterEach(async () => {
    await world.stop()
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
  })
  const start = async (options: TestWorldOptions = {}) => void (world = await startTestWorld(options))

  it('a browser of any origin may call, and reads the rate headers', async () => {
    await start()
    const preflight = await world.call('OPTIONS', '/orders', {
      headers: {
        origin: 'https://bot.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key,xrestservermm,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://bot.example',
      'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
      'access-control-allow-headers': 'x-api-key, xrestservermm, content-type, accept',
    })
    const answer = await world.call('GET', '/time', { headers: { origin: 'http://localhost:5173' } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:5173',
      vary: 'Origin',
      'access-control-expose-headers':
        'x-ratelimit-limit, x-ratelimit-remaining, retry-after, x-request-id, x-next-cursor',
    })
    expect(answer.headers['access-control-allow-credentials']).toBe(undefined)
  })

  it('no cookie is set or read, and no answer of the API is stored', async () => {
    await start()
    for (const path of ['/time', '/nope', '/account']) {
      const { headers } = await world.call('GET', path, { headers: { cookie: 'session=1' } })
      expect(headers['set-cookie']).toBe(undefined)
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  it('every answer carries the security headers of what it is, errors too', async () => {
    await start()
    const carries = async (path: string, isRoot: boolean, expected: SecurityHeaders) => {
      const { headers } = await world.call('GET', path, { isRoot })
      for (const [name, value] of Object.entries(expected))
        expect([path, name, headers[name]]).toEqual([path, name, value])
    }
    for (const path of ['/time', '/nope', '/account']) await carries(path, false, API_HEADERS)
    for (const path of ['/openapi.json', '/nope']) await carries(path, true, createSecurityHeaders())
    await carries('/docs', true, createSecurityHeaders({ styleSource: hashSource(DOCS_STYLE) }))
    expect(API_HEADERS['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  })

  it('[8.6] [7.1] the 201st request of a window is 1003 with 429; orders and cancels have their own buckets', async () => {
    await start({ isLimited: true })
    const first = await world.call('GET', '/time')
    expect([first.headers['x-ratelimit-limit'], first.headers['x-ratelimit-remaining']]).toEqual([
      '200',
      '199',
    ])
    for (let i = 0; i < 199; i += 1) expect((await world.call('GET', '/time')).status).toBe(200)
    const limited = await world.call('GET', '/time')
    expect([limited.status, limited.body.code, limited.headers['retry-after']]).toEqual([429, 1003, '1'])
    world.clock.advance(50)
    expect((await world.call('GET', '/time')).status).toBe(200)
    await world.setPrice('BTC-PERP', 50_000)
    const trader = await world.trader(0x31, 100_000)
    expect(
      (await world.call('POST', '/orders', { key: trader.apiKey, body: world.signedOrder(trader) })).headers,
    ).toMatchObject({
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '99',
    })
    expect(
      (await world.call('POST', '/orders/cancel', { key: trader.apiKey, body: {} })).headers[
        'x-ratelimit-limit'
      ],
    ).toBe('200')
  })

  it('twenty false signatures block the key for a minute, true ones too', async () => {
    await start({ isLimited: true })
    await world.setPrice('BTC-PERP', 50_000)
    const trader = await world.trader(0x31, 100_000)
    const send = async (signature?: string) => {
      const body = world.signedOrder(trader, { limitPrice: '40000' })
      return (
        await world.call('POST', '/orders', {
          key: trader.apiKey,
          body: signature ? { ...body, signature } : body,
        })
      ).body
    }
    for (let i = 0; i < 20; i += 1) expect((await send('0x00')).code).toBe(REFUSAL.INVALID_SIGNATURE)
    expect((await send()).code).toBe(REFUSAL.TOO_MANY_REQUESTS)
    world.clock.advance(60_000)
    await world.setPrice('BTC-PERP', 50_000)
    expect((await send()).id).toMatch(/^0x/)
  })

  it('[8.6] programs of the installation are not limited; others on this machine are', async () => {
    await start()
    for (let i = 0; i < 500; i += 1)
      expect((await world.call('GET', '/klines?symbol=BTC-PERP')).status).toBe(200)
    const asStranger = (token: string) => world.call('GET', '/time', { headers: { [PROGRAM_HEADER]: token } })
    for (let i = 0; i < 200; i += 1) expect((await asStranger('guessed')).status).toBe(200)
    expect((await asStranger('guessed')).status).toBe(429)
    expect((await world.call('GET', '/time')).status).toBe(200)
  })

  it('a read model that is away is 503 and tells when to come back; trading is not asked', async () => {
    await start()
    const trader = await world.trader(0x31)
    world.store.orders = async () => {
      throw new ReadModelUnavailableError('the database does not answer')
    }
    const answer = await world.call('GET', '/orders', { key: trader.apiKey })
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([503, 0, '1'])
    expect((await world.call('GET', '/account', { key: trader.apiKey })).status).toBe(200)
  })

  it('[8.2] what is unexpected leaves as code 0 without a detail', async () => {
    await start()
    const trader = await world.trader(0x31)
    world.store.orders = async () => {
      throw new Error('secret table does not exist')
    }
    const { status, body } = await world.call('GET', '/orders', { key: trader.apiKey })
    expect([status, body.code]).toEqual([500, 0])
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  it('a dead engine: nothing more is accepted, the failure is reported once', async () => {
    await start()
    world.engine.fail(new Error('broken invariant'))
    world.engine.fail(new Error('again'))
    expect(world.fatal.map(({ message }) => message)).toEqual(['broken invariant'])
    const answer = await world.call('GET', '/time')
    expect([answer.status, answer.body.code]).toEqual([503, 0])
    expect((await world.call('GET', '/readyz', { isRoot: true })).status).toBe(503)
    // Only how it is can still be asked.
    expect(statusResponse.parse((await world.call('GET', '/status')).body)).toMatchObject({
      status: 'HASISSUES',
      message: 'Trading is interrupted',
    })
  })

  it('says whether it is alive and ready', async () => {
    await start()
    expect((await world.call('GET', '/healthz', { isRoot: true })).body).toEqual({ ok: true })
    expect((await world.call('GET', '/readyz', { isRoot: true })).body).toEqual({ ready: true })
  })

  it('takes calls beside the API from the program that starts it', async () => {
    await start({ extraRoutes: (app) => void app.post('/devnet/echo', async (request) => request.body) })
    const answer = await world.call('POST', '/devnet/echo', { isRoot: true, body: { a: 1 } })
    expect([answer.body, answer.headers['cache-control']]).toEqual([{ a: 1 }, 'no-store'])
    expect(
      (await world.call('POST', '/devnet/echo', { isRoot: true, payload: '{"a":1,"a":2}' })).status,
    ).toBe(422)
    expect((await world.call('GET', '/devnet/echo', { isRoot: true })).status).toBe(405)
  })

  it('what is no HTTP gets an answer in the one shape, and slow headers an end', async () => {
    await start()
    const text = await new Promise<string>((resolve, reject) => {
      let received = ''
      const socket = connect(world.exchange.port, '127.0.0.1', () => socket.write('NOT HTTP\r\n\r\n'))
      socket
        .on('data', (data) => (received += String(data)))
        .on('end', () => resolve(received))
        .on('error', reject)
    })
    expect(text).toContain('HTTP/1.1 400')
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({
      code: REFUSAL.INVALID_PARAMETER,
      detail: { code: REFUSAL.INVALID_PARAMETER },
    })
    expect(world.exchange.app.server.headersTimeout).toBe(5_000)
    expect(world.exchange.app.server.requestTimeout).toBe(10_000)
  })

  describe('the web app', () => {
    const withApp = async () => {
      const dir = await mkdtemp(join(tmpdir(), 'vest-web-'))
      folders.push(dir)
      await mkdir(join(dir, 'assets'))
      await writeFile(
        join(dir, 'index.html'),
        '<!doctype html><meta property="csp-nonce" nonce="{nonce}"><script src="/assets/app-1a2b.js"></script>' +
          '<!--trade--><main><!--market--><b data-symbol="{symbol}">{label} {name} {price}</b><img src="{logo}"><!--/market--></main><!--/trade-->',
      )
      await writeFile(join(dir, 'assets/app-1a2b.js'), 'run()')
      await writeFile(join(dir, 'assets/app-1a2b.js.br'), 'compressed')
      await start({ staticDir: dir })
    }
    const get = async (path: string, headers: Record<string, string> = {}) =>
      world.call('GET', path, { isRoot: true, headers })

    it('[2.24] every path of a page is the page, whatever its caller accepts', async () => {
      await withApp()
      for (const path of ['/', '/trade/BTC-PERP', '/portfolio?tab=orders', '/nowhere'])
        for (const accept of ['text/html,*/*', '*/*', 'application/json', undefined]) {
          const { status, body, headers } = await get(path, accept === undefined ? {} : { accept })
          expect([path, accept, status, headers['cache-control']]).toEqual([path, accept, 200, 'no-cache'])
          expect(body).toContain('<!doctype html>')
        }
    })

    it('[2.20] the trading page carries its shell with name and price of the market, other pages none', async () => {
      await withApp()
      await world.setPrice('BTC-PERP', 50_123.4)
      const { body } = await get('/trade/BTC-PERP?x=1')
      expect(body).toContain('<b data-symbol="BTC-PERP">BTC-PERP Bitcoin 50,123.40</b>')
      expect(body).toContain('<img src="/logos/default-crypto.svg">')
      expect(body).not.toMatch(/\{\w+\}/)
      for (const path of ['/', '/trade']) {
        const bare = (await get(path)).body
        expect(bare).toContain('<main></main>')
        expect(bare).not.toMatch(/\{\w+\}/)
      }
      for (const path of ['/portfolio', '/trade/NOPE', '/trade/%3Cb%3E'])
        expect((await get(path)).body, path).not.toContain('<main>')
    })

    it('[2.2] a market has one address: in another case it leads there, with its query', async () => {
      await withApp()
      for (const path of ['/trade/btc-perp', '/trade/Btc-Perp']) {
        const { status, headers } = await get(`${path}?side=long`)
        expect([status, headers.location]).toEqual([307, '/trade/BTC-PERP?side=long'])
      }
    })

    it('[2.15] who goes to an address that refuses reads a page, never JSON; programs read JSON', async () => {
      await withApp()
      const visit = { 'sec-fetch-dest': 'document', accept: '*/*' }
      for (const path of ['/v2/nope', '/v2/account', '/devnet/nope', '/assets/gone.js', '/ws', '/%zz']) {
        const { status, headers, body } = await get(path, visit)
        expect(status, path).toBeGreaterThanOrEqual(400)
        expect(headers['content-type'], path).toBe('text/html; charset=utf-8')
        expect(body, path).toContain('<a href="/">Open Vest</a>')
        expect(body, path).toMatch(/<small>\d+ · [0-9a-f-]{36}<\/small>/)
        const zh = await get(path, { ...visit, 'accept-language': 'zh-CN,zh;q=0.9' })
        expect(zh.body, path).toContain('lang="zh"')
        for (const program of [{ accept: 'application/json' }, { ...visit, 'sec-fetch-dest': 'empty' }])
          expect((await get(path, program)).body, path).toMatchObject({
            detail: { code: expect.any(Number) },
          })
      }
      // What is answered is answered: a person may look at it.
      expect((await get('/v2/time', visit)).body).toMatchObject({ serverTime: expect.any(Number) })
    })

    it('nothing under the API is ever the page, nor is what asks for no page', async () => {
      await withApp()
      for (const path of ['/v2/nope', '/devnet/nope', '/assets/gone.js', '/ws'])
        expect((await get(path, { accept: 'text/html' })).status).toBe(404)
      expect((await get('/favicon.ico', { accept: 'image/*' })).status).toBe(404)
      expect(
        (await world.call('POST', '/portfolio', { isRoot: true, headers: { accept: 'text/html' } })).status,
      ).toBe(404)
      expect((await get('/assets/../../package.json', { accept: '*/*' })).status).toBe(404)
    })

    it('hashed assets are immutable, compressed twins are preferred', async () => {
      await withApp()
      const plain = await get('/assets/app-1a2b.js')
      expect([plain.body, plain.headers['cache-control']]).toEqual([
        'run()',
        'public, max-age=31536000, immutable',
      ])
      const small = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' })
      expect([small.body, small.headers['content-encoding']]).toEqual(['compressed', 'br'])
      expect(small.headers['content-type']).toContain('javascript')
    })

    it('each page has a nonce of its own, for styles alone, and is not kept', async () => {
      await withApp()
      const nonces = new Set<string>()
      for (const path of ['/', '/index.html', '/portfolio']) {
        const { body, headers } = await get(path, { accept: 'text/html', 'accept-encoding': 'br' })
        const nonce = /<meta property="csp-nonce" nonce="([A-Za-z0-9+/]{22}==)">/.exec(body)?.[1]
        expect(nonce, path).toBeDefined()
        nonces.add(nonce!)
        const expected = createSecurityHeaders({ styleSource: nonceSource(nonce!) })
        expect(headers).toMatchObject({ ...expected, 'cache-control': 'no-cache' })
        expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined])
      }
      expect(nonces.size).toBe(3)
    })

    it('files carry the headers of pages, without a nonce', async () => {
      await withApp()
      expect((await get('/assets/app-1a2b.js')).headers).toMatchObject(createSecurityHeaders())
    })
  })
})
