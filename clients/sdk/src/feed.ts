/**
 * Live channels over one socket that heals itself. Listeners belong to channels, not to connections: a
 * listener keeps listening across reconnections, and a channel is subscribed on the wire while it has a listener.
 * Depth and tickers come as whole snapshots; the private channel has none, so after `onSubscribed` names it,
 * read the account anew and apply only later events.
 */
import { REFUSAL } from '@vest/protocol'
import type { ClientClock } from './clientClock.ts'
import { ApiError } from './errors.ts'
import { createFeedConnection, type FeedState, type WebSocketConstructor } from './feed/feedConnection.ts'
import { feedEvents, type FeedEvents } from './feed/feedEvents.ts'
import { createFeedFrames } from './feed/feedFrames.ts'
import { createFeedHealth, type FeedHealth } from './feed/feedHealth.ts'
import { createFeedLife } from './feed/feedLife.ts'
import { createFeedListeners, type Unsubscribe } from './feed/feedListeners.ts'
import { createFeedListenKey } from './feed/feedListenKey.ts'
import { readMessage, type Channel, type ChannelData } from './feed/feedMessages.ts'
import { createFeedSubscriptions } from './feed/feedSubscriptions.ts'

export type { FeedState, SocketEvent, SocketLike, WebSocketConstructor } from './feed/feedConnection.ts'
export type { FeedHealth } from './feed/feedHealth.ts'
export type { Unsubscribe } from './feed/feedListeners.ts'
export type { Channel, ChannelData } from './feed/feedMessages.ts'

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

export interface Feed extends FeedEvents {
  connect(): void
  disconnect(): void
  state(): FeedState
  health(): FeedHealth
  /** Calls `listener` with each message of a channel until the returned function is called. */
  subscribe<C extends Channel>(channel: C, listener: (data: ChannelData<C>) => void): Unsubscribe
  /** Called on every change of health. */
  onHealth(listener: (health: FeedHealth) => void): Unsubscribe
  /** Called when the exchange has acknowledged channels, first or again: what follows is complete. */
  onSubscribed(listener: (channels: readonly string[]) => void): Unsubscribe
  /** ApiError 9999 and those of failure messages, SocketClosedError, FormatError, what `renewListenKey` threw. */
  onError(listener: (error: unknown) => void): Unsubscribe
  reportError(error: unknown): void
}

export function createFeed(options: FeedOptions): Feed {
  const { clock } = options
  const errors = createFeedListeners<unknown>()
  const reportError = errors.tell
  const health = createFeedHealth()
  const life = createFeedLife()
  let checkChannelData: ((channel: string, data: unknown) => void) | undefined

  const connection = createFeedConnection({
    WebSocket: options.WebSocket,
    clock,
    random: options.random ?? Math.random,
    url: () => addressOf(options, key.present()),
    onOpen: () => {
      health.set('healthy')
      subscriptions.requestMissing()
    },
    onFrame: (data) => frames.receive(data),
    onDown: () => {
      life.end()
      subscriptions.forgetRequests()
      frames.forget()
      health.set('unhealthy')
    },
    onListenKeyRefused: (closeCode) => void key.renewAfter(closeCode),
    onRetriesExhausted: () => reportError(new ApiError(REFUSAL.MAX_RETRIES_EXCEEDED)),
  })
  const key = createFeedListenKey({
    listenKey: options.listenKey,
    renewListenKey: options.renewListenKey,
    connection,
    life,
    reportError,
  })
  const subscriptions = createFeedSubscriptions({ clock, connection, reportError })
  const frames = createFeedFrames({ life, handleText, reportError })

  function handleText(text: string): void {
    const message = readMessage(text)
    key.confirm()
    switch (message.kind) {
      case 'pong':
        return connection.pong()
      case 'ack':
        return subscriptions.acknowledge(message.id, message.rejected)
      case 'failure':
        connection.stop()
        return reportError(new ApiError(message.code, { httpStatus: 200, message: message.message }))
      case 'data':
        checkChannelData?.(message.channel, message.data)
        subscriptions.deliver(message.channel, message.data)
    }
  }

  return {
    connect() {
      if (options.validate !== true || checkChannelData !== undefined) return connection.connect()
      const signal = life.signal()
      void import('./validation.ts').then((validation) => {
        checkChannelData = validation.checkChannelData
        if (!signal.aborted) connection.connect()
      }, reportError)
    },
    disconnect() {
      life.end()
      connection.stop()
    },
    state: connection.state,
    health: health.now,
    subscribe: subscriptions.subscribe,
    ...feedEvents(subscriptions.subscribe),
    onHealth: health.onChange,
    onSubscribed: subscriptions.onSubscribed,
    onError: errors.add,
    reportError,
  }
}

function addressOf(options: FeedOptions, listenKey: string | undefined): string {
  const group = `restserver${options.accountGroup ?? 0}`
  const key = listenKey === undefined ? '' : `&listenKey=${encodeURIComponent(listenKey)}`
  const partial = options.isPartial === true ? '&partial=1' : ''
  return `${options.url}?version=1.0&xwebsocketserver=${group}${key}${partial}`
}
