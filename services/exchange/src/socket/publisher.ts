/**
 * What leaves on which channel and how often. Events of the engine become messages once, whatever the number of
 * listeners: trades and private events at once, tickers of changed markets about every 750 ms, books at most
 * every 100 ms, candles at most every 250 ms with their closing update always. Timers run only while somebody
 * listens.
 */
import type { DepthView, EventEnvelope, TickerRow } from '@vest/engine'
import {
  assert, DEPTH_LEVELS_PUSHED, type Address, type KlineInterval, type PrivateMessage, type Ticker,
} from '@vest/protocol'
import type { EdgeView } from '../edgeView.ts'
import { KLINE_INTERVAL_MS, TICKERS_INTERVAL_MS } from '../limits.ts'
import type { CandleUpdate, Projector } from '../projectorPort.ts'
import { closeTimeMs } from '../klineTime.ts'
import {
  depthText, klineMessage, orderEventText, tickerText, tradeMessage, transferEventText, type Decimals,
} from '../wireText.ts'
import type { EngineClient } from '@vest/runtime'
import { klineChannel, PRIVATE_CHANNEL, TICKERS_CHANNEL, type Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import { createMessage, type Message } from './frame.ts'

export interface PublisherOptions {
  readonly engine: EngineClient
  readonly view: EdgeView
  readonly projector: Projector
  /** A snapshot could not be made: the process is in trouble. */
  readonly onFailure: (error: unknown) => void
}

export interface Publisher {
  /** After the acknowledgement: adds the channel and sends what it begins with. */
  subscribe(connection: Connection, name: string, channel: Channel): void
  unsubscribe(connection: Connection, name: string): void
  /** The connection has ended. */
  remove(connection: Connection): void
  /** Sends again what was withheld while the connection was behind. */
  resend(connection: Connection, names: readonly string[]): void
  stop(): void
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { engine, view, projector } = options
  const listeners = new Map<string, Set<Connection>>()
  const channels = new Map<string, Channel>()
  const accounts = new Map<Address, Set<Connection>>()
  const changed = new Map<string, TickerRow>()
  const candles = new Map<string, CandleUpdate>()
  let tickersTimer: NodeJS.Timeout | undefined
  let candlesTimer: NodeJS.Timeout | undefined

  const decimalsOf = (symbol: string): Decimals => {
    const market = view.market(symbol)
    assert(market !== undefined, `event of a market that was never listed: ${symbol}`)
    return market.spec
  }
  const publish = (channel: string, content: () => unknown): void => {
    const connections = listeners.get(channel)
    if (!connections) return
    const message = createMessage({ channel, data: content() })
    for (const connection of connections) connection.send(message)
  }
  const publishSnapshot = (channel: string, content: () => unknown): void => {
    const connections = listeners.get(channel)
    if (!connections) return
    const message = createMessage({ channel, data: content() })
    for (const connection of connections) {
      // What is pushed is newer than the first snapshot that is still on its way.
      connection.awaitingSnapshot.delete(channel)
      connection.sendSnapshot(channel, message)
    }
  }
  const textOf = (row: TickerRow): Ticker =>
    tickerText(row, decimalsOf(row.symbol), projector.stats24h(row.symbol))

  // ---- tickers
  const wantsTickers = (): boolean =>
    listeners.has(TICKERS_CHANNEL) || [...channels.values()].some((channel) => channel.kind === 'ticker')
  const publishTickers = (): void => {
    tickersTimer = undefined
    const rows = [...changed.values()].map(textOf)
    changed.clear()
    if (rows.length > 0) publishSnapshot(TICKERS_CHANNEL, () => rows)
    for (const row of rows) publishSnapshot(`${row.symbol}@ticker`, () => row)
  }
  const noteTickers = (rows: readonly TickerRow[]): void => {
    if (!wantsTickers()) return
    for (const row of rows) changed.set(row.symbol, row)
    tickersTimer ??= setTimeout(publishTickers, TICKERS_INTERVAL_MS).unref()
  }

  // ---- candles
  const publishCandle = ({ symbol, interval, candle }: CandleUpdate): void =>
    publish(klineChannel(symbol, interval), () =>
      klineMessage(candle, closeTimeMs(interval, candle.openTimeMs), decimalsOf(symbol)),
    )
  const publishCandles = (): void => {
    candlesTimer = undefined
    for (const update of candles.values()) publishCandle(update)
    candles.clear()
  }
  const noteCandles = (updates: readonly CandleUpdate[]): void => {
    for (const update of updates) {
      const channel = klineChannel(update.symbol, update.interval)
      if (!listeners.has(channel)) continue
      if (update.isClosed) {
        candles.delete(channel)
        publishCandle(update)
      } else {
        candles.set(channel, update)
        candlesTimer ??= setTimeout(publishCandles, KLINE_INTERVAL_MS).unref()
      }
    }
  }

  // ---- events
  const publishPrivate = (account: Address, content: () => PrivateMessage): void => {
    const connections = accounts.get(account)
    if (!connections) return
    const message = createMessage({ channel: PRIVATE_CHANNEL, data: content() })
    for (const connection of connections) connection.send(message)
  }
  const onEvents = (envelopes: readonly EventEnvelope[]): void => {
    for (const { events, timeMs } of envelopes)
      for (const event of events)
        switch (event.kind) {
          case 'TradeExecuted':
            publish(`${event.symbol}@trades`, () => tradeMessage({ ...event, timeMs }, decimalsOf(event.symbol)))
            break
          case 'TickersChanged':
            noteTickers(event.rows)
            break
          case 'OrderUpdated': {
            const { order } = event
            publishPrivate(order.account, () => ({
              event: 'ORDER', args: orderEventText(order, decimalsOf(order.symbol)),
            }))
            break
          }
          case 'TransferUpdated': {
            const { transfer } = event
            publishPrivate(transfer.account, () => ({ event: 'TRANSFER', args: transferEventText(transfer) }))
            break
          }
        }
  }
  const depthOf = (depth: DepthView) => depthText(depth, decimalsOf(depth.symbol), DEPTH_LEVELS_PUSHED)
  const unsubscribers = [
    engine.onEvents(onEvents),
    engine.onDepth((depths) => {
      for (const depth of depths) publishSnapshot(`${depth.symbol}@depth`, () => depthOf(depth))
    }),
    projector.onCandle(noteCandles),
  ]

  // ---- who listens
  const watch = (kind: Channel['kind']): void => {
    if (kind === 'depth')
      engine.watchDepth([...channels.values()].flatMap((each) => (each.kind === 'depth' ? [each.symbol] : [])))
    if (kind === 'kline')
      projector.watchCandles(
        [...channels.values()].flatMap((each) =>
          each.kind === 'kline' ? [{ symbol: each.symbol, interval: each.interval as KlineInterval }] : [],
        ),
      )
  }
  const sendFirst = (connection: Connection, name: string, channel: Channel): void => {
    switch (channel.kind) {
      case 'tickers': {
        const rows = view.markets().flatMap((market) => (market.ticker ? [textOf(market.ticker)] : []))
        if (rows.length > 0) connection.sendSnapshot(name, snapshot(name, rows))
        return
      }
      case 'ticker': {
        const row = view.market(channel.symbol)?.ticker
        if (row) connection.sendSnapshot(name, snapshot(name, textOf(row)))
        return
      }
      case 'depth':
        return sendDepth(connection, name, channel.symbol)
    }
  }
  const sendDepth = (connection: Connection, name: string, symbol: string): void => {
    connection.awaitingSnapshot.add(name)
    engine.query('depth', { symbol, limit: DEPTH_LEVELS_PUSHED }).then((depth) => {
      if (depth && connection.awaitingSnapshot.delete(name)) connection.sendSnapshot(name, snapshot(name, depthOf(depth)))
    }, options.onFailure)
  }
  const drop = (connection: Connection, name: string): void => {
    connection.channels.delete(name)
    connection.awaitingSnapshot.delete(name)
    const connections = listeners.get(name)
    if (!connections?.delete(connection) || connections.size > 0) return
    const channel = channels.get(name)
    listeners.delete(name)
    channels.delete(name)
    candles.delete(name)
    if (channel) watch(channel.kind)
  }
  const dropPrivate = (connection: Connection): void => {
    connection.channels.delete(PRIVATE_CHANNEL)
    const account = connection.options.session?.account
    if (account === undefined) return
    const connections = accounts.get(account)
    if (connections?.delete(connection) && connections.size === 0) accounts.delete(account)
  }
  return {
    subscribe: (connection, name, channel) => {
      if (connection.channels.has(name)) return
      connection.channels.add(name)
      if (channel.kind === 'private') {
        const { session } = connection.options
        assert(session !== undefined, 'the private channel needs a listen key')
        addTo(accounts, session.account, connection)
        return
      }
      const isFirst = !listeners.has(name)
      addTo(listeners, name, connection)
      channels.set(name, channel)
      if (isFirst) watch(channel.kind)
      sendFirst(connection, name, channel)
    },
    unsubscribe: (connection, name) => (name === PRIVATE_CHANNEL ? dropPrivate(connection) : drop(connection, name)),
    remove: (connection) => {
      dropPrivate(connection)
      for (const name of connection.channels) drop(connection, name)
    },
    resend: (connection, names) => {
      for (const name of names) {
        const channel = channels.get(name)
        if (channel) sendFirst(connection, name, channel)
      }
    },
    stop: () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      clearTimeout(tickersTimer)
      clearTimeout(candlesTimer)
    },
  }
}

const snapshot = (channel: string, data: unknown): Message => createMessage({ channel, data })

function addTo<Key>(sets: Map<Key, Set<Connection>>, key: Key, connection: Connection): void {
  const set = sets.get(key)
  if (set) set.add(connection)
  else sets.set(key, new Set([connection]))
}
