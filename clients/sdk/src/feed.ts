/**
 * Live channels over one socket that heals itself. Listeners belong to channels, not to connections: a
 * listener keeps listening across reconnections, and a channel is subscribed on the wire while it has a listener.
 * Depth and tickers come as whole snapshots; the private channel has none, so after `onSubscribed` names it,
 * read the account anew and apply only later events.
 */
import { SOCKET_ACK_TIMEOUT_MS, SOCKET_CLOSE, SOCKET_RECONNECT_MS, REFUSAL } from '@vest/protocol'
import type {
  AccountEvent,
  DepthResponse,
  KlineInterval,
  KlineMessage,
  LpEvent,
  NoticesEvent,
  OrderEvent,
  Ticker,
  TradeRow,
  TransferEvent,
  TransferProgressEvent,
} from '@vest/protocol'
import type { ClientClock } from './clientClock.ts'
import { ApiError, SocketClosedError, TimeoutError, TransportError } from './errors.ts'
import { createFeedConnection, type FeedState, type WebSocketConstructor } from './feedConnection.ts'
import { frameText, readMessage, type Channel, type ChannelData } from './feedMessages.ts'

export type { FeedState, SocketEvent, SocketLike, WebSocketConstructor } from './feedConnection.ts'
export type { Channel, ChannelData } from './feedMessages.ts'

export type FeedHealth = 'healthy' | 'unhealthy'
export type Unsubscribe = () => void

export interface FeedOptions {
  /** The socket's address without a query, for example `ws://localhost:8080/ws-api`. */
  readonly url: string
  readonly accountGroup?: number | undefined
  /** Enables `account_private`. */
  readonly listenKey?: string | undefined
  /** Creates a new listen key after the exchange refused the old one with 4004 or 4005. */
  readonly renewListenKey?: (() => Promise<string>) | undefined
  /**
   * Of `tickers` only the markets that have changed, after all of them at first; otherwise every message carries all.
   * For a client that keeps a table by symbol.
   */
  readonly isPartial?: boolean | undefined
  readonly WebSocket: WebSocketConstructor
  readonly clock: ClientClock
  /** Chance for the back-off, uniform in [0, 1). */
  readonly random?: (() => number) | undefined
  /** Check channel data against their schemas; a difference is reported and not delivered. For tests. */
  readonly validate?: boolean | undefined
}

export interface Feed {
  connect(): void
  disconnect(): void
  state(): FeedState
  health(): FeedHealth
  /** Calls `listener` with each message of a channel until the returned function is called. */
  subscribe<C extends Channel>(channel: C, listener: (data: ChannelData<C>) => void): Unsubscribe
  onTickers(listener: (tickers: Ticker[]) => void): Unsubscribe
  onTicker(symbol: string, listener: (ticker: Ticker) => void): Unsubscribe
  onDepth(symbol: string, listener: (depth: DepthResponse) => void): Unsubscribe
  /** The book by `tick`, one of the `tickSizes` of the market: bids rounded down to it, asks up. */
  onGroupedDepth(symbol: string, tick: string, listener: (depth: DepthResponse) => void): Unsubscribe
  onTrade(symbol: string, listener: (trade: TradeRow) => void): Unsubscribe
  onKline(symbol: string, interval: KlineInterval, listener: (kline: KlineMessage) => void): Unsubscribe
  onOrder(listener: (order: OrderEvent) => void): Unsubscribe
  onTransfer(listener: (transfer: TransferEvent) => void): Unsubscribe
  /** A transfer stands elsewhere than before, with the same status. */
  onTransferProgress(listener: (event: TransferProgressEvent) => void): Unsubscribe
  onLpOrder(listener: (order: LpEvent) => void): Unsubscribe
  /** A wallet of the capital programme has moved: the session's own, or another of its owner. */
  onCapital(listener: (event: AccountEvent) => void): Unsubscribe
  /** Notices of the account have come or were read, on any device. */
  onNotices(listener: (event: NoticesEvent) => void): Unsubscribe
  /** Called on every change of health. */
  onHealth(listener: (health: FeedHealth) => void): Unsubscribe
  /** Called when the exchange has acknowledged channels, first or again: what follows is complete. */
  onSubscribed(listener: (channels: readonly string[]) => void): Unsubscribe
  /** ApiError 9999 and those of failure messages, SocketClosedError, FormatError, what `renewListenKey` threw. */
  onError(listener: (error: unknown) => void): Unsubscribe
  reportError(error: unknown): void
}

