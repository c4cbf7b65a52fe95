/** What clients that exist taught: the amendments of the protocol, by their numbers (11.1 to 11.10). */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  REFUSAL,
  depthResponse,
  exchangeInfoResponse,
  fundingHistoryResponse,
  idResponse,
  klinesResponse,
  lpEvent,
  listenKeyResponse,
  ordersResponse,
  tickersResponse,
  type OrderRow,
} from '@vest/protocol'
import { createBot, type Bot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { openLine, type Line } from './socket.ts'
import { as, call, deepBid, expectError, lpBody, orderBody, type GetWorld } from './world.ts'

const SYMBOL = 'BTC-PERP'

export const amendments = (world: GetWorld) =>
  describe('amendments', () => {
    let bot: Bot
    beforeAll(async () => (bot = await createBot({ baseUrl: world().baseUrl })), 120_000)

    const get = async (path: string): Promise<unknown> => (await call(world(), `/v2${path}`)).body
    const own = (path: string) => call(world(), `/v2${path}`, as(bot))
    const dataOf = (open: Line, channel: string) =>
      open.frames.filter(({ json }) => json['channel'] === channel).map(({ json }) => json['data'])
    const info = async () =>
      exchangeInfoResponse.parse(await get(`/exchangeInfo?symbols=${SYMBOL}`)).symbols[0]!

    it('[7.30] wire 11.1: every message of tickers carries every market, with partial=1 those that have changed; all come again within two seconds', async () => {
      const { symbols } = exchangeInfoResponse.parse(await get('/exchangeInfo'))
      const [whole, partial] = [await openLine(world(), '/ws'), await openLine(world(), '/ws?partial=1')]
      const names = ['tickers', `${SYMBOL}@ticker`, `${SYMBOL}@depth`]
      for (const open of [whole, partial]) open.send({ method: 'SUBSCRIBE', params: names, id: 1 })
      await until('every channel has come again, twice', () =>
        names.every((name) => dataOf(whole, name).length >= 3),
      )
      for (const rows of dataOf(whole, 'tickers'))
        expect(tickersResponse.parse({ tickers: rows }).tickers).toHaveLength(symbols.length)
      await until('some markets have changed', () =>
        dataOf(partial, 'tickers').some((rows) => (rows as unknown[]).length < symbols.length),
      )
      expect(dataOf(partial, 'tickers')[0]).toHaveLength(symbols.length)
      whole.close()
      partial.close()
    })

    it('[3.4] wire 11.4: tick sizes are 1, 2, 5, 10 … ticks; the book can be had by each of them, and by no other', async () => {
      const { tickSizes, minTickSize, defaultTickSize, priceDecimals } = await info()
      const ticks = tickSizes.map((size) => Math.round(Number(size) * 10 ** priceDecimals))
      expect(ticks).toEqual(
        [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].slice(0, ticks.length),
      )
      expect([minTickSize, tickSizes.includes(defaultTickSize)]).toEqual([tickSizes[0], true])
      const open = await openLine(world(), '/ws-api')
      const names = tickSizes.map((size) => `${SYMBOL}@depth_${size}`)
      open.send({ method: 'SUBSCRIBE', params: names, id: 1 })
      await until('every book is there', () => names.every((name) => dataOf(open, name).length > 0))
      for (const [at, name] of names.entries()) {
        const { bids, asks } = depthResponse.parse(dataOf(open, name)[0])
        expect(bids.length).toBeGreaterThan(0)
        for (const [price] of [...bids, ...asks])
          expect(Math.round(Number(price) * 10 ** priceDecimals) % ticks[at]!).toBe(0)
        expect(Number(bids[0]![0])).toBeLessThan(Number(asks[0]![0]))
      }
      open.send({ method: 'SUBSCRIBE', params: [`${SYMBOL}@depth_0.03`], id: 2 })
      await until('it is refused', () => open.frames.some(({ json }) => json['type'] === 'channel.error'))
      open.close()
    })

    it('[3.18] wire 11.5: at /ws what is known of a subscription is applied, and each channel has its outcome', async () => {
      const open = await openLine(world(), '/ws')
      open.send({
        method: 'SUBSCRIBE',
        params: [`${SYMBOL}@ticker`, 'WIF2-PERP@ticker', `${SYMBOL}@gossip`],
        id: 4,
      })
      await until('the known one speaks', () => dataOf(open, `${SYMBOL}@ticker`).length > 0)
      expect(open.frames[0]!.json).toEqual({
        result: null,
        id: 4,
        subscription_outcomes: [
          { requested: `${SYMBOL}@ticker`, status: 'registered', reason: null },
          { requested: 'WIF2-PERP@ticker', status: 'rejected', reason: 'unknown symbol' },
          { requested: `${SYMBOL}@gossip`, status: 'rejected', reason: 'unknown channel' },
        ],
      })
      open.close()
    })

    it('[3.5] wire 11.7: rows of /ticker/latest carry the price of the last trade, before the first one the mark', async () => {
      const { tickers } = tickersResponse.parse(await get('/ticker/latest'))
      const untraded = tickers.filter(({ lastPrice, markPrice }) => lastPrice === markPrice)
      expect(untraded.length).toBeGreaterThan(tickers.length / 2)
      const body = await orderBody(bot, { symbol: 'DIA-USD-PERP', size: '0.0500' })
      expect((await call(world(), '/v2/orders', as(bot, { body }))).status).toBe(200)
      const [trade] = (await get('/trades?symbol=DIA-USD-PERP&limit=1')) as { price: string }[]
      const [row] = tickersResponse.parse(await get('/ticker/latest?symbols=DIA-USD-PERP')).tickers
      expect(row!.lastPrice).toBe(trade!.price)
    })

    it('[3.4] wire 11.7: funding history reaches back as far as candles do', async () => {
      for (const interval of ['1m', '1h', '1d'] as const) {
        const query = `symbol=${SYMBOL}&interval=${interval}&limit=1&endTime=`
        const isThere = async (endTime: number) => {
          const candles = klinesResponse.parse(await get(`/klines?${query}${endTime}`))
          const rates = fundingHistoryResponse.parse(await get(`/funding/history?${query}${endTime}`))
          return [candles.length > 0, rates.length > 0]
        }
        const now = Date.now()
        // A week of minutes, a quarter of hours, two years of days.
        const reachedMs = { '1m': 6, '1h': 89, '1d': 728 }[interval] * 86_400_000
        expect([interval, await isThere(now - reachedMs)]).toEqual([interval, [true, true]])
      }
    })

    it('[3.16] wire 11.7: GET /lp and the LP event tell the size as it was sent', async () => {
      const { listenKey } = listenKeyResponse.parse(
        (await call(world(), '/v2/account/listenKey', as(bot, { method: 'POST' }))).body,
      )
      const open = await openLine(world(), `/ws-api?listenKey=${listenKey}`)
      open.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
      await until('it is acknowledged', () => open.frames.length > 0)
      for (const size of ['100', '10.50', '7.000000']) {
        const answer = await call(world(), '/v2/lp', as(bot, { body: await lpBody(bot, { size }) }))
        const { id } = idResponse.parse(answer.body)
        expect((await own(`/lp?id=${id}`)).body).toMatchObject([{ id, size }])
        const told = () =>
          dataOf(open, 'account_private').flatMap((data) => {
            const { event, args } = data as { event: string; args: { id?: string } }
            return event === 'LP' && args.id === id ? [lpEvent.parse(args).size] : []
          })
        await until('the event is there', () => told().length > 0)
        expect(told()).toEqual([size])
      }
      open.close()
    })

    it('[3.7] wire 11.8: pages of a list go on behind a cursor and lose nothing; without one they are bare arrays all the same', async () => {
      const limitPrice = await deepBid(world())
      const bodies = await Promise.all(
        Array.from({ length: 12 }, () => orderBody(bot, { orderType: 'LIMIT', limitPrice, size: '0.0100' })),
      )
      const sent = await Promise.all(bodies.map((body) => call(world(), '/v2/orders', as(bot, { body }))))
      for (const answer of sent) expect(answer.status).toBe(200)
      const all = ordersResponse.parse((await own('/orders?symbol=SPY-USD-PERP')).body)
      const rows: OrderRow[] = []
      let cursor = ''
      for (;;) {
        const page = await own(`/orders?symbol=SPY-USD-PERP&limit=5${cursor}`)
        rows.push(...ordersResponse.parse(page.body))
        const next = page.headers.get('x-next-cursor')
        if (next === null) break
        cursor = `&cursor=${next}`
      }
      expect(rows).toEqual(all)
      expect(rows.length).toBeGreaterThanOrEqual(12)
      for (const path of [
        'orders',
        'fills',
        'funding/payments',
        'positions/history',
        'transfer',
        'lp',
        'trades',
      ])
        expectError(await own(`/${path}?symbol=${SYMBOL}&cursor=nonsense`), 422, 1130)
    })

    it('[2.1] wire 11.10: a 0x address is no wallet of Solana, and methods of the socket are written in capitals', async () => {
      const body = {
        signingAddr: bot.signer.address,
        primaryAddr: `0x${'ab'.repeat(20)}`,
        expiryTime: Date.now() + 3_600_000,
        networkType: 1,
        signature: `0x${'12'.repeat(65)}`,
      }
      expectError(await call(world(), '/v2/register', { body }), 400, 1024)
      const open = await openLine(world(), '/ws')
      open.send({ method: 'subscribe', params: ['tickers'], id: 1 })
      await until('it is refused', () => open.frames.length > 0)
      expect(open.frames[0]!.json).toMatchObject({
        type: 'channel.error',
        id: 1,
        code: REFUSAL.INVALID_PARAMETER,
      })
      open.close()
    })
  })
