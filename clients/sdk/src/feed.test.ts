/** The socket's life, minute by minute, with a socket and a clock that the test moves. */
import { REFUSAL, SOCKET_CLOSE, type Ticker } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import {
  ApiError,
  createFeed,
  createVestClient,
  FormatError,
  SocketClosedError,
  TransportError,
  type Feed,
  type FeedOptions,
  type SocketEvent,
} from './index.ts'

class TestSocket {
  static all: TestSocket[] = []
  binaryType = 'blob'
  private readonly listeners: Record<string, ((event: SocketEvent) => void)[]> = {}
  readonly sent: { method: string; params: string[]; id: number }[] = []
  closed = false
  readonly url: URL
  constructor(url: string) {
    this.url = new URL(url)
    TestSocket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  close(): void {
    this.closed = true
  }
  addEventListener(type: string, listener: (event: SocketEvent) => void): void {
    ;(this.listeners[type] ??= []).push(listener)
  }
  emit(type: string, event: SocketEvent): void {
    for (const listener of this.listeners[type] ?? []) listener(event)
  }
  open(): void {
    this.emit('open', {})
  }
  /** The server says something, as a binary frame unless given otherwise. */
  say(
    message: unknown,
    form: (text: string) => unknown = (text) => new TextEncoder().encode(text).buffer,
  ): void {
    this.emit('message', { data: form(JSON.stringify(message)) })
  }
  end(code = 1006): void {
    this.emit('error', {})
    this.emit('close', { code })
  }
  ack(): void {
    const { id } = this.sent.findLast((request) => request.method === 'SUBSCRIBE')!
    this.say({ result: null, id })
  }
}

/** Answers every ping at once. */
class AnsweringSocket extends TestSocket {
  override send(text: string): void {
    super.send(text)
    if (this.sent.at(-1)!.method === 'PING') this.say({ data: 'PONG' })
  }
}

function setup(options: Partial<FeedOptions> = {}) {
  TestSocket.all = []
  const clock = createManualClock()
  const startMs = clock.now()
  const errors: Error[] = []
  const health: string[] = []
  const feed: Feed = createFeed({
    url: 'ws://exchange/ws-api',
    WebSocket: TestSocket,
    clock,
    random: () => 0.5,
    ...options,
  })
  feed.onError((error) => errors.push(error as Error))
  feed.onHealth((next) => health.push(next))
  return { clock, feed, errors, health, sockets: TestSocket.all, elapsedMs: () => clock.now() - startMs }
}
const ticker = (symbol: string): Ticker => ({ symbol }) as Ticker
const last = (): TestSocket => TestSocket.all.at(-1)!

describe('connecting', () => {
  it('[9.11] the first attempt is immediate, with version, group and listen key in the address', () => {
    const { feed, sockets, health } = setup({ accountGroup: 3, listenKey: 'abc' })
    expect([sockets.length, feed.state(), feed.health()]).toEqual([0, 'idle', 'unhealthy'])
    feed.connect()
    feed.connect()
    expect(sockets).toHaveLength(1)
    expect(last().url.pathname).toBe('/ws-api')
    expect(Object.fromEntries(last().url.searchParams)).toEqual({
      version: '1.0',
      xwebsocketserver: 'restserver3',
      listenKey: 'abc',
    })
    expect(last().binaryType).toBe('arraybuffer')
    expect(feed.state()).toBe('connecting')
    last().open()
    expect([feed.state(), feed.health(), health]).toEqual(['open', 'healthy', ['healthy']])
  })

  it('[9.11] backs off by min(1000 * 2^retries, 60000) plus chance, 20 times, then error 9999', () => {
    const { clock, feed, errors, sockets, elapsedMs } = setup()
    feed.connect()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      const failedMs = elapsedMs()
      last().end()
      expect(feed.state()).toBe('waiting')
      clock.advanceSync(clock.pending()[0]!)
      expect(sockets).toHaveLength(attempt + 1)
      waits.push(elapsedMs() - failedMs)
    }
    expect(waits).toEqual([2500, 4500, 8500, 16_500, 32_500, ...Array.from({ length: 15 }, () => 60_500)])
    expect(errors).toEqual([])
    last().end()
    expect(errors).toEqual([
      expect.objectContaining({ name: 'ApiError', code: REFUSAL.MAX_RETRIES_EXCEEDED }),
    ])
    expect([feed.state(), clock.pending()]).toEqual(['stopped', []])
    feed.connect()
    expect(sockets).toHaveLength(22)
  })

  it('[9.11] chance adds at most 1000 ms', () => {
    const { clock, feed } = setup({ random: () => 0.999999 })
    feed.connect()
    last().end()
    expect(clock.pending()).toEqual([3000])
  })

  it('[4.20] [9.11] after an open connection closed it reconnects after 1 s, with the retries counted anew', () => {
    const { clock, feed, health, sockets } = setup()
    feed.connect()
    last().end()
    clock.advanceSync(2500)
    last().open()
    last().end(1012)
    expect(health).toEqual(['healthy', 'unhealthy'])
    clock.advanceSync(999)
    expect(sockets).toHaveLength(2)
    clock.advanceSync(1)
    expect(sockets).toHaveLength(3)
    last().end()
    expect(clock.pending()).toEqual([2500])
  })

  it('an attempt that hangs counts as failed', () => {
    const { clock, feed } = setup()
    feed.connect()
    clock.advanceSync(10_000)
    expect(last().closed).toBe(true)
    expect(feed.state()).toBe('waiting')
  })

  it('disconnect ends everything, and a late word of the old socket changes nothing', () => {
    const { clock, feed, health, sockets } = setup()
    const seen: Ticker[][] = []
    feed.onTickers((tickers) => seen.push(tickers))
    feed.connect()
    last().open()
    feed.disconnect()
    last().say({ channel: 'tickers', data: [ticker('A')] })
    last().end()
    last().open()
    expect([feed.state(), feed.health(), last().closed]).toEqual(['stopped', 'unhealthy', true])
    expect([health, seen, clock.pending(), sockets.length]).toEqual([['healthy', 'unhealthy'], [], [], 1])
    feed.connect()
    last().open()
    expect([sockets.length, feed.state()]).toEqual([2, 'open'])
  })
})

