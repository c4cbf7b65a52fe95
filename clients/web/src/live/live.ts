/**
 * The live layer: one public feed, one private feed, and the REST reads that go with them. It is the only
 * writer of raw state; everything else reads the stores. Public data is throttled (markets 125 ms, depth
 * 100 ms) and painted per frame; the account's events are never coalesced away.
 */
import type {
  AccountEvent,
  KlineInterval,
  KlineMessage,
  NoticesEvent,
  OrderEvent,
  TransferEvent,
} from '@vest/protocol'
import type { ClientClock, Unsubscribe, VestClient } from '@vest/sdk'
import type { AccountState, Markets } from './account.ts'
import { createAccountEvents } from './accountEvents.ts'
import { createAccountFeed } from './accountFeed.ts'
import { createAccountHistory } from './accountHistory.ts'
import { createAccountLife } from './accountLife.ts'
import { createAccountSnapshot } from './accountSnapshot.ts'
import { createCandlesPerFrame } from './candlesPerFrame.ts'
import type { Connection } from './connection.ts'
import { createConnectionHealth } from './connectionHealth.ts'
import { createFocusFeed } from './focusFeed.ts'
import { browserFrame, type Readable, type RequestFrame } from './frameStore.ts'
import { createLiveStores, type Focus } from './liveStores.ts'
import type { MarketStats, OpenInterestSides, Ticker } from './market.ts'
import { createMarketsFeed } from './marketsFeed.ts'
import { createMarketStats } from './marketStats.ts'
import { createReads } from './reads.ts'

export type { Focus } from './liveStores.ts'

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

export function createLive(options: LiveOptions): Live {
  const { client, clock, requestFrame = browserFrame, isHidden = () => false } = options
  const stores = createLiveStores(requestFrame)
  const feed = client.publicFeed({ isPartial: true })
  const reads = createReads()
  const life = createAccountLife()
  const history = createAccountHistory({ client, clock, stores, life, reads })
  const snapshot = createAccountSnapshot({ client, clock, stores, life, history, reads })
  const events = createAccountEvents({ stores, snapshot, history })
  const focus = createFocusFeed({ client, feed, clock, stores, reads, isHidden })
  const stats = createMarketStats({ client, clock, stores, reads })
  const markets = createMarketsFeed({
    client,
    feed,
    clock,
    stores,
    reads,
    readStats: stats.read,
    onMarkets: () => {
      focus.retry()
      if (life.isFollowed()) snapshot.refresh()
    },
    onOldAccount: snapshot.refreshSoon,
  })
  const health = createConnectionHealth({
    clock,
    stores,
    fail: reads.fail,
    readStats: () => void reads.run(stats.read),
  })
  const account = createAccountFeed({
    client,
    clock,
    stores,
    life,
    snapshot,
    history,
    events,
    health,
    reads,
  })

  return {
    ...stores,
    start() {
      const stops = [
        // Last of all: the feed that we close is not one that was lost.
        () => feed.disconnect(),
        health.follow(feed),
        markets.open(),
        stats.open(),
        focus.open(),
      ]
      feed.connect()
      void markets.readUntilThere()
      return () => {
        for (const stop of stops.toReversed()) stop()
      }
    },
    openAccount: account.open,
    selectMarket: focus.select,
    watchCandles(symbol, interval, listener) {
      const candles = createCandlesPerFrame(listener, requestFrame)
      const leave = feed.onKline(symbol, interval, candles.take)
      return () => {
        leave()
        candles.stop()
      }
    },
    refreshAccount: snapshot.refresh,
    onOrder: events.onOrder,
    onTransfer: events.onTransfer,
    onCapital: events.onCapital,
    onNotices: events.onNotices,
    onReconnect: health.onReconnect,
    onError: reads.onError,
  }
}
