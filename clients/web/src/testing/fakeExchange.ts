/** An exchange for tests of the live layer: REST answers that a test sets, feeds that a test speaks through. */
import type {
  AccountEvent,
  AccountResponse,
  DepthResponse,
  NoticesEvent,
  OrderEvent,
  OrderRow,
  Ticker,
  TradeRow,
  TransferEvent,
  TransferProgressEvent,
} from '@vest/protocol'
import type { Feed, FeedHealth, VestClient } from '@vest/sdk'

type Listener = (data: never) => void

/** One feed with the listeners that the app has put on it. */
export function createFakeFeed() {
  const listeners = new Map<string, Set<Listener>>()
  const add = (channel: string, listener: Listener): (() => void) => {
    const set = listeners.get(channel) ?? new Set()
    listeners.set(channel, set.add(listener))
    return () => void set.delete(listener)
  }
  const emit = (channel: string, data: unknown): void => {
    for (const listener of [...(listeners.get(channel) ?? [])]) listener(data as never)
  }
  const state = { isConnected: false }
  const feed = {
    connect: () => void (state.isConnected = true),
    disconnect: () => void (state.isConnected = false),
    onTickers: (listener: Listener) => add('tickers', listener),
    onDepth: (symbol: string, listener: Listener) => add(`${symbol}@depth`, listener),
    onTrade: (symbol: string, listener: Listener) => add(`${symbol}@trades`, listener),
    onKline: (symbol: string, interval: string, listener: Listener) =>
      add(`${symbol}@kline_${interval}`, listener),
    onOrder: (listener: Listener) => add('order', listener),
    onTransfer: (listener: Listener) => add('transfer', listener),
    onTransferProgress: (listener: Listener) => add('progress', listener),
    onCapital: (listener: Listener) => add('capital', listener),
    onNotices: (listener: Listener) => add('notices', listener),
    onHealth: (listener: Listener) => add('health', listener),
    onSubscribed: (listener: Listener) => add('subscribed', listener),
    onError: (listener: Listener) => add('error', listener),
  } as unknown as Feed
  return {
    feed,
    state,
    listeners: (channel: string): number => listeners.get(channel)?.size ?? 0,
    health: (health: FeedHealth) => emit('health', health),
    subscribed: (...channels: string[]) => emit('subscribed', channels),
    tickers: (...tickers: Ticker[]) => emit('tickers', tickers),
    depth: (symbol: string, depth: DepthResponse) => emit(`${symbol}@depth`, depth),
    trade: (symbol: string, trade: TradeRow) => emit(`${symbol}@trades`, trade),
    order: (event: OrderEvent) => emit('order', event),
    transfer: (event: TransferEvent) => emit('transfer', event),
    progress: (event: TransferProgressEvent) => emit('progress', event),
    capital: (event: AccountEvent) => emit('capital', event),
    notices: (event: NoticesEvent) => emit('notices', event),
    error: (error: unknown) => emit('error', error),
  }
}

export interface FakeAnswers {
  account: AccountResponse
  orders: readonly OrderRow[]
  trades: readonly TradeRow[]
  tickers: readonly Ticker[]
}

export function createFakeExchange(answers: FakeAnswers) {
  const publicFeed = createFakeFeed()
  const privateFeed = createFakeFeed()
  const calls: string[] = []
  const failing = new Set<string>()
  const answer =
    <T>(name: string, value: () => T) =>
    async (): Promise<T> => {
      calls.push(name)
      if (failing.has(name)) throw new Error(`${name} failed`)
      return value()
    }
  const info = {
    symbol: 'COIN-USD-PERP',
    displayName: 'Coinbase',
    base: 'COIN',
    quote: 'USDC',
    sizeDecimals: 4,
    priceDecimals: 2,
    tickSizes: ['0.01', '0.02', '0.05', '0.1'],
    minTickSize: '0.01',
    defaultTickSize: '0.01',
    initMarginRatio: '0.05',
    maintMarginRatio: '0.025',
    takerFee: '0.0001',
    isolated: false,
    asset: 'stock',
    status: 'TRADING',
    tradingStatus: 'TRADING',
    category: 'stock',
    evalAllowed: true,
    fundedInitMarginRatio: '0.2',
    listTime: 0,
  }
  const client = {
    publicFeed: () => publicFeed.feed,
    privateFeed: answer('privateFeed', () => privateFeed.feed),
    isAuthorized: () => true,
    exchangeInfo: answer('exchangeInfo', () => ({ symbols: [info] })),
    tickers: answer('tickers', () => answers.tickers),
    tickers24hr: answer('tickers24hr', () => []),
    openInterest: answer('openInterest', () => []),
    trades: answer('trades', () => answers.trades),
    account: answer('account', () => answers.account),
    transfers: answer('transfers', () => []),
    orders: async (query: { readonly status?: string } = {}) => {
      calls.push(query.status === undefined ? 'history' : 'orders')
      return answers.orders.filter((row) => query.status === undefined || row.status === query.status)
    },
  } as unknown as VestClient
  return {
    client,
    publicFeed,
    privateFeed,
    calls,
    failing,
    answers,
    count: (name: string) => calls.filter((call) => call === name).length,
  }
}
