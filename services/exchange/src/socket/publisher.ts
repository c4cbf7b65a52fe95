/**
 * What leaves on which channel and how often. Events of the engine become messages once, whatever the number of
 * listeners: trades and private events at once, tickers about every 750 ms while anything changes, books at most
 * every 100 ms, those by a step of price twice a second, candles at most every 250 ms with their closing update always.
 * Tickers and books that rest are told again before two seconds are over. Timers run only while there is a listener.
 */
import type { DepthView, EngineEvent, EventEnvelope, MarketSpec, OrderRecord, TickerRow } from '@vest/engine'
import {
  assert,
  DEPTH_LEVELS_PUSHED,
  type DepthResponse,
  type Address,
  type PrivateMessage,
  type Ticker,
  type TransferProgressEvent,
} from '@vest/protocol'
import type { Clock, EngineClient, TradingHours } from '@vest/runtime'
import { accountEventText } from '../capital/capitalText.ts'
import type { EdgeView } from '../edgeView.ts'
import { closeTimeMs } from '../klineTime.ts'
import { KLINE_INTERVAL_MS, TICKERS_INTERVAL_MS } from '../limits.ts'
import type { NoticeDesk } from '../notices/createNoticeDesk.ts'
import type { CandleUpdate, Projector } from '../projectorPort.ts'
import {
  depthText,
  klineMessage,
  lpEventText,
  orderEventText,
  tickerText,
  tradeMessage,
  transferEventText,
  type Decimals,
} from '../wireText.ts'
import { createAnnouncements, type Announcements } from './announcements.ts'
import { createFamilies, type Families } from './families.ts'
import { createAudience, type Audience } from './audience.ts'
import { createBooks, isBook } from './books.ts'
import { klineChannel, TICKERS_CHANNEL, type Channel } from './channel.ts'
import type { Connection } from './connection.ts'
import { createMessage } from './frame.ts'
import { createLatestByKey, type LatestByKey } from './latestByKey.ts'
import { createRepeater } from './repeater.ts'

export interface PublisherOptions {
  readonly engine: EngineClient
  readonly view: EdgeView
  readonly projector: Projector
  readonly hours: TradingHours
  readonly clock: Clock
  readonly notices: Pick<NoticeDesk, 'onChange'>
  /** Hears how far transfers are; absent: only their status is told. */
  readonly onTransferProgress?: (
    listener: (account: Address, args: () => TransferProgressEvent) => void,
  ) => () => void
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
  const { engine, projector } = options
  const texts = createTexts(options)
  const announcements = createAnnouncements()
  const families = createFamilies(engine, options.onFailure)
  const follow = (): void => {
    watch(options, audience.channels())
    books.watch()
    repeater.watch([...audience.channels()].flatMap(([name, channel]) => (isRepeated(channel) ? [name] : [])))
  }
  const audience: Audience = createAudience(follow, ({ options: { session } }) =>
    session === undefined
      ? false
      : options.view.keys.validHolder(session.apiKeyHash, options.clock.nowMs()) !== undefined,
  )
  const repeater = createRepeater((name) => {
    const channel = audience.channel(name)
    if (channel === undefined) return
    if (isBook(channel)) return books.repeat(name)
    const data = firstOf(options.view, texts, channel)
    if (data !== undefined) audience.sendSnapshot(name, () => data, isWhole)
  })
  const books = createBooks({
    ...options,
    audience,
    textOf: texts.depth,
    namesOf: texts.namesOf,
    said: repeater.said,
  })
  const tickers = createLatestByKey<TickerRow>(TICKERS_INTERVAL_MS, (rows) =>
    publishTickers(options.view, audience, texts, rows, repeater.said),
  )
  const publishCandle = (update: CandleUpdate): void =>
    audience.send(klineChannel(update.symbol, update.interval), () => texts.candle(update))
  const candles = createLatestByKey<CandleUpdate>(KLINE_INTERVAL_MS, (updates) =>
    updates.forEach(publishCandle),
  )

