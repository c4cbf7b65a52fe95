/** Paths, headers, shapes, and what happens without a key. */
import { describe, expect, it } from 'vitest'
import {
  accountResponse,
  CALL_LIST,
  exchangeInfoResponse,
  fundingHistoryResponse,
  klinesResponse,
  ordersResponse,
  tradesResponse,
  transfersResponse,
} from '@vest/protocol'
import { as, call, expectError, type GetWorld } from './world.ts'

const EXAMPLES = CALL_LIST.map(({ example: { params = {}, query }, ...call }) => ({
  ...call,
  target: `${call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
}))
const PUBLIC_PATHS = EXAMPLES.filter(
  ({ auth, method, outside }) => auth === 'none' && method === 'GET' && outside === undefined,
).map(({ target }) => target)
const PRIVATE_CALLS = EXAMPLES.filter(({ auth }) => auth === 'key').map(
  ({ method, target }) => [method, target] as const,
)

export const transport = (world: GetWorld) =>
  describe('transport and shapes', () => {
    it.each(PUBLIC_PATHS)(
      '[7.1] wire 2: %s answers with no header, and with any value of either',
      async (path) => {
        for (const headers of [
          {},
          { 'x-api-key': 'PUBLIC' },
          { xrestservermm: 'restserverundefined', 'X-API-KEY': '' },
          { XRESTSERVERMM: 'restserver7' },
        ])
          expect((await call(world(), `/v2${path}`, { headers })).status).toBe(200)
      },
    )

    it('wire 1: without /v2 there is no such path', async () => {
      expectError(await call(world(), '/exchangeInfo'), 404, 0)
    })

    it('wire 3: header names match in any case; a preflight for both custom headers succeeds', async () => {
      const { trader, baseUrl } = world()
      expect((await call(world(), '/v2/account', { headers: { 'X-Api-Key': trader.apiKey } })).status).toBe(
        200,
      )
      const preflight = await fetch(`${baseUrl}/v2/orders`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://elsewhere.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-api-key,xrestservermm,content-type',
        },
      })
      expect(preflight.status).toBeLessThan(300)
      expect(preflight.headers.get('access-control-allow-origin')).toBe('https://elsewhere.example')
      const allowed = preflight.headers.get('access-control-allow-headers')!.toLowerCase()
      for (const name of ['x-api-key', 'xrestservermm', 'content-type']) expect(allowed).toContain(name)
    })

    it('wire 4: bodies are bare; lists are arrays; no success object has a code', async () => {
      const { trader } = world()
      const body = async (path: string) => (await call(world(), `/v2${path}`, as(trader))).body
      expect(ordersResponse.parse(await body('/orders'))).toBeInstanceOf(Array)
      expect(transfersResponse.parse(await body('/transfer')).length).toBeGreaterThan(0)
      expect(tradesResponse.parse(await body('/trades?symbol=BTC-PERP'))).toBeInstanceOf(Array)
      expect(klinesResponse.parse(await body('/klines?symbol=BTC-PERP')).length).toBe(1000)
      expect(fundingHistoryResponse.parse(await body('/funding/history?symbol=BTC-PERP'))).toBeInstanceOf(
        Array,
      )
      const objects = [
        accountResponse.parse(await body('/account')),
        exchangeInfoResponse.parse(await body('/exchangeInfo')),
      ]
      for (const object of objects) expect(object).not.toHaveProperty('code')
    })

    it('[8.1] wire 5, 6: one error shape; a missing symbol is 422, an unknown one 400, an unreadable body 422', async () => {
      const { trader } = world()
      expectError(await call(world(), '/v2/klines'), 422, 1130)
      expectError(await call(world(), '/v2/klines?symbol=NO-SUCH-PERP'), 400, 1121)
      expectError(await call(world(), '/v2/klines?symbol=BTC-PERP&interval=7m'), 400, 1130)
      expectError(await call(world(), '/v2/orders', as(trader, { body: '{"order":' })), 422, 1130)
      expectError(await call(world(), '/v2/no/such/call'), 404, 0)
      expectError(await call(world(), '/v2/exchangeInfo', { method: 'DELETE' }), 405, 0)
    })

    it.each(PRIVATE_CALLS)(
      '[6.1] wire 7: %s %s without a key, or with a wrong one, is 401 and nothing else',
      async (method, path) => {
        const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
        expectError(await call(world(), `/v2${path}`, { method, ...body }), 401, 1002)
        expectError(
          await call(world(), `/v2${path}`, { method, ...body, headers: { 'x-api-key': 'f'.repeat(64) } }),
          401,
          1002,
        )
      },
    )

    it('wire 8: 500 requests for candles, ten at a time from this machine, are not limited', async () => {
      let begun = 0
      const statuses: number[] = []
      const worker = async (): Promise<void> => {
        while (begun < 500) {
          begun += 1
          statuses.push((await call(world(), '/v2/klines?symbol=BTC-PERP&limit=5')).status)
        }
      }
      await Promise.all(Array.from({ length: 10 }, worker))
      expect(statuses.filter((status) => status !== 200)).toEqual([])
      expect(statuses).toHaveLength(500)
    })

    it('wire 9: decimals are padded text; unknown fields are ignored', async () => {
      const { trader } = world()
      const account = accountResponse.parse((await call(world(), '/v2/account?shoe=1', as(trader))).body)
      expect(account.collateral).toMatch(/^\d+\.\d{6}$/)
      const leverage = await call(
        world(),
        '/v2/account/leverage',
        as(trader, { body: { symbol: 'ETH-PERP', value: 7, colour: 'red', time: Date.now() } }),
      )
      expect(leverage.body).toEqual({ symbol: 'ETH-PERP', value: 7 })
    })

    it('[7.1] wire 60: the clock is that of the server', async () => {
      const { serverTime } = (await call(world(), '/v2/time')).body as { serverTime: number }
      expect(Math.abs(serverTime - Date.now())).toBeLessThan(2_000)
    })
  })