/** One request may name many channels; more are sent in several. */
const CHANNELS_PER_REQUEST = 256

export function createFeed(options: FeedOptions): Feed {
  const { clock } = options
  const listeners = new Map<string, Set<(data: never) => void>>()
  const healthListeners = new Set<(health: FeedHealth) => void>()
  const subscribedListeners = new Set<(channels: readonly string[]) => void>()
  const errorListeners = new Set<(error: unknown) => void>()
  /** Channels asked for on the present connection. */
  const active = new Set<string>()
  const unacknowledged = new Map<number, { readonly channels: readonly string[]; readonly timer: unknown }>()
  let health: FeedHealth = 'unhealthy'
  let requestId = 0
  let listenKey = options.listenKey
  /** Grows with each connection and each `disconnect`, so that late work for an earlier one is dropped. */
  let era = 0
  let heardSinceRenewal = true
  let pendingFrames: Promise<void> | undefined
  let checkChannelData: ((channel: string, data: unknown) => void) | undefined

  const connection = createFeedConnection({
    WebSocket: options.WebSocket,
    clock,
    random: options.random ?? Math.random,
    url: () => {
      const group = `restserver${options.accountGroup ?? 0}`
      const key = listenKey === undefined ? '' : `&listenKey=${encodeURIComponent(listenKey)}`
      const partial = options.isPartial === true ? '&partial=1' : ''
      return `${options.url}?version=1.0&xwebsocketserver=${group}${key}${partial}`
    },
    onOpen: () => {
      setHealth('healthy')
      requestMissing()
    },
    onFrame: receive,
    onDown: () => {
      era += 1
      active.clear()
      for (const { timer } of unacknowledged.values()) clock.clearTimeout(timer)
      unacknowledged.clear()
      pendingFrames = undefined
      setHealth('unhealthy')
    },
    onListenKeyRefused: (closeCode) => void renewAfter(closeCode),
    onRetriesExhausted: () => reportError(new ApiError(REFUSAL.MAX_RETRIES_EXCEEDED)),
  })

  function setHealth(next: FeedHealth): void {
    if (health === next) return
    health = next
    for (const listener of Array.from(healthListeners)) listener(next)
  }

  function reportError(error: unknown): void {
    for (const listener of Array.from(errorListeners)) listener(error)
  }

  // ---------------------------------------------------------------- requests

  /** Asks for every channel that someone listens to and that is not yet active. */
  function requestMissing(): void {
    const missing = [...listeners.keys()].filter((channel) => !active.has(channel))
    for (let i = 0; i < missing.length; i += CHANNELS_PER_REQUEST)
      request(missing.slice(i, i + CHANNELS_PER_REQUEST))
  }

  function request(channels: readonly string[]): void {
    requestId += 1
    const id = requestId
    for (const channel of channels) active.add(channel)
    unacknowledged.set(id, {
      channels,
      timer: clock.setTimeout(() => connection.drop(), SOCKET_ACK_TIMEOUT_MS),
    })
    connection.send({ method: 'SUBSCRIBE', params: channels, id })
  }

  function subscribe<C extends Channel>(channel: C, listener: (data: ChannelData<C>) => void): Unsubscribe {
    // A wrapper per call, so that one function may listen twice and each leave alone.
    const entry = (data: never): void => listener(data)
    const entries = listeners.get(channel) ?? new Set()
    listeners.set(channel, entries)
    entries.add(entry)
    if (connection.state() === 'open' && !active.has(channel)) request([channel])
    return () => {
      if (!entries.delete(entry) || entries.size > 0) return
      listeners.delete(channel)
      if (!active.delete(channel)) return
      requestId += 1
      connection.send({ method: 'UNSUBSCRIBE', params: [channel], id: requestId })
    }
  }

  // ---------------------------------------------------------------- frames

  /** Frames are handled in the order of their arrival, also where one has to be read asynchronously. */
  function receive(data: unknown): void {
    const frameEra = era
    const handle = (text: string): void => {
      if (frameEra === era) handleText(text)
    }
    try {
      const text = frameText(data)
      if (typeof text === 'string' && pendingFrames === undefined) return handle(text)
      const pending: Promise<void> = (pendingFrames ?? Promise.resolve())
        .then(() => text)
        .then(handle)
        .catch(reportError)
        .then(() => {
          if (pendingFrames === pending) pendingFrames = undefined
        })
      pendingFrames = pending
    } catch (error) {
      reportError(error)
    }
  }

  function handleText(text: string): void {
    const message = readMessage(text)
    heardSinceRenewal = true
    switch (message.kind) {
      case 'pong':
        return connection.pong()
      case 'ack': {
        const acknowledged = unacknowledged.get(message.id)
        if (acknowledged === undefined) return
        unacknowledged.delete(message.id)
        clock.clearTimeout(acknowledged.timer)
        // At `/ws` unknown channels are left out where others of the request are known.
        for (const { requested, reason } of message.rejected)
          reportError(
            new ApiError(reason === 'unknown symbol' ? REFUSAL.BAD_SYMBOL : REFUSAL.INVALID_PARAMETER, {
              message: `${reason}: ${requested}`,
            }),
          )
        const rejected = new Set(message.rejected.map(({ requested }) => requested))
        const heard = acknowledged.channels.filter((channel) => !rejected.has(channel))
        for (const listener of Array.from(subscribedListeners)) listener(heard)
        return
      }
      case 'failure':
        connection.stop()
        return reportError(new ApiError(message.code, { httpStatus: 200, message: message.message }))
      case 'data':
        checkChannelData?.(message.channel, message.data)
        for (const listener of Array.from(listeners.get(message.channel) ?? []))
          listener(message.data as never)
    }
  }

  // ---------------------------------------------------------------- listen key

  async function renewAfter(closeCode: number): Promise<void> {
    // A fresh key refused before a single message came in would be refused for ever.
    if (
      closeCode === SOCKET_CLOSE.LISTEN_KEY_REQUIRED ||
      options.renewListenKey === undefined ||
      !heardSinceRenewal
    )
      return reportError(new SocketClosedError(closeCode))
    const renewalEra = era
    try {
      const key = await options.renewListenKey()
      if (renewalEra !== era) return
      listenKey = key
      heardSinceRenewal = false
      connection.connect()
    } catch (error) {
      if (renewalEra !== era) return
      reportError(error)
      if (error instanceof TransportError || error instanceof TimeoutError)
        connection.connect(SOCKET_RECONNECT_MS)
    }
  }

  return {
    connect() {
      if (options.validate !== true || checkChannelData !== undefined) return connection.connect()
      const connectEra = era
      void import('./validation.ts').then((validation) => {
        checkChannelData = validation.checkChannelData
        if (connectEra === era) connection.connect()
      }, reportError)
    },
    disconnect() {
      era += 1
      connection.stop()
    },
    state: connection.state,
    health: () => health,
    subscribe,
    onTickers: (listener) => subscribe('tickers', listener),
    onTicker: (symbol, listener) => subscribe(`${symbol}@ticker`, listener),
    onDepth: (symbol, listener) => subscribe(`${symbol}@depth`, listener),
    onGroupedDepth: (symbol, tick, listener) => subscribe(`${symbol}@depth_${tick}`, listener),
    onTrade: (symbol, listener) => subscribe(`${symbol}@trades`, listener),
    onKline: (symbol, interval, listener) => subscribe(`${symbol}@kline_${interval}`, listener),
    onOrder: (listener) =>
      subscribe('account_private', (message) => {
        if (message.event === 'ORDER') listener(message.args)
      }),
    onTransfer: (listener) =>
      subscribe('account_private', (message) => {
        if (message.event === 'TRANSFER') listener(message.args)
      }),
    onTransferProgress: (listener) =>
      subscribe('account_private', (message) => {
        if (message.event === 'TRANSFER_PROGRESS') listener(message.args)
      }),
    onLpOrder: (listener) =>
      subscribe('account_private', (message) => {
        if (message.event === 'LP') listener(message.args)
      }),
    onCapital: (listener) =>
      subscribe('account_private', (message) => {
        if (message.event === 'ACCOUNT') listener(message.args)
      }),
    onNotices: (listener) =>
      subscribe('account_private', (message) => {
        if (message.event === 'NOTICES') listener(message.args)
      }),
    onHealth: (listener) => listen(healthListeners, listener),
    onSubscribed: (listener) => listen(subscribedListeners, listener),
    onError: (listener) => listen(errorListeners, listener),
    reportError,
  }
}

function listen<T>(set: Set<(value: T) => void>, listener: (value: T) => void): Unsubscribe {
  const entry = (value: T): void => listener(value)
  set.add(entry)
  return () => void set.delete(entry)
}