  const onEvents = (envelopes: readonly EventEnvelope[]): void => {
    for (const envelope of envelopes)
      for (const event of envelope.events)
        if (event.kind === 'TickersChanged') noteTickers(audience, texts, tickers, event.rows)
        else if (event.kind === 'MarketRenamed') follow()
        else publishEvent({ audience, texts, announcements, families }, event, envelope)
  }
  const onCandles = (updates: readonly CandleUpdate[]): void => {
    for (const update of updates) {
      const channel = klineChannel(update.symbol, update.interval)
      if (!audience.has(channel)) continue
      if (!update.isClosed) candles.put(channel, update)
      else {
        candles.drop(channel)
        publishCandle(update)
      }
    }
  }
  const unsubscribers = [
    engine.onEvents(onEvents),
    options.onTransferProgress?.((account, args) =>
      audience.sendPrivate(account, (): PrivateMessage => ({ event: 'TRANSFER_PROGRESS', args: args() })),
    ) ?? (() => undefined),
    engine.onDepth((depths) => depths.forEach(books.changed)),
    projector.onCandle(onCandles),
    options.notices.onChange((account, unread) =>
      audience.sendPrivate(account, (): PrivateMessage => ({ event: 'NOTICES', args: { unread } })),
    ),
  ]
  const sendFirst = (connection: Connection, name: string, channel: Channel): void => {
    if (isBook(channel)) return books.sendFirst(connection, name, channel)
    const data = firstOf(options.view, texts, channel)
    if (data !== undefined) connection.sendSnapshot(name, createMessage({ channel: name, data }))
  }
  return {
    subscribe: (connection, name, channel) => {
      if (connection.channels.has(name)) return
      audience.add(connection, name, channel)
      sendFirst(connection, name, channel)
    },
    unsubscribe: (connection, name) => audience.remove(connection, name),
    remove: (connection) => audience.removeAll(connection),
    resend: (connection, names) => {
      for (const name of names) {
        const channel = audience.channel(name)
        if (channel) sendFirst(connection, name, channel)
      }
    },
    stop: () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
      tickers.stop()
      candles.stop()
      books.stop()
      repeater.stop()
    },
  }
}

// ---------------------------------------------------------------- texts

type Texts = ReturnType<typeof createTexts>

function createTexts({ view, projector, hours, clock }: PublisherOptions) {
  const specOf = (symbol: string): MarketSpec => {
    const market = view.market(symbol)
    assert(market !== undefined, `event of a market that was never listed: ${symbol}`)
    return market.spec
  }
  const decimalsOf = (symbol: string): Decimals => specOf(symbol)
  return {
    decimalsOf,
    /** A market's channels under every symbol that it has had: a listener under a former one goes on receiving. */
    namesOf: (symbol: string): readonly string[] => {
      const market = view.market(symbol)
      return market === undefined ? [symbol] : view.symbolsOf(market)
    },
    ticker: (row: TickerRow): Ticker => {
      const spec = specOf(row.symbol)
      return tickerText(row, spec, {
        stats: projector.stats24h(row.symbol),
        lastPrice: projector.lastPrice(row.symbol),
        next: hours.nextChange(spec, clock.nowMs()),
      })
    },
    depth: (depth: DepthView): DepthResponse =>
      depthText(depth, decimalsOf(depth.symbol), DEPTH_LEVELS_PUSHED),
    candle: ({ symbol, interval, candle }: CandleUpdate) =>
      klineMessage(candle, closeTimeMs(interval, candle.openTimeMs), decimalsOf(symbol)),
  }
}

// ---------------------------------------------------------------- events

interface EventParts {
  readonly audience: Audience
  readonly texts: Texts
  readonly announcements: Announcements
  readonly families: Families
}

