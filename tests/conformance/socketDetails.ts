/** The rest of the socket's rules: requests in every form, exact fields of events, and every close code. */
import { describe, expect, it } from 'vitest'
import { idResponse, listenKeyResponse } from '@vest/protocol'
import { createBot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { authorizationOf } from './deposits.ts'
import { openLine, type Line } from './socket.ts'
import { as, call, cancelBody, deepBid, orderBody, type GetWorld } from './world.ts'

const RESTING = [
  'id', 'symbol', 'isBuy', 'orderType', 'limitPrice', 'size', 'reduceOnly', 'initMarginRatio', 'status', 'postTime', 'nonce',
] // prettier-ignore
const FILL = ['lastFilledSize', 'lastFilledPrice', 'lastFilledTime', 'avgFilledPrice', 'cumFunding', 'fees']
const TRANSFER = ['chainId', 'code', 'id', 'nonce', 'orderType', 'postTime', 'size', 'status']

export const socketDetails = (world: GetWorld) =>
  describe('socket, in detail', () => {
    const line = (query = ''): Promise<Line> => openLine(world(), `/ws-api?version=1.0${query}`)
    const closedWith = (open: Line): Promise<number> => until('the socket is closed', () => open.closeCode())
    const newKey = async (bot = world().trader): Promise<string> =>
      listenKeyResponse.parse(
        (await call(world(), '/v2/account/listenKey', as(bot, { method: 'POST' }))).body,
      ).listenKey
    const results = (open: Line): unknown[] =>
      open.frames.filter(({ json }) => 'result' in json).map(({ text }) => text)
    type Event = { readonly event: string; readonly args: Record<string, unknown> }
    const events = (open: Line): Event[] =>
      open.frames.flatMap(({ json }) =>
        json['channel'] === 'account_private' ? [json['data'] as Event] : [],
      )
    async function privateLine(bot = world().trader): Promise<Line> {
      const open = await line(`&xwebsocketserver=restserver0&listenKey=${await newKey(bot)}`)
      open.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
      await until('it is acknowledged', () => results(open).length === 1)
      return open
    }

    it('[3.18] requests again, for what is not there, as binary and without a version: each acknowledged once', async () => {
      const open = await openLine(world(), '/ws?shoe=1&websocketserver=restserver3')
      open.send(Buffer.from(JSON.stringify({ method: 'SUBSCRIBE', params: ['SPY-USD-PERP@depth'], id: 1 })))
      open.send({ method: 'SUBSCRIBE', params: ['SPY-USD-PERP@depth'], id: 2 })
      open.send({ method: 'UNSUBSCRIBE', params: ['SPY-USD-PERP@depth', 'BTC-PERP@trades'], id: 3 })
      await until('all are acknowledged', () => results(open).length === 3)
      expect(results(open)).toEqual([1, 2, 3].map((id) => `{"result":null,"id":${id}}`))
      // What is left stays silent; the next word is the answer to this.
      const before = open.frames.length
      open.send({ method: 'PING', params: [], id: 0 })
      await until('PONG is there', () => open.frames.some(({ text }) => text === '{"data":"PONG"}'))
      expect(open.frames.slice(before).filter(({ json }) => 'channel' in json)).toEqual([])
      open.close()
    })

    it('[3.18] an error names what was wrong: unknown methods, channels, symbols and intervals', async () => {
      const open = await line()
      const bad = [
        [{ method: 'SHOUT', params: [], id: 1 }, 1130],
        [{ method: 'SUBSCRIBE', params: ['BTC-PERP@gossip'], id: 2 }, 1130],
        [{ method: 'SUBSCRIBE', params: ['X@depth'], id: 3 }, 1121],
        [{ method: 'SUBSCRIBE', params: ['BTC-PERP@kline_7m'], id: 4 }, 1130],
        [{ method: 'SUBSCRIBE', params: 'tickers', id: 5 }, 1130],
      ] as const
      for (const [request] of bad) open.send(request)
      await until('every answer is there', () => open.frames.length === bad.length)
      for (const [at, [request, code]] of bad.entries()) {
        const { json } = open.frames[at]!
        expect(json).toEqual({
          type: 'channel.error',
          id: request.id,
          code,
          error: expect.any(String),
          msg: expect.any(String),
        })
      }
      open.close()
    })

    it('[7.30] a trade is told with the hex form of its REST id; a ticker alone is one object', async () => {
      const { trader } = world()
      const open = await line()
      open.send({ method: 'SUBSCRIBE', params: ['GLD-USD-PERP@trades', 'GLD-USD-PERP@ticker'], id: 1 })
      await until('it is acknowledged', () => results(open).length === 1)
      const body = await orderBody(trader, { symbol: 'GLD-USD-PERP', size: '0.0300' })
      expect((await call(world(), '/v2/orders', as(trader, { body }))).status).toBe(200)
      const of = (channel: string) =>
        open.frames.filter(({ json }) => json['channel'] === channel).map(({ json }) => json['data'])
      await until(
        'trade and ticker are told',
        () => of('GLD-USD-PERP@trades').length > 0 && of('GLD-USD-PERP@ticker').length > 0,
      )
      const [row] = (await call(world(), '/v2/trades?symbol=GLD-USD-PERP&limit=1')).body as Record<
        string,
        unknown
      >[]
      expect(of('GLD-USD-PERP@trades')[0]).toEqual({ ...row, id: `0x${Number(row!['id']).toString(16)}` })
      expect(of('GLD-USD-PERP@ticker')[0]).toMatchObject({ symbol: 'GLD-USD-PERP', status: 'TRADING' })
      open.close()
    })

    it('[7.30] wire 48: ORDER carries the fields of its status, and the time of its row', async () => {
      const { trader } = world()
      const open = await privateLine()
      const send = async (fields: Parameters<typeof orderBody>[1]) =>
        idResponse.parse(
          (await call(world(), '/v2/orders', as(trader, { body: await orderBody(trader, fields) }))).body,
        ).id
      const limitPrice = await deepBid(world())
      const resting = await send({ orderType: 'LIMIT', limitPrice })
      await call(world(), '/v2/orders/cancel', as(trader, { body: await cancelBody(trader, resting) }))
      const refused = await send({ orderType: 'LIMIT', limitPrice, timeInForce: 'FOK' })
      const filled = await send({ size: '0.0100' })
      await until('the last is told', () => events(open).some(({ args }) => args['id'] === filled))
      const told = (id: string, status: string) =>
        events(open).find(({ args }) => args['id'] === id && args['status'] === status)!
      expect(events(open).every(({ event }) => event === 'ORDER')).toBe(true)
      expect(Object.keys(told(resting, 'NEW').args)).toEqual(expect.arrayContaining(RESTING))
      expect(Object.keys(told(filled, 'FILLED').args)).toEqual(expect.arrayContaining([...RESTING, ...FILL]))
      expect(Object.keys(told(resting, 'CANCELLED').args)).toEqual(
        expect.arrayContaining(['id', 'status', 'postTime', 'nonce']),
      )
      expect(told(refused, 'REJECTED').args).toMatchObject({
        code: expect.any(Number),
        nonce: expect.any(Number),
      })
      open.close()
    })

    it('[7.30] [7.24] TRANSFER has its eight fields and follows the deposit from NEW to FILLED', async () => {
      const trader = await createBot({ baseUrl: world().baseUrl, depositUsd6: 4_000_000_000n })
      const open = await privateLine(trader)
      const body = await authorizationOf(trader)
      const { id } = idResponse.parse(
        (await call(world(), '/v2/transfer/deposit/authorized', as(trader, { body }))).body,
      )
      const told = () => events(open).filter(({ event, args }) => event === 'TRANSFER' && args['id'] === id)
      await until('it is credited', () => told().at(-1)?.args['status'] === 'FILLED')
      expect(told()[0]!.args['status']).toBe('NEW')
      for (const { args } of told()) expect(Object.keys(args).toSorted()).toEqual(TRANSFER)
      expect(told()[0]!.args).toMatchObject({
        size: '5.000000',
        orderType: 'DEPOSIT',
        chainId: 42161,
        code: null,
      })
      open.close()
    })

    it('[8.56] wire 46: a malformed group with a key is 4002, a deleted key 4005, a huge message 1009', async () => {
      expect(await closedWith(await line(`&listenKey=${await newKey()}&xwebsocketserver=nonsense`))).toBe(
        4002,
      )
      const open = await privateLine()
      await call(world(), '/v2/account/listenKey', as(world().trader, { method: 'DELETE' }))
      expect(await closedWith(open)).toBe(4005)
      const loud = await line()
      loud.send('x'.repeat(1_000_000))
      expect(await closedWith(loud)).toBe(1009)
    })
  })