describe('heartbeat', () => {
  it('[4.20] [9.11] pings 30 s after opening and after each pong', () => {
    const { clock, feed } = setup()
    feed.connect()
    last().open()
    clock.advanceSync(29_999)
    expect(last().sent).toEqual([])
    clock.advanceSync(1)
    expect(last().sent).toEqual([{ method: 'PING', params: [], id: 0 }])
    clock.advanceSync(9_000)
    last().say({ data: 'PONG' })
    clock.advanceSync(29_999)
    expect(last().sent).toHaveLength(1)
    clock.advanceSync(1)
    expect(last().sent).toHaveLength(2)
    last().say({ data: 'pong' })
    expect(feed.health()).toBe('healthy')
  })

  it('[4.20] [9.11] a pong missing for 10 s makes it unhealthy, drops the connection and reconnects after 1 s', () => {
    const { clock, feed, health, sockets } = setup()
    feed.connect()
    last().open()
    clock.advanceSync(39_999)
    expect(feed.health()).toBe('healthy')
    clock.advanceSync(1)
    expect([feed.health(), sockets[0]!.closed, sockets.length]).toEqual(['unhealthy', true, 1])
    clock.advanceSync(1000)
    expect(sockets).toHaveLength(2)
    last().open()
    expect(health).toEqual(['healthy', 'unhealthy', 'healthy'])
  })
})

