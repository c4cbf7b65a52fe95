/**
 * The live layer: one public feed, one private feed, and the REST reads that go with them. It is the only
 * writer of raw state; everything else reads the stores. Public data is throttled (markets 125 ms, depth
 * 100 ms) and painted per frame; the account's events are never coalesced away.
 */
import {
  DEPTH_THROTTLE_MS,
  MARKET_STORE_THROTTLE_MS,
  ORDER_QUERY_LIMIT,
  TICKER_REFRESH_MS,
  type AccountEvent,
  type DepthResponse,
  type KlineInterval,
  type KlineMessage,
  type NoticesEvent,
  type OrderEvent,
  type Ticker as WireTicker,
  type TradeRow,
  type TransferEvent,
  REFUSAL,
} from '@vest/protocol'
import type { ClientClock, Feed, Unsubscribe, VestClient } from '@vest/sdk'
import {
  EMPTY_ACCOUNT,
  foldAccountEvent,
  foldOrder,
  foldTransfer,
  foldTransferProgress,
  isFinal,
  mergeOrders,
  mergeTransfers,
  readAccount,
  type AccountState,
  type Markets,
} from './account.ts'
import { createCandlesPerFrame } from './candlesPerFrame.ts'
import { NOT_CONNECTED, STALE_AFTER_MS, withHealth, type Connection } from './connection.ts'
import { browserFrame, createFrameStore, type Readable, type RequestFrame } from './frameStore.ts'
import {
  mergeTrades,
  readBook,
  readMarket,
  readOpenInterest,
  readStats,
  readTicker,
  readTrade,
  type Book,
  type MarketStats,
  type OpenInterestSides,
  type Ticker,
  type Trade,
} from './market.ts'
import { throttle } from './throttle.ts'

/** The market on the trade page, with its book and trades; both undefined until they have arrived. */
export interface Focus {
  readonly symbol: string | undefined
  readonly book: Book | undefined
  readonly trades: readonly Trade[] | undefined
}

export interface Live {
  readonly markets: Readable<Markets | undefined>
  readonly tickers: Readable<ReadonlyMap<string, Ticker>> & { latest(): ReadonlyMap<string, Ticker> }
  readonly stats: Readable<ReadonlyMap<string, MarketStats>>
  /** The first read of `stats` is over, also where it failed. */
  readonly hasAskedStats: Readable<boolean>
  readonly openInterest: Readable<ReadonlyMap<string, OpenInterestSides>>
  readonly focus: Readable<Focus>
  readonly account: Readable<AccountState> & { latest(): AccountState }
  readonly connection: Readable<Connection>
  /** Opens the public half; answers how to close both. */
  start(): () => void
  /** Opens the private half for the client's credentials; answers how to close it and forget the account. */
  openAccount(): () => void
  /** Which market's book and trades flow into `focus`. */
  selectMarket(symbol: string | undefined): void
  watchCandles(symbol: string, interval: KlineInterval, listener: (kline: KlineMessage) => void): Unsubscribe
  /** Reads account and orders anew; for changes that no event announces. */
  refreshAccount(): void
  onOrder(listener: (event: OrderEvent) => void): Unsubscribe
  onTransfer(listener: (event: TransferEvent) => void): Unsubscribe
  /** A capital account has moved: this one, or another of its owner. */
  onCapital(listener: (event: AccountEvent) => void): Unsubscribe
  /** Notices of the account have come or were read, on any device. */
  onNotices(listener: (event: NoticesEvent) => void): Unsubscribe
  /** Called whenever the public feed is healthy again: what was read by REST may have gaps. */
  onReconnect(listener: () => void): Unsubscribe
  onError(listener: (error: unknown) => void): Unsubscribe
}

export interface LiveOptions {
  readonly client: VestClient
  readonly clock: ClientClock
  readonly requestFrame?: RequestFrame
  /** Whether the page is hidden; parsing of depth waits while it is. */
  readonly isHidden?: () => boolean
}

