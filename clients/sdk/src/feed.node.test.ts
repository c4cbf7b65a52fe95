/** The feed over a real socket: ws on both ends. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { frame, startScriptedExchange, type ScriptedExchange } from '../testing/scriptedExchange.ts'
import { createVestClient, type Feed } from './node.ts'

const TICKER = {
  symbol: 'BTC-PERP',
  markPrice: '1.00',
  indexPrice: '1.00',
  imbalance: '0.0000',
  oneHrFundingRate: '0.00000000',
  cumFunding: '0.000000000000',
  priceChange: '-0.10',
  priceChangePercent: '-0.2786',
  lastPrice: '34000.10',
  status: 'TRADING',
  mode: 'OPEN',
  session: 'EXTENDED',
  nextSession: { session: 'CLOSED', time: 1 },
}
let exchange: ScriptedExchange
let keysCreated = 0
const feeds: Feed[] = []
beforeEach(async () => {
  keysCreated = 0
  exchange = await startScriptedExchange(({ method }) => {
    if (method === 'POST') keysCreated += 1
    return { body: { listenKey: String(keysCreated).padStart(32, '0') } }
  })
})
afterEach(async () => {
  for (const feed of feeds.splice(0)) feed.disconnect()
  await exchange.close()
})
const keep = (feed: Feed): Feed => {
  feeds.push(feed)
  return feed
}

it('[4.20] [7.30] a public feed subscribes and decodes binary frames, checked against the schema', async () => {
  const feed = keep(createVestClient({ baseUrl: exchange.url, validate: true }).publicFeed())
  const ticker = new Promise((resolve) => feed.onTicker('BTC-PERP', resolve))
  const wrong = new Promise<unknown>((resolve) => feed.onError(resolve))
  exchange.onFrame = (socket, message) => {
    socket.send(frame({ result: null, id: message.id }))
    socket.send(frame({ channel: 'BTC-PERP@ticker', data: { ...TICKER, markPrice: 1 } }))
    socket.send(frame({ channel: 'BTC-PERP@ticker', data: TICKER }))
  }
  feed.connect()
  expect(await ticker).toEqual(TICKER)
  expect(await wrong).toMatchObject({ name: 'FormatError', message: expect.stringContaining('markPrice') })
  expect(exchange.sockets[0]!.received).toEqual([{ method: 'SUBSCRIBE', params: ['BTC-PERP@ticker'], id: 1 }])
  expect(exchange.sockets[0]!.url.searchParams.get('listenKey')).toBeNull()
})

it('[4.20] [8.56] a private feed creates its listen key, and a new one when the exchange no longer knows it', async () => {
  const feed = keep(
    await createVestClient({ baseUrl: exchange.url, apiKey: 'k', accountGroup: 2 }).privateFeed(),
  )
  expect(keysCreated).toBe(1)
  const live: (() => void)[] = []
  const nextLive = (): Promise<void> => new Promise((resolve) => live.push(resolve))
  feed.onSubscribed(() => live.shift()?.())
  const order = new Promise((resolve) => feed.onOrder(resolve))
  const first = nextLive()
  feed.connect()
  await first
  const second = nextLive()
  exchange.sockets[0]!.socket.close(4004, 'LISTEN_KEY_NOT_FOUND')
  await second
  expect(keysCreated).toBe(2)
  expect(exchange.sockets.map(({ url }) => url.searchParams.get('listenKey'))).toEqual([
    '1'.padStart(32, '0'),
    '2'.padStart(32, '0'),
  ])
  expect(exchange.sockets[1]!.url.searchParams.get('xwebsocketserver')).toBe('restserver2')
  exchange.sockets[1]!.socket.send(
    frame({ channel: 'account_private', data: { event: 'ORDER', args: { id: '0x1' } } }),
  )
  expect(await order).toEqual({ id: '0x1' })
})