function publishEvent(
  { audience, texts, announcements, families }: EventParts,
  event: EngineEvent,
  envelope: EventEnvelope,
): void {
  switch (event.kind) {
    case 'TradeExecuted':
      for (const name of texts.namesOf(event.symbol))
        audience.send(`${name}@trades`, () =>
          tradeMessage({ ...event, timeMs: envelope.timeMs }, texts.decimalsOf(event.symbol)),
        )
      return
    case 'OrderUpdated': {
      if (announcements.isUnheardOf(event.order, envelope))
        publishOrder(audience, texts, { ...event.order, status: 'NEW' })
      return publishOrder(audience, texts, event.order)
    }
    case 'TransferUpdated': {
      const { transfer } = event
      return audience.sendPrivate(transfer.account, (): PrivateMessage => ({
        event: 'TRANSFER',
        args: transferEventText(transfer),
      }))
    }
    case 'CapitalChanged': {
      const { account, ownerId, capital } = event
      for (const one of families.membersWith(ownerId, account))
        audience.sendPrivate(one, (): PrivateMessage => ({
          event: 'ACCOUNT',
          args: accountEventText(account, capital, envelope.timeMs),
        }))
      return
    }
    case 'LpOrderUpdated': {
      const { order } = event
      return audience.sendPrivate(order.account, (): PrivateMessage => ({
        event: 'LP',
        args: lpEventText(order),
      }))
    }
  }
}

function publishOrder(audience: Audience, texts: Texts, order: OrderRecord): void {
  audience.sendPrivate(order.account, (): PrivateMessage => ({
    event: 'ORDER',
    args: orderEventText(order, texts.decimalsOf(order.symbol)),
  }))
}

function noteTickers(
  audience: Audience,
  texts: Texts,
  tickers: LatestByKey<TickerRow>,
  rows: readonly TickerRow[],
): void {
  const isForAll = audience.has(TICKERS_CHANNEL)
  const isHeard = (symbol: string): boolean => audience.has(tickerChannel(symbol))
  for (const row of rows)
    if (isForAll || texts.namesOf(row.symbol).some(isHeard)) tickers.put(row.symbol, row)
}

/** All markets in one message, or those that have changed for listeners that asked for them alone; and each by itself. */
function publishTickers(
  view: EdgeView,
  audience: Audience,
  texts: Texts,
  changed: readonly TickerRow[],
  said: (name: string) => void,
): void {
  const rows = changed.map(texts.ticker)
  audience.sendSnapshot(TICKERS_CHANNEL, () => rows, isPartial)
  audience.sendSnapshot(TICKERS_CHANNEL, () => allTickers(view, texts), isWhole)
  said(TICKERS_CHANNEL)
  for (const row of rows)
    for (const name of texts.namesOf(row.symbol).map(tickerChannel)) {
      audience.sendSnapshot(name, () => row)
      said(name)
    }
}

const isPartial = ({ options }: Connection): boolean => options.isPartial
const isWhole = (connection: Connection): boolean => !isPartial(connection)
const allTickers = (view: EdgeView, texts: Texts): readonly Ticker[] =>
  view.markets().flatMap((market) => (market.ticker ? [texts.ticker(market.ticker)] : []))

const isRepeated = (channel: Channel): boolean =>
  channel.kind === 'tickers' || channel.kind === 'ticker' || isBook(channel)

const tickerChannel = (symbol: string): string => `${symbol}@ticker`

// ---------------------------------------------------------------- beginnings

/** What a channel begins with at once; undefined where it begins with the next change. */
function firstOf(view: EdgeView, texts: Texts, channel: Channel): Ticker | readonly Ticker[] | undefined {
  if (channel.kind === 'tickers') {
    const rows = allTickers(view, texts)
    return rows.length > 0 ? rows : undefined
  }
  if (channel.kind !== 'ticker') return undefined
  const row = view.market(channel.symbol)?.ticker
  return row && texts.ticker(row)
}

/** Tells the engine, which knows the symbols of today, and the projector what has a listener now. */
function watch({ engine, view, projector }: PublisherOptions, listened: ReadonlyMap<string, Channel>): void {
  const channels = [...listened.values()]
  const symbolNow = (symbol: string): string => view.market(symbol)?.spec.symbol ?? symbol
  engine.watchDepth(channels.flatMap((each) => (isBook(each) ? [symbolNow(each.symbol)] : [])))
  projector.watchCandles(
    channels.flatMap((each) =>
      each.kind === 'kline' ? [{ symbol: each.symbol, interval: each.interval }] : [],
    ),
  )
}
