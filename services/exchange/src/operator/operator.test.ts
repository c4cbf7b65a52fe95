/** What an operator sees of a running exchange, and what stays out of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LedgerView } from '@vest/engine'
import type { GroupFigures } from '@vest/runtime'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld } from '../testing/testWorld.ts'
import { createMetrics, type MetricSources } from './metrics.ts'
import { readinessOf } from './readiness.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const BUILD = { version: '1.2.3', commit: COMMIT }

describe('the operator port', () => {
  let world: TestWorld
  const folders: string[] = []
  const folder = async () => {
    folders.push(await mkdtemp(join(tmpdir(), 'vest-exchange-')))
    return folders.at(-1)!
  }
  afterEach(async () => {
    await world.stop()
    for (const each of folders.splice(0)) await rm(each, { recursive: true, force: true })
  })
  const start = async () =>
    void (world = await startTestWorld({
      operator: { host: '127.0.0.1', port: 0, build: BUILD },
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

  const put = async (body: string, type = 'application/json') => {
    const url = `http://127.0.0.1:${world.exchange.operatorPort}/status`
    const answer = await fetch(url, { method: 'PUT', headers: { 'content-type': type }, body })
    return { status: answer.status, text: await answer.text() }
  }
  const told = async () => {
    const { status, message } = (await world.call('GET', '/status')).body
    return { status, message }
  }

  it('[4.3] sets what people are told about the service, which holds after a restart', async () => {
    const dataDir = await folder()
    const operator = { host: '127.0.0.1', port: 0, build: BUILD }
    world = await startTestWorld({ dataDir, operator })
    expect(await told()).toEqual({ status: 'UP', message: null })
    const notice = { status: 'UNDERMAINTENANCE', message: 'Back at 14:00 UTC.' }
    expect((await put(JSON.stringify(notice))).status).toBe(200)
    expect(await told()).toEqual(notice)
    expect(JSON.parse((await read('/status')).text)).toEqual(notice)
    // An announcement keeps no account from trading.
    await world.setPrice('BTC-PERP', 60_000)
    expect(await world.place(await world.trader(30))).toMatch(/^0x/)
    await world.stop()
    world = await startTestWorld({ dataDir, operator })
    expect(await told()).toEqual(notice)
    await put(JSON.stringify({ status: 'UP' }))
    expect(await told()).toEqual({ status: 'UP', message: null })
  })

  it('[4.3] takes no status that is none, no words that are none, and JSON alone', async () => {
    await start()
    const good = { status: 'HASISSUES', message: 'Charts are late.' }
    await put(JSON.stringify(good))
    for (const [body, status] of [
      ['{"status":"DOWN"}', 422],
      ['{"message":"x"}', 422],
      ['null', 422],
      ['{"status":"UP","message":7}', 422],
      ['{"status":"UP","message":""}', 422],
      ['{"status":"UP","message":"two\\nlines"}', 422],
      [JSON.stringify({ status: 'UP', message: 'x'.repeat(161) }), 422],
      ['{', 400],
    ] as const)
      expect([body, (await put(body)).status]).toEqual([body, status])
    expect((await put('{"status":"UP"}', 'text/plain')).status).toBe(422)
    expect(await told()).toEqual(good)
    expect((await world.call('PUT', '/status', { body: { status: 'UP' } })).status).toBe(405)
  })

  it('a notice that cannot be read is told in the log, and the service counts as up', async () => {
    const dataDir = await folder()
    await writeFile(join(dataDir, 'service-notice.json'), '{"status":"UNDER')
    const warned: string[] = []
    const logger = { ...pino({ enabled: false }), warn: (_: object, text: string) => warned.push(text) }
    world = await startTestWorld({ dataDir, logger: logger as never })
    expect(await told()).toEqual({ status: 'UP', message: null })
    expect(warned).toContain('what was said about the service cannot be read: it counts as up')
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
    expect(valueOf(text, 'vest_journal_free_bytes')).toBeGreaterThan(0)
    for (const secret of ['secret', 'NOPE', 'no-such-call', trader.apiKey, 'wrong'])
      expect(text).not.toContain(secret)
  })
})

describe('metrics of engine, journal and ledger', () => {
  let world: TestWorld
  afterEach(() => world.stop())
  const lines = (text: string, name: string): string[] =>
    text.split('\n').filter((line) => line.startsWith(name))

  it('tell the ledger: nothing was made or lost, and what the accounts of the system hold', async () => {
    world = await startTestWorld({ operator: { host: '127.0.0.1', port: 0, build: BUILD } })
    await world.setPrice('BTC-PERP', 6_000_000)
    await world.place(await world.trader(1, 10_000))
    const text = await metricsOf(world)
    expect(lines(text, 'vest_ledger_difference_usd6')).toEqual([
      'vest_ledger_difference_usd6{domain="real"} 0',
      'vest_ledger_difference_usd6{domain="sim"} 0',
    ])
    const { moneyUsd6 } = await world.engine.query('ledger', {})
    expect(moneyUsd6.VAULT).toBeGreaterThan(0)
    expect(lines(text, 'vest_ledger_money_usd6')).toEqual(
      Object.entries(moneyUsd6).map(
        ([account, amount]) => `vest_ledger_money_usd6{account="${account}"} ${amount}`,
      ),
    )
  })

  it('a difference is told with its sign', async () => {
    const { difference } = await told({
      capital: () => Promise.reject(new Error('not asked')),
      ledger: async () => ({ differencesUsd6: { real: -3n, sim: 5n }, moneyUsd6: NO_MONEY }),
    })
    expect(difference).toEqual([
      'vest_ledger_difference_usd6{domain="real"} -3',
      'vest_ledger_difference_usd6{domain="sim"} 5',
    ])
  })

  it('what cannot be asked is left out, and the rest is told', async () => {
    const { text, difference } = await told({
      capital: () => Promise.reject(new Error('stopped')),
      ledger: () => Promise.reject(new Error('stopped')),
      dataDir: '/no/such/folder',
    })
    expect(difference).toEqual([])
    expect(text).not.toMatch(/^vest_journal_free_bytes /m)
    expect(text).toMatch(/^vest_serving 1$/m)
  })

  it('tell what groups cost, and what waits', async () => {
    const { text } = await told({}, [
      { commands: 3, syncMs: 4, applyMs: 0.2, waiting: 0, isJournalLow: false },
      { commands: 200, syncMs: 30, applyMs: 2, waiting: 17, isJournalLow: true },
    ])
    for (const line of [
      'vest_journal_sync_seconds_bucket{le="0.005"} 1',
      'vest_journal_sync_seconds_bucket{le="0.05"} 2',
      'vest_journal_sync_seconds_sum 0.034',
      'vest_core_apply_seconds_bucket{le="0.00025"} 1',
      'vest_core_apply_seconds_count 2',
      'vest_journal_group_commands_sum 203',
      'vest_core_inbox_waiting 17',
      'vest_core_inbox_limit 4096',
      'vest_journal_low 1',
    ])
      expect(text.split('\n')).toContain(line)
  })
})

const NO_MONEY = { VAULT: 0 } as LedgerView['moneyUsd6']

/** Metrics of an exchange that there is not. */
async function told(sources: Partial<MetricSources>, groups: readonly GroupFigures[] = []) {
  const metrics = createMetrics({
    isServing: () => true,
    nowMs: () => 1,
    capital: () => Promise.reject(new Error('not asked')),
    ledger: async () => ({ differencesUsd6: { real: 0n, sim: 0n }, moneyUsd6: NO_MONEY }),
    dataDir: tmpdir(),
    ...sources,
  })
  for (const figures of groups) metrics.onGroup(figures)
  const text = await metrics.text()
  return { text, difference: text.split('\n').filter((line) => line.startsWith('vest_ledger_difference')) }
}

async function metricsOf({ exchange }: TestWorld): Promise<string> {
  return (await fetch(`http://127.0.0.1:${exchange.operatorPort}/metrics`)).text()
}

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
