import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REFUSAL, lots, ticks } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBotKeys, type BotKeys } from './botKeys.ts'
import { FlowUnauthorized, FlowUnavailable, type FlowAccount, type FlowExchange } from './flowExchange.ts'
import { createSdkFlowExchange } from './sdkFlowExchange.ts'

/** Answers of a tiny server by "METHOD path"; what it was asked is kept. */
type Answer = { readonly status?: number; readonly body: unknown; readonly headers?: Record<string, string> }
let answers: Record<string, Answer | 'hang'>
let asked: {
  readonly call: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
}[]
let server: Server
let exchange: FlowExchange
let keys: BotKeys
let folder: string

const refusal = (code: number): unknown => ({ code, msg: 'no', detail: { code, msg: 'no' } })
const ID = `0x${'ab'.repeat(32)}`

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vest-flow-'))
  asked = []
  answers = {
    'GET /v2/exchangeInfo': {
      body: {
        symbols: [
          { symbol: 'BTC-PERP', priceDecimals: 2, sizeDecimals: 4 },
          { symbol: 'kPEPE-PERP', priceDecimals: 6, sizeDecimals: 0 },
        ],
      },
    },
    'GET /v2/transfer/chains': { body: [{ isDefault: true, router: `0x${'11'.repeat(20)}` }] },
    'POST /v2/register': { body: { apiKey: 'key', accGroup: 0 } },
    'POST /v2/orders': { body: { id: ID } },
    'POST /v2/orders/cancel': { body: { id: ID } },
  }
  server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://x')
    const call = `${request.method} ${url.pathname}`
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      asked.push({ call, query: url.searchParams, body: text === '' ? {} : JSON.parse(text) })
      const answer = answers[call] ?? { status: 404, body: refusal(0) }
      if (answer === 'hang') return
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  exchange = createSdkFlowExchange({ baseUrl: `http://127.0.0.1:${port}`, onTrouble: () => {} })
  keys = (await openBotKeys(join(folder, 'bots.json'), ['taker-1']))[0]!
})
afterEach(async () => {
  exchange.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

async function opened(): Promise<FlowAccount> {
  await exchange.markets()
  return exchange.open(keys)
}
const lastAsked = () => asked.at(-1)!

describe('bot keys', () => {
  it('are made once, belong to their owner alone, and stay the same', async () => {
    const path = join(folder, 'more.json')
    const [first] = await openBotKeys(path, ['a'])
    const again = await openBotKeys(path, ['a', 'b'])
    expect(again[0]).toEqual(first)
    expect(again[1]!.address).toMatch(/^0x[0-9a-f]{40}$/)
    expect(again[1]!.address).not.toBe(first!.address)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

describe('flow through the client', () => {
  it('registers the session key by the primary key', async () => {
    await opened()
    const registration = asked.find(({ call }) => call === 'POST /v2/register')!
    expect(registration.body).toMatchObject({ primaryAddr: keys.address, networkType: 0 })
    expect(registration.body['signingAddr']).not.toBe(keys.address)
  })

  it('sends market and limit orders in the decimals of the market', async () => {
    const account = await opened()
    const market = { symbol: 'BTC-PERP', isBuy: true, size: lots(87), reduceOnly: false }
    expect(await account.place(market)).toEqual({ kind: 'accepted', id: ID })
    expect(lastAsked().body['order']).toMatchObject({
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.0087',
      orderType: 'MARKET',
    })
    expect(lastAsked().body['order']).not.toHaveProperty('limitPrice')
    await account.place({
      symbol: 'kPEPE-PERP',
      isBuy: false,
      size: lots(200_000),
      limitPrice: ticks(4_505),
      reduceOnly: true,
    })
    expect(lastAsked().body['order']).toMatchObject({
      size: '200000', orderType: 'LIMIT', limitPrice: '0.004505', timeInForce: 'GTC', reduceOnly: true,
    }) // prettier-ignore
    expect(await account.cancel(ID)).toEqual({ kind: 'accepted', id: ID })
    expect(lastAsked().body['order']).toMatchObject({ id: ID })
  })

  it('reads equity, bound margin and signed positions', async () => {
    const account = await opened()
    answers['GET /v2/account'] = {
      body: {
        totalAccountValue: '9950.250000',
        openOrderMargin: '12.500000',
        positions: [
          { symbol: 'BTC-PERP', isLong: false, size: '0.0500', initMargin: '460.000000' },
          { symbol: 'kPEPE-PERP', isLong: true, size: '120000', initMargin: '54.100000' },
        ],
      },
    }
    expect(await account.state()).toEqual({
      equityUsd6: 9_950_250_000,
      boundUsd6: 526_600_000,
      positions: new Map([
        ['BTC-PERP', -500],
        ['kPEPE-PERP', 120_000],
      ]),
    })
  })

  it('[8.9] has no state before the first credit', async () => {
    const account = await opened()
    answers['GET /v2/account'] = { status: 400, body: refusal(1099) }
    expect(await account.state()).toBeUndefined()
  })

  it('finds resting orders and late rejections', async () => {
    const account = await opened()
    answers['GET /v2/orders'] = {
      body: [
        {
          id: ID,
          symbol: 'BTC-PERP',
          isBuy: true,
          limitPrice: '91990.00',
          code: REFUSAL.MARGIN_CHECK_FAILED,
        },
      ],
    }
    expect(await account.rejectionsSince(5)).toEqual([
      { symbol: 'BTC-PERP', code: REFUSAL.MARGIN_CHECK_FAILED },
    ])
    expect([lastAsked().query.get('status'), lastAsked().query.get('startTime')]).toEqual(['REJECTED', '5'])
    expect((await account.restingOrders())[0]).toEqual({
      id: ID,
      symbol: 'BTC-PERP',
      isBuy: true,
      limitPrice: 9_199_000,
    })
    const statuses = asked
      .filter(({ call }) => call === 'GET /v2/orders')
      .map(({ query }) => query.get('status'))
    expect(statuses).toEqual(['REJECTED', 'NEW', 'PARTIALLY_FILLED'])
  })

  it.each([
    [
      'refused by a code',
      { status: 400, body: refusal(1148) },
      { kind: 'refused', code: REFUSAL.MARKET_CLOSED },
    ],
    ['unauthorized', { status: 401, body: refusal(1002) }, { kind: 'refused', code: REFUSAL.UNAUTHORIZED }],
    [
      'overloaded',
      { status: 429, body: refusal(1003), headers: { 'retry-after': '2' } },
      { kind: 'busy', retryAfterMs: 2_000 },
    ],
    ['broken', { status: 500, body: refusal(0) }, { kind: 'unreachable' }],
    ['a foreign gateway', { status: 502, body: 'bad gateway' }, { kind: 'unreachable' }],
  ])('answers a write that is %s', async (_, answer, expected) => {
    const account = await opened()
    answers['POST /v2/orders'] = answer as Answer
    expect(
      await account.place({ symbol: 'BTC-PERP', isBuy: true, size: lots(1), reduceOnly: false }),
    ).toEqual(expected)
  })

  it('tells a key that is not known from an exchange that is away', async () => {
    const account = await opened()
    answers['GET /v2/account'] = { status: 401, body: refusal(1002) }
    await expect(account.state()).rejects.toBeInstanceOf(FlowUnauthorized)
    // The client has dropped the key: nothing more is sent in its name.
    await expect(account.state()).rejects.toBeInstanceOf(FlowUnauthorized)
    answers['GET /v2/exchangeInfo'] = { status: 429, body: refusal(1003) }
    await expect(exchange.markets()).rejects.toBeInstanceOf(FlowUnavailable)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await expect(exchange.markets()).rejects.toBeInstanceOf(FlowUnavailable)
    server.listen(0)
  })

  it('gives up what is under way when it is closed', async () => {
    const account = await opened()
    answers['POST /v2/orders'] = 'hang'
    const placing = account.place({ symbol: 'BTC-PERP', isBuy: true, size: lots(1), reduceOnly: false })
    exchange.close()
    expect(await placing).toEqual({ kind: 'unreachable' })
    await expect(exchange.markets()).rejects.toBeInstanceOf(FlowUnavailable)
  })
})