/** Pause before a failed read is tried again, and of the reads that stand in for a lost private feed. */
const RETRY_MS = 2_000
const POLL_WITHOUT_FEED_MS = 5_000
/** After a fill the account is read once more, in case the exchange sees something that an event does not say. */
const RECONCILE_MS = 400
/** After fills that were folded exactly: a check of one's own sums, not a need. */
const CHECK_MS = 30_000

export function createLive(options: LiveOptions): Live {
  const { client, clock, requestFrame = browserFrame, isHidden = () => false } = options
  const markets = createFrameStore<Markets | undefined>(undefined, requestFrame)
  const tickers = createFrameStore<ReadonlyMap<string, Ticker>>(new Map(), requestFrame)
  const stats = createFrameStore<ReadonlyMap<string, MarketStats>>(new Map(), requestFrame)
  const hasAskedStats = createFrameStore<boolean>(false, requestFrame)
  const openInterest = createFrameStore<ReadonlyMap<string, OpenInterestSides>>(new Map(), requestFrame)
  const focus = createFrameStore<Focus>(
    { symbol: undefined, book: undefined, trades: undefined },
    requestFrame,
  )
  const account = createFrameStore<AccountState>(EMPTY_ACCOUNT, requestFrame)
  const connection = createFrameStore<Connection>(NOT_CONNECTED, requestFrame)
  const orderListeners = createListeners<OrderEvent>()
  const transferListeners = createListeners<TransferEvent>()
  const capitalListeners = createListeners<AccountEvent>()
  const noticesListeners = createListeners<NoticesEvent>()
  const reconnectListeners = createListeners<void>()
  const errorListeners = createListeners<unknown>()

  const feed = client.publicFeed({ isPartial: true })
  const closers: (() => void)[] = []
  let isRunning = false

  // ---------------------------------------------------------------- markets and tickers

  const arrivedTickers = new Map<string, WireTicker>()
  const commitTickers = throttle(
    () => {
      const known = markets.latest()
      if (known === undefined || arrivedTickers.size === 0) return
      const next = new Map(tickers.latest())
      const held = account.latest().account?.positions
      let isAccountOld = false
      for (const wire of arrivedTickers.values()) {
        const market = known.get(wire.symbol)
        if (market === undefined) {
          meetStranger(wire.symbol)
          continue
        }
        const ticker = readTicker(wire, market)
        if (held?.has(wire.symbol) === true) isAccountOld ||= mayHaveActed(next.get(wire.symbol), ticker)
        next.set(wire.symbol, ticker)
      }
      arrivedTickers.clear()
      tickers.set(next)
      if (isAccountOld) reconcileSoon()
    },
    MARKET_STORE_THROTTLE_MS,
    clock,
  )

  function takeTickers(rows: readonly WireTicker[]): void {
    for (const row of rows) arrivedTickers.set(row.symbol, row)
    commitTickers()
  }

  async function loadMarkets(): Promise<void> {
    const [info, rows] = await Promise.all([client.exchangeInfo(), client.tickers()])
    markets.set(new Map(info.symbols.map((symbol) => [symbol.symbol, readMarket(symbol, info.exchange)])))
    takeTickers(rows)
    if (focus.latest().symbol !== undefined) selectMarket(focus.latest().symbol)
    if (openAccountFeed !== undefined) refreshAccount()
  }

  /** Symbols that tickers have named and the list of markets has not. */
  const strangers = new Set<string>()

  /** A market was listed since, or has another symbol now: its positions and prices would belong to no market. */
  function meetStranger(symbol: string): void {
    if (strangers.has(symbol)) return
    strangers.add(symbol)
    void run(() =>
      loadMarkets().catch((error: unknown) => {
        strangers.delete(symbol)
        throw error
      }),
    )
  }

  async function loadStats(): Promise<void> {
    const known = markets.latest()
    if (known === undefined) return
    try {
      const [day, sides] = await Promise.all([client.tickers24hr(), client.openInterest()])
      stats.set(bySymbol(day, known, readStats))
      openInterest.set(bySymbol(sides, known, readOpenInterest))
    } finally {
      hasAskedStats.set(true)
    }
  }

  // ---------------------------------------------------------------- book and trades

  let arrivedDepth: DepthResponse | undefined
  let arrivedTrades: TradeRow[] = []
  const commitFocus = throttle(
    () => {
      const { symbol } = focus.latest()
      const market = symbol === undefined ? undefined : markets.latest()?.get(symbol)
      if (market === undefined || isHidden()) return
      const depth = arrivedDepth
      const fresh = arrivedTrades.map((row) => readTrade(row, market))
      arrivedDepth = undefined
      arrivedTrades = []
      focus.update((held) => ({
        symbol: held.symbol,
        book: depth === undefined ? held.book : readBook(depth, market),
        trades: fresh.length === 0 ? held.trades : mergeTrades(held.trades ?? [], fresh),
      }))
    },
    DEPTH_THROTTLE_MS,
    clock,
  )

  let stopFocus: (() => void) | undefined
  function selectMarket(symbol: string | undefined): void {
    stopFocus?.()
    stopFocus = undefined
    arrivedDepth = undefined
    arrivedTrades = []
    const isSame = focus.latest().symbol === symbol
    if (!isSame) focus.set({ symbol, book: undefined, trades: undefined })
    if (symbol === undefined || !isRunning || markets.latest()?.has(symbol) !== true) return
    const stops = [
      feed.onDepth(symbol, (depth) => {
        arrivedDepth = depth
        commitFocus()
      }),
      feed.onTrade(symbol, (trade) => {
        arrivedTrades.push(trade)
        commitFocus()
      }),
      feed.onSubscribed((channels) => {
        if (channels.includes(`${symbol}@trades`)) void run(() => loadTrades(symbol))
      }),
    ]
    void run(() => loadTrades(symbol))
    stopFocus = () => stops.forEach((stop) => stop())
  }

  async function loadTrades(symbol: string): Promise<void> {
    const rows = await client.trades({ symbol, limit: 100 })
    if (focus.latest().symbol !== symbol) return
    const market = markets.latest()?.get(symbol)
    if (market === undefined) return
    const trades = rows.map((row) => readTrade(row, market))
    focus.update((held) => ({ ...held, trades: mergeTrades(held.trades ?? [], trades) }))
  }

  // ---------------------------------------------------------------- account

  let openAccountFeed: Feed | undefined
  let accountEra = 0
  let isReading = false
  let readAgain = false
  let reconcileTimer: unknown
  let historyTimer: unknown
  let checkTimer: unknown

  function refreshAccount(): void {
    if (openAccountFeed === undefined && !client.isAuthorized()) return
    if (isReading) {
      readAgain = true
      return
    }
    void readSnapshot()
  }

  /** Account and open orders as the exchange sees them. Events that came meanwhile make it read once more. */
  async function readSnapshot(): Promise<void> {
    const era = accountEra
    isReading = true
    readAgain = false
    try {
      const known = markets.latest()
      if (known === undefined) return
      const [wire, resting, partial] = await Promise.all([
        client.account(),
        client.orders({ status: 'NEW' }),
        client.orders({ status: 'PARTIALLY_FILLED' }),
      ])
      if (era !== accountEra) return
      const open = new Set([...resting, ...partial].map((row) => row.id.toLowerCase()))
      account.update((held) =>
        mergeOrders({ ...held, account: readAccount(wire, known) }, [...resting, ...partial], known),
      )
      if (hasVanished(account.latest(), open, wire.time)) void run(loadHistory)
    } catch (error) {
      if (era === accountEra) failRead(error)
    } finally {
      isReading = false
      if (readAgain && era === accountEra) reconcileSoon()
    }
  }

  function failRead(error: unknown): void {
    errorListeners.emit(error)
    clock.setTimeout(refreshAccount, RETRY_MS)
  }

  function reconcileSoon(): void {
    clock.clearTimeout(reconcileTimer)
    reconcileTimer = clock.setTimeout(refreshAccount, RECONCILE_MS)
  }

  /** The private channel has told what a fill did to balance and position: nothing is read again for it. */
  function checkLater(): void {
    checkTimer ??= clock.setTimeout(() => {
      checkTimer = undefined
      refreshAccount()
    }, CHECK_MS)
  }

  /** An order that was over before it was seen is told with its end alone: the history knows the rest. */
  function historySoon(): void {
    if (historyTimer !== undefined) return
    historyTimer = clock.setTimeout(() => {
      historyTimer = undefined
      void run(loadHistory)
    }, RECONCILE_MS)
  }

  async function loadHistory(): Promise<void> {
    const era = accountEra
    const known = markets.latest()
    if (known === undefined || !client.isAuthorized()) return
    const [orders, transfers] = await Promise.all([
      client.orders({ limit: ORDER_QUERY_LIMIT }),
      client.transfers({ limit: ORDER_QUERY_LIMIT }),
    ])
    if (era !== accountEra) return
    account.update((held) => mergeTransfers(mergeOrders(held, orders, known), transfers))
  }

  function takeOrder(event: OrderEvent): void {
    if (isReading) readAgain = true
    const known = markets.latest()
    if (known !== undefined) {
      const folded = foldOrder(account.latest(), event, known)
      account.set(folded.state)
      if (folded.needsSnapshot) reconcileSoon()
      else if (event.lastFilledSize !== undefined && event.lastFilledSize !== null) checkLater()
      if (isFinal(event.status) && !folded.state.orders.has(event.id.toLowerCase())) historySoon()
    }
    orderListeners.emit(event)
  }

  function takeTransfer(event: TransferEvent): void {
    if (isReading) readAgain = true
    account.set(foldTransfer(account.latest(), event))
    reconcileSoon()
    void run(loadHistory)
    transferListeners.emit(event)
  }

  function takeCapital(event: AccountEvent): void {
    if (isReading) readAgain = true
    account.set(foldAccountEvent(account.latest(), event))
    reconcileSoon()
    capitalListeners.emit(event)
  }

  function openAccount(): () => void {
    accountEra += 1
    const era = accountEra
    const isCurrent = (): boolean => era === accountEra
    const stops: (() => void)[] = []
    const poll = setRepeat(POLL_WITHOUT_FEED_MS, () => {
      if (connection.latest().privateHealth === 'healthy') return
      refreshAccount()
      // Ends of orders and transfers that no event tells of.
      void run(loadHistory)
    })
    note({ privateHealth: 'unhealthy' })
    refreshAccount()
    void run(loadHistory)
    void openPrivateFeed()

    async function openPrivateFeed(): Promise<void> {
      try {
        const privateFeed = await client.privateFeed()
        if (!isCurrent()) return
        openAccountFeed = privateFeed
        stops.push(
          privateFeed.onOrder(takeOrder),
          privateFeed.onTransfer(takeTransfer),
          privateFeed.onTransferProgress((event) =>
            account.set(foldTransferProgress(account.latest(), event)),
          ),
          privateFeed.onCapital(takeCapital),
          privateFeed.onNotices(noticesListeners.emit),
          privateFeed.onHealth((health) => note({ privateHealth: health })),
          privateFeed.onError(takeError),
          // No snapshot comes with the channel: read the account once its events are sure to follow.
          privateFeed.onSubscribed(() => {
            refreshAccount()
            void run(loadHistory)
          }),
          () => privateFeed.disconnect(),
        )
        privateFeed.connect()
      } catch (error) {
        errorListeners.emit(error)
        if (isCurrent() && client.isAuthorized())
          clock.setTimeout(() => isCurrent() && void openPrivateFeed(), RETRY_MS)
      }
    }

    return () => {
      if (isCurrent()) accountEra += 1
      poll()
      clock.clearTimeout(reconcileTimer)
      clock.clearTimeout(historyTimer)
      clock.clearTimeout(checkTimer)
      checkTimer = undefined
      historyTimer = undefined
      for (const stop of stops) stop()
      openAccountFeed = undefined
      account.set(EMPTY_ACCOUNT)
      note({ privateHealth: undefined })
    }
  }

  // ---------------------------------------------------------------- connection

  let staleTimer: unknown
  function note(change: Parameters<typeof withHealth>[1]): void {
    const before = connection.latest()
    connection.set(withHealth(before, change, clock.now()))
    if (change.publicHealth === 'unhealthy') {
      clock.clearTimeout(staleTimer)
      staleTimer = clock.setTimeout(
        () => connection.update((held) => ({ ...held, isStale: held.hasConnected })),
        STALE_AFTER_MS,
      )
    }
    if (change.publicHealth === 'healthy') {
      clock.clearTimeout(staleTimer)
      if (before.hasConnected) {
        reconnectListeners.emit()
        void run(loadStats)
      }
    }
  }

  function takeError(error: unknown): void {
    if (
      typeof error === 'object' &&
      error !== null &&
      'code' in error &&
      error.code === REFUSAL.MAX_RETRIES_EXCEEDED
    )
      note({ isExhausted: true })
    errorListeners.emit(error)
  }

  /** Runs a read; a failure is told to the listeners and never thrown into the void. */
  async function run(read: () => Promise<void>): Promise<void> {
    try {
      await read()
    } catch (error) {
      errorListeners.emit(error)
    }
  }

  /** Reads the markets until they are there: without them nothing can be shown. */
  async function loadUntilThere(): Promise<void> {
    while (isRunning && markets.latest() === undefined) {
      try {
        await loadMarkets()
        await loadStats()
      } catch (error) {
        errorListeners.emit(error)
        await new Promise<void>((resolve) => clock.setTimeout(resolve, RETRY_MS))
      }
    }
  }

  function setRepeat(intervalMs: number, action: () => void): () => void {
    let handle: unknown
    const again = (): void => {
      handle = clock.setTimeout(() => {
        action()
        again()
      }, intervalMs)
    }
    again()
    return () => clock.clearTimeout(handle)
  }

  return {
    markets,
    tickers,
    stats,
    hasAskedStats,
    openInterest,
    focus,
    account,
    connection,
    start() {
      isRunning = true
      closers.push(
        feed.onTickers(takeTickers),
        feed.onHealth((health) => note({ publicHealth: health })),
        feed.onError(takeError),
        setRepeat(TICKER_REFRESH_MS, () => void run(loadStats)),
      )
      feed.connect()
      void loadUntilThere()
      return () => {
        isRunning = false
        stopFocus?.()
        for (const close of closers.splice(0)) close()
        commitTickers.cancel()
        commitFocus.cancel()
        clock.clearTimeout(staleTimer)
        feed.disconnect()
      }
    },
    openAccount,
    selectMarket,
    watchCandles(symbol, interval, listener) {
      const candles = createCandlesPerFrame(listener, requestFrame)
      const leave = feed.onKline(symbol, interval, candles.take)
      return () => {
        leave()
        candles.stop()
      }
    },
    refreshAccount,
    onOrder: orderListeners.add,
    onTransfer: transferListeners.add,
    onCapital: capitalListeners.add,
    onNotices: noticesListeners.add,
    onReconnect: reconnectListeners.add,
    onError: errorListeners.add,
  }
}

