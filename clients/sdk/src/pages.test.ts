import { REFUSAL } from '@vest/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerAll } from '../testing/answers.ts'
import { startScriptedExchange, type ScriptedExchange } from '../testing/scriptedExchange.ts'
import { createVestClient, type VestClient } from './node.ts'

const PATHS = {
  orders: '/v2/orders',
  fills: '/v2/fills',
  fundingPayments: '/v2/funding/payments',
  closedPositions: '/v2/positions/history',
  transfers: '/v2/transfer',
  lpOrders: '/v2/lp',
  trades: '/v2/trades',
} as const
const NAMES = Object.keys(PATHS) as (keyof typeof PATHS)[]

describe('pages', () => {
  let exchange: ScriptedExchange
  let vest: VestClient
  beforeAll(async () => (exchange = await startScriptedExchange(answerAll)))
  beforeEach(() => {
    exchange.requests.length = 0
    vest = createVestClient({ baseUrl: exchange.url, apiKey: 'key' })
  })
  afterAll(() => exchange.close())

  /** Three pages; each is its number, the cursor names the next. */
  const threePages: ScriptedExchange['reply'] = (request) => {
    if (request.path === '/v2/time') return answerAll(request)
    const page = Number(request.query['cursor'] ?? 1)
    return { body: [page], headers: page < 3 ? { 'x-next-cursor': String(page + 1) } : {} }
  }

  it.each(NAMES)('%s go on behind each page with its cursor, and end where none is given', async (name) => {
    exchange.reply = threePages
    const seen = []
    const query = { symbol: 'BTC-PERP', limit: 1 }
    for await (const rows of vest.pages[name](query)) seen.push(rows)
    expect(seen).toEqual([[1], [2], [3]])
    const asked = exchange.requests.filter(({ path }) => path === PATHS[name])
    expect(asked.map(({ query: { cursor, symbol, limit } }) => [cursor, symbol, limit])).toEqual(
      [undefined, '2', '3'].map((cursor) => [cursor, 'BTC-PERP', '1']),
    )
    expect(asked[0]!.headers['x-api-key']).toBe(name === 'trades' ? undefined : 'key')
  })

  it('a loop that is left asks for nothing more', async () => {
    exchange.reply = threePages
    for await (const rows of vest.pages.orders()) {
      expect(rows).toHaveLength(1)
      break
    }
    expect(exchange.requests.filter(({ path }) => path === '/v2/orders')).toHaveLength(1)
  })

  it('both forms of a cancel that came too late are the same refusal', async () => {
    const body = { code: REFUSAL.ORDER_NOT_FOUND, msg: 'Order already processed or cancelled' }
    for (const reply of [{ body }, { status: 400, body: { ...body, detail: body } }]) {
      exchange.reply = (request) => (request.path === '/v2/time' ? answerAll(request) : reply)
      await expect(vest.orders()).rejects.toMatchObject({
        name: 'ApiError',
        code: REFUSAL.ORDER_NOT_FOUND,
        message: body.msg,
      })
    }
  })

  it('ending all sessions ends the keys of programs too, and the own session last, where that is wanted', async () => {
    const row = (id: string, kind: string, isCurrent = false) => ({ id, kind, isCurrent })
    exchange.reply = (request) =>
      request.method === 'DELETE'
        ? { body: {} }
        : request.path === '/v2/time'
          ? answerAll(request)
          : { body: [row('0x1', 'session', true), row('0x2', 'session'), row('0x3', 'program')] }
    const ended = () =>
      exchange.requests.flatMap(({ method, path }) => (method === 'DELETE' ? [path.split('/').at(-1)] : []))
    await vest.endAllSessions()
    expect(ended()).toEqual(['0x2', '0x3'])
    exchange.requests.length = 0
    await vest.endAllSessions({ own: true })
    expect(ended()).toEqual(['0x2', '0x3', '0x1'])
  })
})