describe('channels', () => {
  it('[4.20] what was asked for before is sent on opening, once, and asked for again after a reconnection', () => {
    const { clock, feed } = setup()
    feed.onTickers(() => undefined)
    feed.onDepth('BTC-PERP', () => undefined)
    feed.onDepth('BTC-PERP', () => undefined)
    feed.connect()
    expect(last().sent).toEqual([])
    last().open()
    expect(last().sent).toEqual([{ method: 'SUBSCRIBE', params: ['tickers', 'BTC-PERP@depth'], id: 1 }])
    last().ack()
    last().end()
    clock.advanceSync(1000)
    last().open()
    expect(last().sent).toEqual([{ method: 'SUBSCRIBE', params: ['tickers', 'BTC-PERP@depth'], id: 2 }])
  })

  it('[4.20] subscribing sends only channels not yet active; the last listener to leave unsubscribes', () => {
    const { feed } = setup()
    feed.connect()
    last().open()
    const leaveFirst = feed.onTrade('BTC-PERP', () => undefined)
    const leaveSecond = feed.onTrade('BTC-PERP', () => undefined)
    expect(last().sent).toEqual([{ method: 'SUBSCRIBE', params: ['BTC-PERP@trades'], id: 1 }])
    leaveFirst()
    leaveFirst()
    expect(last().sent).toHaveLength(1)
    leaveSecond()
    expect(last().sent.slice(1)).toEqual([{ method: 'UNSUBSCRIBE', params: ['BTC-PERP@trades'], id: 2 }])
    feed.onTrade('BTC-PERP', () => undefined)
    expect(last().sent.slice(2)).toEqual([{ method: 'SUBSCRIBE', params: ['BTC-PERP@trades'], id: 3 }])
  })

  it('[4.20] [9.11] an acknowledgement missing for 10 s makes it unhealthy and reconnects', () => {
    const { clock, feed, sockets } = setup()
    feed.connect()
    last().open()
    feed.onTickers(() => undefined)
    clock.advanceSync(9_999)
    expect(feed.health()).toBe('healthy')
    clock.advanceSync(1)
    expect([feed.health(), sockets[0]!.closed]).toEqual(['unhealthy', true])
    clock.advanceSync(1000)
    last().open()
    last().ack()
    clock.advanceSync(20_000)
    expect([feed.health(), sockets.length]).toEqual(['healthy', 2])
  })

  it('tells which channels are live', () => {
    const { feed } = setup()
    const live: (readonly string[])[] = []
    feed.onSubscribed((channels) => live.push(channels))
    feed.onTicker('BTC-PERP', () => undefined)
    feed.connect()
    last().open()
    expect(live).toEqual([])
    last().say({ result: null, id: 99 })
    last().ack()
    expect(live).toEqual([['BTC-PERP@ticker']])
  })

  it('[7.30] gives each channel its own messages', () => {
    const { feed } = setup()
    const seen: unknown[] = []
    feed.onTickers((data) => seen.push(['tickers', data]))
    feed.onTicker('BTC-PERP', (data) => seen.push(['ticker', data]))
    feed.onDepth('BTC-PERP', (data) => seen.push(['depth', data]))
    feed.onTrade('BTC-PERP', (data) => seen.push(['trade', data]))
    feed.onKline('BTC-PERP', '1m', (data) => seen.push(['kline', data]))
    feed.onOrder((data) => seen.push(['order', data]))
    feed.onTransfer((data) => seen.push(['transfer', data]))
    feed.onLpOrder((data) => seen.push(['lp', data]))
    feed.onCapital((data) => seen.push(['capital', data]))
    feed.onNotices((data) => seen.push(['notices', data]))
    feed.connect()
    last().open()
    expect(last().sent[0]!.params).toEqual([
      'tickers',
      'BTC-PERP@ticker',
      'BTC-PERP@depth',
      'BTC-PERP@trades',
      'BTC-PERP@kline_1m',
      'account_private',
    ])
    last().say({ channel: 'tickers', data: [1] })
    last().say({ channel: 'BTC-PERP@ticker', data: 2 })
    last().say({ channel: 'BTC-PERP@depth', data: 3 })
    last().say({ channel: 'BTC-PERP@trades', data: 4 })
    last().say({ channel: 'BTC-PERP@kline_1m', data: 5 })
    last().say({ channel: 'account_private', data: { event: 'ORDER', args: 6 } })
    last().say({ channel: 'account_private', data: { event: 'TRANSFER', args: 7 } })
    last().say({ channel: 'account_private', data: { event: 'LP', args: 9 } })
    last().say({ channel: 'account_private', data: { event: 'ACCOUNT', args: 10 } })
    last().say({ channel: 'account_private', data: { event: 'NOTICES', args: 11 } })
    last().say({ channel: 'ETH-PERP@depth', data: 8 })
    expect(seen).toEqual([
      ['tickers', [1]],
      ['ticker', 2],
      ['depth', 3],
      ['trade', 4],
      ['kline', 5],
      ['order', 6],
      ['transfer', 7],
      ['lp', 9],
      ['capital', 10],
      ['notices', 11],
    ])
  })

  it.each<[string, (text: string) => unknown]>([
    ['ArrayBuffer', (text) => new TextEncoder().encode(text).buffer],
    ['Buffer', (text) => Buffer.from(text)],
    ['text', (text) => text],
  ])('[4.20] decodes a frame of %s', (_name, form) => {
    const { feed } = setup()
    const seen: unknown[] = []
    feed.onTickers((data) => seen.push(data))
    feed.connect()
    last().open()
    last().say({ channel: 'tickers', data: ['Zürich 株'] }, form)
    expect(seen).toEqual([['Zürich 株']])
  })

  it('[4.20] decodes Blobs, in order also among other frames, and drops those of a connection that ended', async () => {
    const { clock, feed } = setup()
    const seen: unknown[] = []
    feed.onTickers((data) => seen.push(data))
    feed.connect()
    last().open()
    const blob = (text: string): Blob => new Blob([text])
    last().say({ channel: 'tickers', data: 1 }, blob)
    last().say({ channel: 'tickers', data: 2 })
    last().say({ channel: 'tickers', data: 3 }, blob)
    await clock.advance(0)
    await expect.poll(() => seen).toEqual([1, 2, 3])
    last().say({ channel: 'tickers', data: 4 })
    expect(seen).toEqual([1, 2, 3, 4])
    const unread = new Blob(['{"channel":"tickers","data":5}'])
    const read = unread.arrayBuffer()
    last().emit('message', { data: unread })
    last().end()
    await read
    await clock.advance(0)
    expect(seen).toEqual([1, 2, 3, 4])
  })
})

