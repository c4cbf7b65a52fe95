/** The socket, frame by frame. */
import { launchMarkets } from '@vest/engine'
import { describe, expect, it } from 'vitest'
import {
  depthResponse,
  idResponse,
  klineMessage,
  listenKeyResponse,
  orderEvent,
  ordersResponse,
  tickersResponse,
  tradeRow,
} from '@vest/protocol'
import { nodeWebSocketWith } from '@vest/sdk/node'
import { programHeaders } from '../world/stack.ts'
import { until } from '../world/until.ts'
import { as, call, cancelBody, deepBid, expectError, orderBody, type GetWorld, type World } from './world.ts'

interface Frame {
  readonly isBinary: boolean
  readonly text: string
  readonly json: { readonly [key: string]: unknown }
}

export interface Line {
  readonly frames: readonly Frame[]
  closeCode(): number | undefined
  send(message: unknown): void
  close(): void
}

/** A `ws` socket: what the constructor type of the client leaves out is used here on purpose. */
interface RawSocket {
  on(event: 'open', listener: () => void): void
  on(event: 'error', listener: (error: Error) => void): void
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): void
  on(event: 'close', listener: (code: number) => void): void
  send(text: string | Buffer): void
  close(): void
}

export function openLine({ baseUrl, witness }: World, path: string): Promise<Line> {
  const socket = new (nodeWebSocketWith(programHeaders(baseUrl)))(
    `${baseUrl.replace('http', 'ws')}${path}`,
  ) as unknown as RawSocket
  const frames: Frame[] = []
  let closed: number | undefined
  socket.on('message', (data, isBinary) => {
    const text = data.toString('utf8')
    const json = JSON.parse(text) as Frame['json']
    frames.push({ isBinary, text, json })
    if (typeof json['channel'] === 'string') witness.message(json['channel'], json['data'])
  })
  socket.on('close', (code) => (closed = code))
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('open', () =>
      resolve({
        frames,
        closeCode: () => closed,
        close: () => socket.close(),
        send: (message) =>
          socket.send(
            typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
          ),
      }),
    )
  })
}

