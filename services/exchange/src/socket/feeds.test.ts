/** Feeds as the clients that exist take them: whole lists, books by a step, subscriptions of which only some are known. */
import { REFUSAL, depthResponse, exchangeInfoResponse, tickersResponse } from '@vest/protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSocket, type TestSocket } from '../testing/testSocket.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

let world: TestWorld
let trader: Trader
const sockets: TestSocket[] = []
beforeAll(async () => {
  world = await startTestWorld()
  await world.setPrice('SOL-PERP', 100)
  trader = await world.trader(0x31, 100_000)
})
afterAll(() => world.stop())
afterEach(async () => void (await Promise.all(sockets.splice(0).map((socket) => socket.close()))))
beforeEach(() => world.setPrice('BTC-PERP', 50_000))

const open = async (query = '', path = '/ws-api') => {
  const socket = await openSocket(`ws://127.0.0.1:${world.exchange.port}${path}?${query}`)
  sockets.push(socket)
  return socket
}
const subscribe = async (socket: TestSocket, ...params: string[]) => {
  socket.send({ method: 'SUBSCRIBE', params, id: 7 })
  return socket.next()
}
const symbolsIn = (message: { data: unknown }) =>
  tickersResponse
    .parse({ tickers: message.data })
    .tickers.map(({ symbol }) => symbol)
    .sort()

describe('tickers', () => {
  it('[7.30] carry every market in every message, whichever has changed', async () => {
    const [whole, partial] = [await open(), await open('partial=1')]
    for (const socket of [whole, partial]) {
      await subscribe(socket, 'tickers')
      expect(symbolsIn(await socket.nextOn('tickers'))).toEqual(['BTC-PERP', 'SOL-PERP'])
    }
    await world.setPrice('SOL-PERP', 105)
    expect(symbolsIn(await partial.nextOn('tickers'))).toEqual(['SOL-PERP'])
    const { data } = await whole.nextOn('tickers')
    expect(symbolsIn({ data })).toEqual(['BTC-PERP', 'SOL-PERP'])
    const changed = data.find(({ symbol }: { symbol: string }) => symbol === 'SOL-PERP')
    expect(changed.markPrice).toBe('105.0000')
    await world.setPrice('SOL-PERP', 100)
  })

  it('[7.30] and books are told again while nothing changes; changed markets alone are not', async () => {
    const [socket, partial] = [await open(), await open('partial=1')]
    await subscribe(partial, 'tickers')
    await partial.nextOn('tickers')
    const names = ['tickers', 'BTC-PERP@ticker', 'BTC-PERP@depth', 'BTC-PERP@depth_10']
    await subscribe(socket, ...names)
    const told = new Map<string, unknown[]>(names.map((name) => [name, []]))
    while ([...told.values()].some((all) => all.length < 3)) {
      const { channel, data } = await socket.next()
      told.get(channel)!.push(data)
    }
    for (const [first, ...again] of told.values()) for (const each of again) expect(each).toEqual(first)
    const heard = partial.waiting()
    for (let again = 0; again < 2; again += 1) await socket.nextOn('tickers')
    expect(partial.waiting()).toBe(heard)
  })

  it('[3.5] tell the price of the last trade, before the first one the mark', async () => {
    const socket = await open()
    await subscribe(socket, 'tickers')
    const lastPrices = (rows: unknown) =>
      tickersResponse.parse({ tickers: rows }).tickers.map(({ symbol, lastPrice }) => [symbol, lastPrice])
    const sol = (await world.call('GET', '/ticker/latest?symbols=SOL-PERP')).body.tickers
    expect(lastPrices(sol)).toEqual([['SOL-PERP', sol[0].markPrice]])
    await world.place(trader, { symbol: 'SOL-PERP', orderType: 'MARKET', limitPrice: '105', size: '0.1' })
    const [trade] = (await world.call('GET', '/trades?symbol=SOL-PERP&limit=1')).body
    const after = (await world.call('GET', '/ticker/latest?symbols=SOL-PERP')).body.tickers
    expect(trade.price).not.toBe(after[0].markPrice)
    expect(lastPrices(after)).toEqual([['SOL-PERP', trade.price]])
    const heard = async (): Promise<unknown> => {
      const { data } = await socket.nextOn('tickers')
      const isTold = lastPrices(data).some(
        ([symbol, price]) => symbol === 'SOL-PERP' && price === trade.price,
      )
      return isTold ? true : heard()
    }
    expect(await heard()).toBe(true)
  })
})