/**
 * Splits, dividends and delistings change positions and money, and no event of the account tells of them. They happen
 * in a halt or end one, and a halted price moves for nothing else.
 */
const mayHaveActed = (before: Ticker | undefined, now: Ticker): boolean =>
  before !== undefined &&
  (before.status !== now.status || (now.status === 'HALT' && before.markPrice !== now.markPrice))

/** An order that we still call open and the exchange does not: its end was missed. */
const hasVanished = (state: AccountState, open: ReadonlySet<string>, snapshotMs: number): boolean =>
  [...state.orders.values()].some(
    (order) => !isFinal(order.status) && !open.has(order.id) && order.postTimeMs < snapshotMs,
  )

function bySymbol<Wire extends { readonly symbol: string }, T>(
  rows: readonly Wire[],
  known: Markets,
  read: (row: Wire, market: NonNullable<ReturnType<Markets['get']>>) => T,
): ReadonlyMap<string, T> {
  const result = new Map<string, T>()
  for (const row of rows) {
    const market = known.get(row.symbol)
    if (market !== undefined) result.set(row.symbol, read(row, market))
  }
  return result
}

function createListeners<T>() {
  const listeners = new Set<(value: T) => void>()
  return {
    add(listener: (value: T) => void): Unsubscribe {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(value: T): void {
      for (const listener of [...listeners]) listener(value)
    },
  }
}