describe('failures', () => {
  it.each([
    [
      'channel.error',
      {
        type: 'channel.error',
        id: 1,
        code: REFUSAL.BAD_SYMBOL,
        error: 'unknown channel',
        msg: 'unknown channel: X@depth',
      },
      1121,
      'unknown channel: X@depth',
    ],
    ['an error field', { error: 'no such thing' }, 0, 'no such thing'],
    ['a code field', { code: REFUSAL.INVALID_PARAMETER }, 1130, 'Invalid parameter. Please check your input'],
  ])('[4.20] on %s it disconnects without reconnecting', (_name, message, code, words) => {
    const { clock, feed, errors, health, sockets } = setup()
    feed.connect()
    last().open()
    last().say(message)
    expect([feed.state(), health, last().closed, clock.pending()]).toEqual([
      'stopped',
      ['healthy', 'unhealthy'],
      true,
      [],
    ])
    last().end()
    clock.advanceSync(120_000)
    expect(sockets).toHaveLength(1)
    expect(errors).toEqual([expect.any(ApiError)])
    expect(errors[0]).toMatchObject({ code, message: words })
  })

  it.each([
    ['no JSON', () => '{'],
    ['an unknown message', () => '{"hello":1}'],
    ['a bare value', () => '7'],
    ['no UTF-8', () => Uint8Array.of(0xff, 0xfe)],
    ['neither text nor bytes', () => 7],
  ])('[8.56] a malformed message (%s) raises a format error; the connection stays', (_name, form) => {
    const { feed, errors } = setup()
    feed.connect()
    last().open()
    last().say({}, form)
    expect(errors).toEqual([expect.any(FormatError)])
    expect(feed.state()).toBe('open')
  })

  it('a listener may stop the feed from within its call', () => {
    const { clock, feed, sockets } = setup()
    feed.onHealth((next) => {
      if (next === 'unhealthy') feed.disconnect()
    })
    feed.connect()
    last().open()
    last().end()
    clock.advanceSync(120_000)
    expect([feed.state(), sockets.length, clock.pending()]).toEqual(['stopped', 1, []])
  })
})