describe('the book by a step of price', () => {
  const stepsOf = async (symbol: string) =>
    exchangeInfoResponse.parse((await world.call('GET', `/exchangeInfo?symbols=${symbol}`)).body).symbols[0]!

  it('[3.4] is offered by as many steps as stay below a hundredth of the price', async () => {
    const btc = await stepsOf('BTC-PERP')
    expect(btc.tickSizes).toEqual([
      ...['0.01', '0.02', '0.05', '0.1', '0.2', '0.5', '1', '2', '5', '10', '20', '50', '100'],
    ])
    expect([btc.minTickSize, btc.defaultTickSize]).toEqual(['0.01', '0.01'])
    // Nothing is known of the price of this one yet.
    expect((await stepsOf('ETH-PERP')).tickSizes).toHaveLength(1)
  })

  it('[7.30] has bids rounded down and asks up, at once and after a change, under the name it was asked for', async () => {
    const socket = await open()
    await subscribe(socket, 'BTC-PERP@depth_10', 'BTC-PERP@depth_10.0')
    const fine = depthResponse.parse((await world.call('GET', '/depth?symbol=BTC-PERP&limit=100')).body)
    const first = depthResponse.parse((await socket.nextOn('BTC-PERP@depth_10')).data)
    expect(first.bids[0]![0]).toBe((Math.floor(Number(fine.bids[0]![0]) / 10) * 10).toFixed(2))
    expect(first.asks[0]![0]).toBe((Math.ceil(Number(fine.asks[0]![0]) / 10) * 10).toFixed(2))
    expect(first.bids.length).toBeLessThanOrEqual(20)
    expect((await socket.nextOn('BTC-PERP@depth_10.0')).data).toEqual(first)
    await world.place(trader, { limitPrice: '49019.99', size: '0.5' })
    const heard = async (): Promise<string | undefined> => {
      const { bids } = depthResponse.parse((await socket.nextOn('BTC-PERP@depth_10')).data)
      return bids.find(([price]) => price === '49010.00')?.[1] ?? heard()
    }
    expect(Number(await heard())).toBeGreaterThanOrEqual(0.5)
  })
})

describe('a subscription of which some channels are unknown', () => {
  const params = [
    'BTC-PERP@ticker',
    'NO-SUCH-PERP@ticker',
    'BTC-PERP@book',
    'BTC-PERP@depth_0.03',
    'SOL-PERP@ticker',
  ]

  it('[3.18] at /ws the known ones are applied, and the acknowledgement says what became of each', async () => {
    const socket = await open('', '/ws')
    const registered = (requested: string) => ({ requested, status: 'registered', reason: null })
    const rejected = (requested: string, reason: string) => ({ requested, status: 'rejected', reason })
    expect(await subscribe(socket, ...params)).toEqual({
      result: null,
      id: 7,
      subscription_outcomes: [
        registered('BTC-PERP@ticker'),
        rejected('NO-SUCH-PERP@ticker', 'unknown symbol'),
        rejected('BTC-PERP@book', 'unknown channel'),
        rejected('BTC-PERP@depth_0.03', 'unknown channel'),
        registered('SOL-PERP@ticker'),
      ],
    })
    const heard = [await socket.next(), await socket.next()].map(({ channel }) => channel)
    expect(heard).toEqual(['BTC-PERP@ticker', 'SOL-PERP@ticker'])
    // Where everything is known nothing is added.
    expect(await subscribe(socket, 'BTC-PERP@ticker')).toEqual({ result: null, id: 7 })
  })

  it('[3.18] at /ws nothing is acknowledged where nothing is known', async () => {
    const socket = await open('', '/ws')
    expect(await subscribe(socket, 'X@ticker', 'Y@ticker')).toMatchObject({
      type: 'channel.error',
      code: REFUSAL.BAD_SYMBOL,
    })
  })

  it('[3.18] at /ws-api it is all or nothing', async () => {
    const socket = await open()
    const answer = await subscribe(socket, ...params)
    expect(answer).toMatchObject({ type: 'channel.error', id: 7, code: REFUSAL.BAD_SYMBOL })
    expect('result' in answer || 'subscription_outcomes' in answer).toBe(false)
    socket.send({ method: 'PING' })
    expect(await socket.next()).toEqual({ data: 'PONG' })
  })
})
