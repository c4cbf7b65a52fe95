/** The socket with a real client: what is said when, in which form, and how connections end. */
import {
  REFUSAL,
  depthResponse,
  klineMessage,
  lots,
  ordersResponse,
  privateMessage,
  tickersResponse,
  ticks,
  timeMs,
  tradeRow,
  usd6,
} from '@vest/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSocket, type TestSocket } from '../testing/testSocket.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

describe('socket', () => {
  let world: TestWorld
  let trader: Trader
  const sockets: TestSocket[] = []
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 50_000)
    await world.setPrice('SOL-PERP', 100)
    trader = await world.trader(0x31, 100_000)
  })
  afterAll(() => world.stop())
  afterEach(async () => void (await Promise.all(sockets.splice(0).map((socket) => socket.close()))))
  beforeEach(() => world.setPrice('BTC-PERP', 50_000))

  const open = async (query = 'version=1.0&xwebsocketserver=restserver0', path = '/ws-api') => {
    const socket = await openSocket(`ws://127.0.0.1:${world.exchange.port}${path}?${query}`)
    sockets.push(socket)
    return socket
  }
  const listenKey = async (by: Trader = trader) =>
    (await world.call('POST', '/account/listenKey', { key: by.apiKey })).body.listenKey as string
  const subscribe = async (socket: TestSocket, ...params: string[]) => {
    socket.send({ method: 'SUBSCRIBE', params, id: 7 })
    expect(await socket.next()).toEqual({ result: null, id: 7 })
  }

  it.each(['/ws-api', '/ws'])('[3.18] %s answers PING, the first message there is, exactly', async (path) => {
    const socket = await open(undefined, path)
    for (const ping of [{ method: 'PING', params: [], id: 0 }, { method: 'PING' }]) {
      socket.send(ping)
      expect(await socket.next()).toEqual({ data: 'PONG' })
    }
    expect(socket.waiting()).toBe(0)
  })

  it.each([
    ['/ws-api', '', true],
    ['/ws-api', 'encoding=text', false],
    ['/ws-api', 'encoding=brotli', true],
    ['/ws', '', false],
    ['/ws', 'encoding=binary', true],
    ['/ws', 'encoding=brotli', false],
  ])('[4.20] frames of %s?%s: binary %s, with the same content', async (path, query, isBinary) => {
    const socket = await open(query, path)
    socket.send(Buffer.from('{"method":"PING"}'))
    expect(await socket.next()).toEqual({ data: 'PONG' })
    expect(socket.lastWasBinary()).toBe(isBinary)
  })

  it('acknowledges once, before the first data, and again without data', async () => {
    const socket = await open()
    await subscribe(socket, 'BTC-PERP@depth', 'SOL-PERP@ticker')
    await socket.nextOn('BTC-PERP@depth')
    socket.send({ method: 'SUBSCRIBE', params: ['SOL-PERP@ticker'], id: 8 })
    socket.send({ method: 'PING' })
    expect([await socket.next(), await socket.next()]).toEqual([{ result: null, id: 8 }, { data: 'PONG' }])
  })

  it.each([
    ['{', null, 1130, 'malformed message'],
    ['"PING"', null, 1130, 'malformed message'],
    ['{"method":"SUBSCRIBE","params":"tickers","id":3}', 3, 1130, 'malformed message'],
    ['{"method":"DANCE","params":[],"id":4}', 4, 1130, 'unknown method'],
    ['{"method":"SUBSCRIBE","params":["tickers","X@depth"],"id":5}', 5, 1121, 'unknown symbol'],
    ['{"method":"SUBSCRIBE","params":["tickers","BTC-PERP@book"],"id":6}', 6, 1130, 'unknown channel'],
  ])('%s is a channel.error and changes nothing', async (message, id, code, error) => {
    const socket = await open()
    socket.send(message)
    const answer = await socket.next()
    expect(answer).toMatchObject({ type: 'channel.error', id, code, error })
    expect('result' in answer).toBe(false)
    socket.send({ method: 'PING' })
    expect(await socket.next()).toEqual({ data: 'PONG' })
  })

  it.each([
    ['version=2.0', 4000],
    ['listenKey=00000000000000000000000000000000', 4004],
    ['listenKey=x&xwebsocketserver=nonsense', 4002],
    ['listenKey=x&websocketserver=restserverundefined', 4002],
  ])('[8.56] %s closes with %i', async (query, code) => {
    const socket = await open(query)
    expect((await socket.closed).code).toBe(code)
  })

  it('[8.56] account_private without a listen key closes with 4003', async () => {
    const socket = await open('version=1.0')
    socket.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
    expect((await socket.closed).code).toBe(4003)
  })

  it('[8.56] a deleted key closes its socket with 4005, and opens none', async () => {
    const by = await world.trader(0x35, 0)
    const key = await listenKey(by)
    const socket = await open(`listenKey=${key}`)
    expect((await world.call('DELETE', '/account/listenKey', { key: by.apiKey })).body).toEqual({})
    expect((await socket.closed).code).toBe(4005)
    const again = await open(`listenKey=${key}`)
    expect((await again.closed).code).toBe(4005)
    expect((await world.call('PUT', '/account/listenKey', { key: by.apiKey })).body).toMatchObject({
      code: REFUSAL.INVALID_LISTEN_KEY,
      msg: 'Listen key expired. Make a POST request to create a new key.',
    })
  })

  it('[7.10] POST needs no body, gives the same key while it is valid, PUT extends it', async () => {
    const key = await listenKey()
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(await listenKey()).toBe(key)
    expect((await world.call('PUT', '/account/listenKey', { key: trader.apiKey, body: {} })).body).toEqual({
      listenKey: key,
    })
  })

  it('[7.30] tickers with partial=1: all at once, then the changed ones', async () => {
    const socket = await open('partial=1')
    await subscribe(socket, 'tickers')
    const first = await socket.nextOn('tickers')
    expect(
      tickersResponse
        .parse({ tickers: first.data })
        .tickers.map(({ symbol }) => symbol)
        .sort(),
    ).toEqual(['BTC-PERP', 'SOL-PERP'])
    await world.setPrice('SOL-PERP', 105)
    const second = await socket.nextOn('tickers')
    expect(second.data).toHaveLength(1)
    expect(second.data[0]).toMatchObject({
      symbol: 'SOL-PERP',
      markPrice: '105.0000',
      priceChange: '5.0000',
      priceChangePercent: '5.0000',
    })
    await world.setPrice('SOL-PERP', 100)
  })

  it('[7.30] one ticker: at once, then when it changes', async () => {
    const socket = await open()
    await subscribe(socket, 'BTC-PERP@ticker')
    expect((await socket.nextOn('BTC-PERP@ticker')).data.indexPrice).toBe('50000.00')
    await world.setPrice('BTC-PERP', 50_100)
    expect((await socket.nextOn('BTC-PERP@ticker')).data.indexPrice).toBe('50100.00')
  })

  it('[7.30] depth: a complete book of 20 levels at once and after each change', async () => {
    const socket = await open()
    await subscribe(socket, 'BTC-PERP@depth')
    const first = depthResponse.parse((await socket.nextOn('BTC-PERP@depth')).data)
    expect([first.bids.length, first.asks.length]).toEqual([20, 20])
    await world.place(trader, { limitPrice: '49990.01', size: '0.5000' })
    const second = depthResponse.parse((await socket.nextOn('BTC-PERP@depth')).data)
    expect(second.bids).toHaveLength(20)
    expect(second.bids).toContainEqual(['49990.01', '0.5000'])
  })

  it('[7.30] trades: one object per trade, the id in hexadecimal, negative when sold', async () => {
    const socket = await open()
    await subscribe(socket, 'BTC-PERP@trades')
    await world.place(trader, { orderType: 'MARKET', isBuy: false, limitPrice: '49000', size: '0.01' })
    const { data } = await socket.nextOn('BTC-PERP@trades')
    expect(tradeRow.parse(data)).toMatchObject({ qty: '-0.0100', id: expect.stringMatching(/^0x[0-9a-f]+$/) })
    const [row] = (await world.call('GET', '/trades?symbol=BTC-PERP&limit=1')).body
    expect({ ...row, id: `0x${row.id.toString(16)}` }).toEqual(data)
  })

  it('klines: the last of 250 ms, and the closing update always', async () => {
    const socket = await open()
    await subscribe(socket, 'BTC-PERP@kline_1m')
    expect(world.projector.watched()).toEqual(['BTC-PERP 1m'])
    const update = (close: number, isClosed: boolean, openTimeMs = 1_763_700_000_000) => ({
      symbol: 'BTC-PERP',
      interval: '1m' as const,
      isClosed,
      candle: {
        openTimeMs: timeMs(openTimeMs),
        open: ticks(100),
        high: ticks(close),
        low: ticks(100),
        close: ticks(close),
        volume: lots(5),
        quoteVolume: usd6(500),
        trades: 1,
      },
    })
    world.projector.emitCandles([update(101, false)])
    world.projector.emitCandles([update(102, false)])
    const { data } = await socket.nextOn('BTC-PERP@kline_1m')
    expect(klineMessage.parse(data)).toEqual([
      1_763_700_000_000,
      '1.00',
      '1.02',
      '1.00',
      '1.02',
      1_763_700_059_999,
      '0.0005',
      '0.000500',
      '1',
    ])
    world.projector.emitCandles([
      update(103, false),
      update(104, true),
      update(105, false, 1_763_700_060_000),
    ])
    expect((await socket.nextOn('BTC-PERP@kline_1m')).data[4]).toBe('1.04')
    expect((await socket.nextOn('BTC-PERP@kline_1m')).data[4]).toBe('1.05')
    socket.send({ method: 'UNSUBSCRIBE', params: ['BTC-PERP@kline_1m', 'SOL-PERP@depth'], id: 9 })
    expect(await socket.next()).toEqual({ result: null, id: 9 })
    expect(world.projector.watched()).toEqual([])
  })

  it('[4.5] ORDER events come in order, with the fields of their status, and equal the later row', async () => {
    const socket = await open(`listenKey=${await listenKey()}&websocketserver=restserver0`)
    await subscribe(socket, 'account_private')
    const placed = await world.place(trader, { limitPrice: '40000', size: '0.1' })
    const cancelled = { time: world.clock.nowMs(), nonce: 71, id: placed }
    await world.call('POST', '/orders/cancel', {
      key: trader.apiKey,
      body: { order: cancelled, signature: trader.signing.signAction({ kind: 'cancel', ...cancelled }) },
    })
    const filled = await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.01' })
    const rejected = await world.place(trader, { orderType: 'MARKET', limitPrice: '40000', size: '0.01' })
    const events = []
    for (let i = 0; i < 5; i += 1) events.push((await socket.nextOn('account_private')).data)
    for (const event of events) privateMessage.parse(event)
    expect(events.map(({ args }) => [args.id, args.status])).toEqual([
      [placed, 'NEW'],
      [placed, 'CANCELLED'],
      [filled, 'NEW'],
      [filled, 'FILLED'],
      [rejected, 'REJECTED'],
    ])
    expect(Object.keys(events[1].args).sort()).toEqual(['id', 'nonce', 'postTime', 'status'])
    // Of what was refused nothing was accepted.
    expect(events[4].args.code).toBe(REFUSAL.PRICE_CHECK_FAILED)
    expect(Object.keys(events[2].args)).toEqual(Object.keys(events[0].args))
    expect(events[3].args).toMatchObject({
      lastFilledSize: '0.0100',
      avgFilledPrice: expect.any(String),
      fees: expect.any(String),
      cumFunding: expect.any(String),
    })
    const rows = ordersResponse.parse(
      (await world.call('GET', '/orders?limit=3', { key: trader.apiKey })).body,
    )
    for (const { args } of [events[1], events[3], events[4]])
      expect(rows.find(({ id }) => id === args.id)).toMatchObject(args)
  })

  it('NOTICES events tell every socket of a watched account how many notices are unread', async () => {
    const key = await listenKey()
    const [one, other] = [await open(`listenKey=${key}`), await open(`listenKey=${key}`)]
    for (const socket of [one, other]) await subscribe(socket, 'account_private')
    const unread = async (socket: TestSocket): Promise<number> => {
      for (;;) {
        const { event, args } = privateMessage.parse((await socket.nextOn('account_private')).data)
        if (event === 'NOTICES') return args.unread
      }
    }
    await world.call('GET', '/notices', { key: trader.apiKey })
    await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.01' })
    expect([await unread(one), await unread(other)]).toEqual([1, 1])
    await world.call('POST', '/notices/read', { key: trader.apiKey, body: { noticeIds: null } })
    expect([await unread(one), await unread(other)]).toEqual([0, 0])
  })

  describe('an order that fills in part and ends in the same command', () => {
    const statuses = (events: readonly { args: { status: string; filledSize?: string } }[]) =>
      events.map(({ args }) => [args.status, args.filledSize])
    const nextOrders = async (socket: TestSocket, count: number) => {
      const events = []
      for (let i = 0; i < count; i += 1) events.push((await socket.nextOn('account_private')).data)
      for (const event of events) privateMessage.parse(event)
      return events
    }
    const follow = async (by: Trader) => {
      const socket = await open(`listenKey=${await listenKey(by)}`)
      await subscribe(socket, 'account_private')
      return socket
    }

    it('tells the fill before the end: of an IOC order, whose rest is cancelled', async () => {
      const by = await world.trader(0x3b, 1_000_000)
      const { body: depth } = await world.call('GET', '/depth?symbol=BTC-PERP')
      const [limitPrice, offered] = depthResponse.parse(depth).asks[0]!
      const socket = await follow(by)
      const size = (Number(offered) + 1).toFixed(4)
      const id = await world.place(by, { size, limitPrice, timeInForce: 'IOC' })
      const [accepted, fill, end] = await nextOrders(socket, 3)
      expect(statuses([accepted, fill, end])).toEqual([
        ['NEW', undefined],
        ['PARTIALLY_FILLED', offered],
        ['CANCELLED', undefined],
      ])
      expect(fill.args).toMatchObject({ id, size, lastFilledSize: offered, lastFilledPrice: limitPrice })
      expect('code' in fill.args).toBe(false)
      expect(end.args).toMatchObject({ id, code: REFUSAL.PRICE_CHECK_FAILED })
    })

    it('tells each price that an order takes: the last part of that fill, the rest running', async () => {
      const by = await world.trader(0x3e, 1_000_000)
      const { body: depth } = await world.call('GET', '/depth?symbol=BTC-PERP')
      const asks = depthResponse.parse(depth).asks.slice(0, 2)
      const size = asks.reduce((sum, [, offered]) => sum + Number(offered), 0).toFixed(4)
      const socket = await follow(by)
      const id = await world.place(by, { size, limitPrice: asks[1]![0], timeInForce: 'IOC' })
      const [accepted, first, second] = await nextOrders(socket, 3)
      expect(accepted.args).toMatchObject({ id, status: 'NEW' })
      const [[price, offered], [higher, more]] = [asks[0]!, asks[1]!]
      expect([first.args, second.args]).toMatchObject([
        {
          id,
          status: 'PARTIALLY_FILLED',
          lastFilledPrice: price,
          lastFilledSize: offered,
          filledSize: offered,
        },
        { id, status: 'FILLED', lastFilledPrice: higher, lastFilledSize: more, filledSize: size },
      ])
      expect(first.args.avgFilledPrice).toBe(price)
      expect(Number(second.args.avgFilledPrice)).toBeGreaterThan(Number(price))
    })

    it('of a stop that was larger than what is left of its position', async () => {
      const by = await world.trader(0x3d, 100_000)
      const socket = await follow(by)
      await world.place(by, { orderType: 'MARKET', limitPrice: '51000', size: '0.1000' })
      const stop = { orderType: 'STOP_LOSS', isBuy: false, reduceOnly: true, limitPrice: '49000' } as const
      const id = await world.place(by, { ...stop, size: '0.1000' })
      await world.place(by, {
        orderType: 'MARKET',
        limitPrice: '49000',
        isBuy: false,
        reduceOnly: true,
        size: '0.0400',
      })
      // Two fills, with what was told before each, and the stop.
      await nextOrders(socket, 5)
      await world.setPrice('BTC-PERP', 48_900)
      const events = await nextOrders(socket, 2)
      expect(events.map(({ args }) => args.id)).toEqual([id, id])
      expect(statuses(events)).toEqual([
        ['PARTIALLY_FILLED', '0.0600'],
        ['CANCELLED', undefined],
      ])
    })

    it('and a maker, whose fill was told, hears of it once', async () => {
      const maker = await world.trader(0x3f, 100_000)
      const socket = await follow(maker)
      await world.place(maker, { orderType: 'MARKET', limitPrice: '51000', size: '0.0300' })
      const rests = { isBuy: false, reduceOnly: true, size: '0.0200' }
      const id = await world.place(maker, { ...rests, limitPrice: '50001.00' })
      await world.place(maker, { ...rests, limitPrice: '50001.50', size: '0.0100' })
      await nextOrders(socket, 4)
      await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.0100' })
      await world.place(maker, {
        isBuy: false,
        reduceOnly: true,
        orderType: 'MARKET',
        limitPrice: '49000',
        size: '0.0200',
      })
      const events = await nextOrders(socket, 5)
      expect(events.map(({ args }) => [args.id === id, args.status])).toEqual([
        [true, 'PARTIALLY_FILLED'],
        [false, 'NEW'],
        [false, 'FILLED'],
        [true, 'CANCELLED'],
        [false, 'CANCELLED'],
      ])
    })
  })

  it('a maker hears of the fill of a resting order; no other account does', async () => {
    const maker = await world.trader(0x37, 100_000)
    const mine = await open(`listenKey=${await listenKey(maker)}`)
    await subscribe(mine, 'account_private')
    const id = await world.place(maker, { isBuy: false, limitPrice: '50001.00', size: '0.0100' })
    expect((await mine.nextOn('account_private')).data.args.status).toBe('NEW')
    const theirs = await open(`listenKey=${await listenKey()}`)
    await subscribe(theirs, 'account_private')
    const taken = await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.0100' })
    expect((await mine.nextOn('account_private')).data.args).toMatchObject({
      id,
      status: 'FILLED',
      lastFilledPrice: '50001.00',
    })
    expect((await theirs.nextOn('account_private')).data.args.id).toBe(taken)
  })

  it('[4.6] TRANSFER events carry the chain', async () => {
    const by = await world.trader(0x39, 0)
    const socket = await open(`listenKey=${await listenKey(by)}`)
    await subscribe(socket, 'account_private')
    await world.chain.events!.onDeposit(
      world.chain.depositLog({ from: by.primary.address, amountUsd6: usd6(5_000_000) }),
    )
    expect((await socket.nextOn('account_private')).data).toMatchObject({
      event: 'TRANSFER',
      args: { orderType: 'DEPOSIT', status: 'FILLED', size: '5.000000', code: null, chainId: 42161 },
    })
  })

  it('goes on under the former symbol of a market that has another, and is asked for by either', async () => {
    const own = await startTestWorld()
    try {
      await own.setPrice('BTC-PERP', 50_000)
      const by = await own.trader(0x31, 100_000)
      const listen = async (...params: string[]) => {
        const socket = await openSocket(`ws://127.0.0.1:${own.exchange.port}/ws`)
        sockets.push(socket)
        await subscribe(socket, ...params)
        return socket
      }
      const names = (symbol: string) => ['ticker', 'depth', 'trades'].map((what) => `${symbol}@${what}`)
      const before = await listen(...names('BTC-PERP'))
      await before.nextOn('BTC-PERP@ticker')
      await before.nextOn('BTC-PERP@depth')
      const { marketId } = (await own.engine.query('markets', {})).find(
        ({ spec }) => spec.symbol === 'BTC-PERP',
      )!
      await own.submit({ kind: 'RenameMarket', marketId, symbol: 'XBT-PERP' })
      const after = await listen(...names('XBT-PERP'))
      await after.nextOn('XBT-PERP@ticker')
      await after.nextOn('XBT-PERP@depth')
      await own.place(by, { orderType: 'MARKET', limitPrice: '51000', size: '0.0100' })
      for (const [socket, symbol] of [
        [before, 'BTC-PERP'],
        [after, 'XBT-PERP'],
      ] as const) {
        expect(tradeRow.parse((await socket.nextOn(`${symbol}@trades`)).data).qty).toBe('0.0100')
        expect(depthResponse.parse((await socket.nextOn(`${symbol}@depth`)).data).asks).toHaveLength(20)
        expect((await socket.nextOn(`${symbol}@ticker`)).data).toMatchObject({ symbol: 'XBT-PERP' })
      }
    } finally {
      await own.stop()
    }
  })

  it('nothing comes after UNSUBSCRIBE', async () => {
    const socket = await open()
    await subscribe(socket, 'BTC-PERP@trades')
    socket.send({ method: 'UNSUBSCRIBE', params: ['BTC-PERP@trades'], id: 9 })
    expect(await socket.next()).toEqual({ result: null, id: 9 })
    await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.01' })
    socket.send({ method: 'PING' })
    expect(await socket.next()).toEqual({ data: 'PONG' })
  })

  it('takes 1024 channels and refuses one more, wholly', async () => {
    const socket = await open()
    const symbols = (await world.engine.query('markets', {})).map(({ spec }) => spec.symbol)
    const names = symbols.flatMap((symbol) =>
      [
        'trades',
        'kline_1m',
        'kline_3m',
        'kline_5m',
        'kline_15m',
        'kline_30m',
        'kline_1h',
        'kline_2h',
        'kline_4h',
      ].map((what) => `${symbol}@${what}`),
    )
    await subscribe(socket, ...names.slice(0, 1_024))
    socket.send({ method: 'SUBSCRIBE', params: ['tickers'], id: 8 })
    expect(await socket.next()).toMatchObject({
      type: 'channel.error',
      id: 8,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(world.projector.watched().length).toBeGreaterThan(900)
    await socket.close()
    await world.call('GET', '/time')
  })

  it('a message of more than 64 KiB closes with 1009', async () => {
    const socket = await open()
    socket.send(`{"method":"PING","params":["${'x'.repeat(65_536)}"]}`)
    expect((await socket.closed).code).toBe(1009)
  })

  it('more than 20 messages at once close with 1013', async () => {
    const socket = await open()
    for (let i = 0; i < 30; i += 1) socket.send({ method: 'PING' })
    expect((await socket.closed).code).toBe(1013)
  })

  it('other paths are no sockets', async () => {
    await expect(open('', '/v2/orders')).rejects.toThrow('404')
    await expect(open('', '//')).rejects.toThrow()
  })

  it('says 1012 when the service stops', async () => {
    const own = await startTestWorld()
    const socket = await openSocket(`ws://127.0.0.1:${own.exchange.port}/ws`)
    const stopping = own.stop()
    expect((await socket.closed).code).toBe(1012)
    await stopping
  })
})