describe('listen key', () => {
  it.each([
    SOCKET_CLOSE.LISTEN_KEY_REQUIRED,
    SOCKET_CLOSE.LISTEN_KEY_NOT_FOUND,
    SOCKET_CLOSE.LISTEN_KEY_EXPIRED,
  ])('[8.56] close code %i stops reconnection', (code) => {
    const { clock, feed, errors, sockets } = setup({ listenKey: 'old' })
    feed.connect()
    last().open()
    last().end(code)
    clock.advanceSync(120_000)
    expect([sockets.length, feed.state(), feed.health()]).toEqual([1, 'stopped', 'unhealthy'])
    expect(errors).toEqual([expect.any(SocketClosedError)])
    expect(errors[0]).toMatchObject({ closeCode: code })
  })

  it.each([SOCKET_CLOSE.LISTEN_KEY_NOT_FOUND, SOCKET_CLOSE.LISTEN_KEY_EXPIRED])(
    '[4.20] [8.56] close code %i creates a new listen key and connects with it',
    async (code) => {
      const { clock, feed, errors } = setup({ listenKey: 'old', renewListenKey: async () => 'new' })
      feed.onOrder(() => undefined)
      feed.connect()
      last().open()
      last().ack()
      last().end(code)
      await clock.advance(0)
      expect(last().url.searchParams.get('listenKey')).toBe('new')
      last().open()
      expect(last().sent[0]!.params).toEqual(['account_private'])
      expect(errors).toEqual([])
    },
  )

  it('a new key that is refused before a word came in is not renewed for ever', async () => {
    let renewals = 0
    const { clock, feed, errors } = setup({
      listenKey: 'old',
      renewListenKey: async () => `new-${++renewals}`,
    })
    feed.connect()
    last().open()
    last().end(4004)
    await clock.advance(0)
    last().open()
    last().end(4004)
    await clock.advance(60_000)
    expect([renewals, feed.state()]).toEqual([1, 'stopped'])
    expect(errors).toEqual([expect.objectContaining({ closeCode: 4004 })])
  })

  it('4003 is not cured by a new key', async () => {
    let renewals = 0
    const { clock, feed, errors } = setup({ renewListenKey: async () => `new-${++renewals}` })
    feed.connect()
    last().open()
    last().end(4003)
    await clock.advance(0)
    expect([renewals, errors.length]).toEqual([0, 1])
  })

  it('an exchange that cannot be reached for a new key is asked again; a refusal ends it', async () => {
    let outcome: Error | undefined = new TransportError('down')
    const { clock, feed, errors, sockets } = setup({
      listenKey: 'old',
      renewListenKey: async () => {
        if (outcome !== undefined) throw outcome
        return 'new'
      },
    })
    feed.connect()
    last().open()
    last().end(4005)
    await clock.advance(1000)
    expect(sockets).toHaveLength(2)
    outcome = new ApiError(REFUSAL.UNAUTHORIZED)
    last().open()
    last().end(4005)
    await clock.advance(60_000)
    expect([sockets.length, feed.state()]).toEqual([2, 'stopped'])
    expect(errors.map((error) => error.name)).toEqual(['TransportError', 'ApiError'])
  })

  it('a feed that was disconnected meanwhile stays so', async () => {
    let give = (_key: string): void => undefined
    const { clock, feed, sockets } = setup({
      listenKey: 'old',
      renewListenKey: () => new Promise((resolve) => (give = resolve)),
    })
    feed.connect()
    last().open()
    last().end(4005)
    feed.disconnect()
    give('new')
    await clock.advance(60_000)
    expect([sockets.length, feed.state()]).toEqual([1, 'stopped'])
  })

  it('[7.10] a private feed extends its key at half its life, until it is disconnected or has stopped', async () => {
    TestSocket.all = []
    const clock = createManualClock()
    const calls: string[] = []
    const vest = createVestClient({
      baseUrl: 'http://exchange',
      apiKey: 'k',
      clock,
      WebSocket: AnsweringSocket,
      fetch: async (_url, init) => {
        calls.push(init.method!)
        return new Response(JSON.stringify({ listenKey: '0'.repeat(32) }))
      },
    })
    const feed = await vest.privateFeed()
    expect(calls).toEqual(['POST'])
    feed.connect()
    expect(last().url.href).toBe(
      `ws://exchange/ws-api?version=1.0&xwebsocketserver=restserver0&listenKey=${'0'.repeat(32)}`,
    )
    last().open()
    await clock.advance(1_769_999)
    expect(calls).toEqual(['POST'])
    await clock.advance(1)
    expect(calls).toEqual(['POST', 'PUT'])
    await clock.advance(1_770_000)
    expect(calls).toEqual(['POST', 'PUT', 'PUT'])
    feed.disconnect()
    await clock.advance(3_540_000)
    expect(calls).toHaveLength(3)
  })
})
