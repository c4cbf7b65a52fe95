/**
 * A busy market: the running exchange behind a proxy that adds messages to one market's channels, so many a second,
 * in the exchange's own form. What the exchange itself says on these two channels is held back while the storm
 * blows, so that the rate is the one that is named; everything else passes as it is.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

export interface StormOptions {
  /** The exchange. */
  readonly upstream: string
  readonly symbol: string
  readonly depthPerSecond: number
  readonly tradesPerSecond: number
}

export interface MarketStorm {
  readonly baseUrl: string
  /** From now on it blows. */
  begin(): void
  /** How many messages went out since it began. */
  sent(): { readonly depth: number; readonly trades: number }
  close(): void
}

interface Depth {
  readonly bids: readonly (readonly [string, string])[]
  readonly asks: readonly (readonly [string, string])[]
}

const TICK_MS = 5

export async function startMarketStorm(options: StormOptions): Promise<MarketStorm> {
  const { upstream, symbol } = options
  const channels = { depth: `${symbol}@depth`, trades: `${symbol}@trades` }
  const pages = new Set<WebSocket>()
  let isBlowing = false
  let startedMs = 0
  let depth: Depth | undefined
  const sent = { depth: 0, trades: 0 }

  const server = createServer((asked, answer) => pass(upstream, asked, answer))
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  server.on('upgrade', (asked, socket, head) =>
    sockets.handleUpgrade(asked, socket, head, (page) => {
      const exchange = new WebSocket(`${upstream.replace(/^http/, 'ws')}${asked.url}`)
      const early: string[] = []
      exchange.on('open', () => early.splice(0).forEach((text) => exchange.send(text)))
      page.on('message', (data: Buffer) =>
        exchange.readyState === WebSocket.OPEN ? exchange.send(data.toString()) : early.push(data.toString()),
      )
      exchange.on('message', (data: Buffer, isBinary) => {
        const message = JSON.parse(data.toString()) as { channel?: string; data?: Depth }
        if (message.channel === channels.depth) depth = message.data
        const isOurs = message.channel === channels.depth || message.channel === channels.trades
        if (!(isBlowing && isOurs)) page.send(data, { binary: isBinary })
      })
      page.on('close', () => exchange.close())
      exchange.on('close', () => page.close())
      exchange.on('error', () => page.close())
      pages.add(page)
      page.on('close', () => pages.delete(page))
    }),
  )
  const tell = (channel: string, data: unknown): void => {
    const text = JSON.stringify({ channel, data })
    for (const page of pages) page.send(text)
  }
  const timer = setInterval(() => {
    if (!isBlowing || depth === undefined) return
    const seconds = (performance.now() - startedMs) / 1_000
    for (; sent.depth < seconds * options.depthPerSecond; sent.depth += 1)
      tell(channels.depth, stirred(depth, sent.depth))
    for (; sent.trades < seconds * options.tradesPerSecond; sent.trades += 1)
      tell(channels.trades, tradeOf(depth, sent.trades))
  }, TICK_MS)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin() {
      startedMs = performance.now()
      isBlowing = true
    },
    sent: () => ({ ...sent }),
    close() {
      clearInterval(timer)
      for (const page of pages) page.terminate()
      server.close()
      server.closeAllConnections()
    },
  }
}

function pass(upstream: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { method, headers, url } = asked
  const onward = request(`${upstream}${url}`, { method, headers }, (given) => {
    answer.writeHead(given.statusCode!, given.headers)
    given.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

/** The same book with every size another, as after so many orders: each row has to be written anew. */
function stirred({ bids, asks }: Depth, number: number): Depth {
  const stir = ([price, size]: readonly [string, string], at: number): readonly [string, string] => [
    price,
    size.replace(/\d$/, String(((number + at) % 9) + 1)),
  ]
  return { bids: bids.map(stir), asks: asks.map(stir) }
}

function tradeOf({ bids, asks }: Depth, number: number) {
  const isBuy = number % 3 !== 0
  const [price, size] = (isBuy ? asks : bids)[0]!
  return {
    id: `0x${(Date.now() * 1_000 + (number % 1_000)).toString(16).padStart(64, '0')}`,
    price,
    qty: `${isBuy ? '' : '-'}${size}`,
    quoteQty: '1.000000',
    time: Date.now(),
  }
}