export const socket = (world: GetWorld) =>
  describe('socket', () => {
    const line = (query = '', path = '/ws-api'): Promise<Line> =>
      openLine(world(), `${path}?version=1.0${query}`)
    const dataOf = (open: Line, channel: string) =>
      open.frames.filter((frame) => frame.json['channel'] === channel).map((frame) => frame.json['data'])
    const closedWith = (open: Line): Promise<number> => until('the socket is closed', () => open.closeCode())

    it('[7.10] wire 42: the listen key is 32 hex digits, the same while it holds, and gone after DELETE', async () => {
      const { rival } = world()
      const post = async () =>
        listenKeyResponse.parse(
          (await call(world(), '/v2/account/listenKey', as(rival, { method: 'POST' }))).body,
        ).listenKey
      const key = await post()
      expect(await post()).toBe(key)
      expect((await call(world(), '/v2/account/listenKey', as(rival, { method: 'PUT' }))).body).toEqual({
        listenKey: key,
      })
      expect((await call(world(), '/v2/account/listenKey', as(rival, { method: 'DELETE' }))).body).toEqual({})
      expectError(await call(world(), '/v2/account/listenKey', as(rival, { method: 'PUT' })), 400, 1125)
    })

    it('[3.18] wire 1, 43, 44, 11.2: silence first, then exactly PONG; binary at /ws-api, text at /ws, and either on request', async () => {
      for (const path of ['/ws-api', '/ws'])
        for (const [query, isBinary] of [
          ['', path === '/ws-api'],
          ['&encoding=text', false],
          ['&encoding=binary', true],
        ] as const) {
          const open = await line(query, path)
          open.send({ method: 'PING' })
          await until('PONG is there', () => open.frames.length > 0)
          expect(open.frames.map(({ text, isBinary: binary }) => [text, binary])).toEqual([
            ['{"data":"PONG"}', isBinary],
          ])
          open.close()
        }
    })

    it('[7.30] wire 45, 47: one acknowledgement before the data; whole books, arrays of tickers', async () => {
      const open = await line('&xwebsocketserver=restserverundefined')
      open.send({ method: 'SUBSCRIBE', params: ['tickers', 'SPY-USD-PERP@depth'], id: 7 })
      await until(
        'both channels speak',
        () => dataOf(open, 'tickers').length > 0 && dataOf(open, 'SPY-USD-PERP@depth').length > 0,
      )
      expect(open.frames[0]!.text).toBe('{"result":null,"id":7}')
      expect(open.frames.filter((frame) => 'result' in frame.json)).toHaveLength(1)
      expect(tickersResponse.parse({ tickers: dataOf(open, 'tickers')[0] }).tickers).toHaveLength(
        launchMarkets().length,
      )
      expect(depthResponse.parse(dataOf(open, 'SPY-USD-PERP@depth')[0]).bids).toHaveLength(20)
      open.close()
    })

    it('wire 45: an unknown channel applies nothing of its request and leaves the socket open', async () => {
      const open = await line()
      open.send({ method: 'SUBSCRIBE', params: ['tickers', 'NO-SUCH-PERP@depth'], id: 3 })
      open.send('{"method":')
      open.send({ method: 'PING', id: 4 })
      await until('PONG is there', () => open.frames.some((frame) => frame.json['data'] === 'PONG'))
      expect(open.frames.slice(0, 2).map(({ json }) => [json['type'], json['id'], json['code']])).toEqual([
        ['channel.error', 3, 1121],
        ['channel.error', null, 1130],
      ])
      expect(open.frames.some((frame) => 'result' in frame.json)).toBe(false)
      open.close()
    })

    it('[8.56] wire 46: wrong version 4000, private without key 4003, unknown key 4004', async () => {
      expect(await closedWith(await openLine(world(), '/ws-api?version=2.0'))).toBe(4000)
      expect(await closedWith(await line(`&listenKey=${'0'.repeat(32)}`))).toBe(4004)
      const open = await line()
      open.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
      expect(await closedWith(open)).toBe(4003)
    })

    it('wire 14, 47, 48, 11.6: each change of an order is one ORDER event, equal to the later row; a trade is one object', async () => {
      const { trader } = world()
      const { listenKey } = listenKeyResponse.parse(
        (await call(world(), '/v2/account/listenKey', as(trader, { method: 'POST' }))).body,
      )
      const open = await line(`&listenKey=${listenKey}`)
      open.send({
        method: 'SUBSCRIBE',
        params: ['account_private', 'IWM-USD-PERP@trades', 'IWM-USD-PERP@kline_1m'],
        id: 1,
      })
      await until('it is acknowledged', () => open.frames.length > 0)
      const rest = await orderBody(trader, { orderType: 'LIMIT', limitPrice: await deepBid(world()) })
      const { id } = idResponse.parse((await call(world(), '/v2/orders', as(trader, { body: rest }))).body)
      await call(world(), '/v2/orders/cancel', as(trader, { body: await cancelBody(trader, id) }))
      const body = await orderBody(trader, { symbol: 'IWM-USD-PERP', size: '0.2500' })
      await call(world(), '/v2/orders', as(trader, { body }))
      const all = (): readonly ReturnType<typeof orderEvent.parse>[] =>
        dataOf(open, 'account_private').map((data) => orderEvent.parse((data as { args: unknown }).args))
      const events = () => all().filter((event) => event.nonce === body.order.nonce)
      await until('the fill is told', () => events().at(-1)?.status === 'FILLED')
      // Every order that was accepted is NEW first, also one that is over at once.
      expect(events().map((event) => event.status)).toEqual(['NEW', 'FILLED'])
      expect(
        all()
          .filter((event) => event.id === id)
          .map((event) => event.status),
      ).toEqual(['NEW', 'CANCELLED'])
      const [row] = ordersResponse.parse(
        (await call(world(), `/v2/orders?nonce=${body.order.nonce}`, as(trader))).body,
      )
      for (const field of [
        'id',
        'symbol',
        'size',
        'orderType',
        'lastFilledSize',
        'lastFilledPrice',
        'avgFilledPrice',
        'fees',
        'cumFunding',
        'postTime',
      ] as const)
        expect([field, events().at(-1)![field]]).toEqual([field, row![field]])
      await until(
        'trade and candle are told',
        () =>
          dataOf(open, 'IWM-USD-PERP@trades').length > 0 && dataOf(open, 'IWM-USD-PERP@kline_1m').length > 0,
      )
      expect(tradeRow.parse(dataOf(open, 'IWM-USD-PERP@trades')[0]).qty).toBe('0.2500')
      klineMessage.parse(dataOf(open, 'IWM-USD-PERP@kline_1m')[0])
      open.close()
    })
  })
