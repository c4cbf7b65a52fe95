/** What an operator sees of a running exchange, and what stays out of it. */
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'
import { readinessOf } from './readiness.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

describe('the operator port', () => {
  let world: TestWorld
  afterEach(() => world.stop())
  const start = async () =>
    void (world = await startTestWorld({
      operator: { host: '127.0.0.1', port: 0, build: { version: '1.2.3', commit: COMMIT } },
    }))
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${world.exchange.operatorPort}${path}`)
    return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') }
  }
  /** The value of one line of the exposition. */
  const valueOf = (text: string, line: string): number | undefined => {
    const found = text.split('\n').find((one) => one.startsWith(`${line} `))
    return found === undefined ? undefined : Number(found.slice(line.length + 1))
  }

  it('is a port of its own: the public one tells no version and no metrics', async () => {
    await start()
    expect(world.exchange.operatorPort).not.toBe(world.exchange.port)
    for (const path of ['/version', '/metrics'])
      expect((await world.call('GET', path, { isRoot: true })).status).toBe(404)
  })

  it('says what runs, and that it is alive', async () => {
    await start()
    expect(await read('/healthz')).toMatchObject({ status: 200, text: '{"ok":true}' })
    expect(JSON.parse((await read('/version')).text)).toEqual({
      version: '1.2.3',
      commit: COMMIT,
      node: process.version,
      startedTime: world.clock.nowMs(),
    })
  })

  it('is ready while it records, and says what is wrong when it does not', async () => {
    await start()
    expect(await read('/readyz')).toMatchObject({
      status: 200,
      text: JSON.stringify({ ready: true, checks: { exchange: 'ok', journal: 'ok' } }),
    })
    world.clock.advance(6_000)
    expect(await read('/readyz')).toMatchObject({
      status: 503,
      text: JSON.stringify({ ready: false, checks: { exchange: 'ok', journal: 'nothing written for 6 s' } }),
    })
    await world.submit({ kind: 'TickTimer' })
    expect((await read('/readyz')).status).toBe(200)
    world.clock.advance(6_000)
    // The public port judges alike, and says no more than that.
    expect(await world.call('GET', '/readyz', { isRoot: true })).toMatchObject({
      status: 503,
      body: { ready: false },
    })
  })

  it('is not ready before it serves, nor before anything was recorded', () => {
    const asked = { isServing: () => false, metrics: { lastCommandMs: undefined }, nowMs: () => 1 }
    expect(readinessOf(asked)).toEqual({
      ready: false,
      checks: { exchange: 'not serving', journal: 'nothing written yet' },
    })
  })

  it('counts requests by route of the table, refusals by code, commands and trades', async () => {
    await start()
    await world.setPrice('BTC-PERP', 6_000_000)
    const trader = await world.trader(1, 10_000)
    const before = (await read('/metrics')).text
    await world.call('GET', '/time')
    await world.call('GET', '/time?secret=value')
    await world.call('GET', '/depth?symbol=NOPE-PERP')
    await world.call('GET', '/account', { key: 'wrong' })
    await world.call('GET', '/no-such-call')
    await world.place(trader)
    const { text, type } = await read('/metrics')
    const grown = (line: string): number => (valueOf(text, line) ?? 0) - (valueOf(before, line) ?? 0)
    expect(type).toContain('text/plain')
    expect(grown('vest_http_requests_total{method="GET",route="/v2/time",status="200"}')).toBe(2)
    expect(grown('vest_http_requests_total{method="GET",route="/v2/account",status="401"}')).toBe(1)
    expect(grown('vest_http_requests_total{method="GET",route="none",status="404"}')).toBe(1)
    expect(grown('vest_http_request_seconds_count{method="GET",route="/v2/time"}')).toBe(2)
    expect(grown('vest_refusals_total{code="1121"}')).toBe(1)
    expect(grown('vest_refusals_total{code="1002"}')).toBe(1)
    expect(grown('vest_core_commands_total')).toBeGreaterThanOrEqual(1)
    expect(valueOf(text, 'vest_core_seq')).toBe((await world.engine.query('exchange', {})).seq)
    expect(valueOf(text, 'vest_serving')).toBe(1)
    expect(valueOf(text, 'vest_sockets')).toBe(0)
    expect(valueOf(text, 'vest_signatures_in_batches')).toBe(0)
    expect(grown('vest_signatures_alone')).toBeGreaterThanOrEqual(1)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    for (const secret of ['secret', 'NOPE', 'no-such-call', trader.apiKey, 'wrong'])
      expect(text).not.toContain(secret)
  })
})

describe('request ids', () => {
  let world: TestWorld
  afterEach(() => world.stop())

  it('every answer names its request, a refusal in its body too', async () => {
    world = await startTestWorld()
    const ok = await world.call('GET', '/time')
    const refused = await world.call('GET', '/no-such-call')
    expect(ok.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(refused.body.requestId).toBe(refused.headers['x-request-id'])
    expect(refused.body.requestId).not.toBe(ok.headers['x-request-id'])
  })

  it('an id that the caller sends is not taken over', async () => {
    world = await startTestWorld()
    const { headers } = await world.call('GET', '/time', {
      headers: { 'x-request-id': 'mine', 'request-id': 'mine' },
    })
    expect(headers['x-request-id']).not.toBe('mine')
  })

  it('a failure stands in the log under the id that the caller was told', async () => {
    const lines: string[] = []
    const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) })
    world = await startTestWorld({ logger })
    world.engine.query = () => Promise.reject(new Error('broken for the test'))
    const { status, body } = await world.call('GET', '/depth?symbol=BTC-PERP')
    expect([status, body.code]).toEqual([500, 0])
    expect(JSON.stringify(body)).not.toContain('broken')
    const told = lines.map((line) => JSON.parse(line) as { requestId?: string; msg: string })
    expect(told.filter(({ requestId }) => requestId === body.requestId).map(({ msg }) => msg)).toEqual([
      'request failed',
    ])
  })
})
