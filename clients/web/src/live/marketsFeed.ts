/**
 * The list of markets and their tickers. The list is read until it is there, and anew for a ticker that names a market
 * which is not in it; tickers are committed at most every 125 ms, each market's newest.
 */
import { MARKET_STORE_THROTTLE_MS, type Ticker as WireTicker } from '@vest/protocol'
import type { ClientClock, Feed, VestClient } from '@vest/sdk'
import type { LiveStores } from './liveStores.ts'
import { readMarket, readTicker, type Ticker } from './market.ts'
import { RETRY_MS, type Reads } from './reads.ts'
import { throttle } from './throttle.ts'

export interface MarketsFeedPorts {
  readonly client: Pick<VestClient, 'exchangeInfo' | 'tickers'>
  readonly feed: Pick<Feed, 'onTickers'>
  readonly clock: ClientClock
  readonly stores: Pick<LiveStores, 'markets' | 'tickers' | 'account'>
  readonly reads: Reads
  readonly readStats: () => Promise<void>
  /** The list of markets has been read: what needs a market that was not in it can be read now. */
  readonly onMarkets: () => void
  /** Something that no event of the account tells of may have changed one of its positions. */
  readonly onOldAccount: () => void
}

export interface MarketsFeed {
  /** Listens to tickers; answers how to stop. */
  open(): () => void
  /** While open, reads the markets until they are there: without them nothing can be shown. */
  readUntilThere(): Promise<void>
}

export function createMarketsFeed(ports: MarketsFeedPorts): MarketsFeed {
  const { client, feed, clock, stores, reads, readStats, onMarkets, onOldAccount } = ports
  const { markets, tickers, account } = stores
  let isOpen = false
  const arrived = new Map<string, WireTicker>()
  /** Symbols that tickers have named and the list of markets has not. */
  const unlisted = new Set<string>()

  const commit = throttle(
    () => {
      const known = markets.latest()
      if (known === undefined || arrived.size === 0) return
      const next = new Map(tickers.latest())
      const held = account.latest().account?.positions
      let isAccountOld = false
      for (const wire of arrived.values()) {
        const market = known.get(wire.symbol)
        if (market === undefined) {
          readUnlisted(wire.symbol)
          continue
        }
        const ticker = readTicker(wire, market)
        if (held?.has(wire.symbol) === true) isAccountOld ||= mayHaveActed(next.get(wire.symbol), ticker)
        next.set(wire.symbol, ticker)
      }
      arrived.clear()
      tickers.set(next)
      if (isAccountOld) onOldAccount()
    },
    MARKET_STORE_THROTTLE_MS,
    clock,
  )

  function take(rows: readonly WireTicker[]): void {
    for (const row of rows) arrived.set(row.symbol, row)
    commit()
  }

  async function readMarkets(): Promise<void> {
    const [info, rows] = await Promise.all([client.exchangeInfo(), client.tickers()])
    markets.set(new Map(info.symbols.map((symbol) => [symbol.symbol, readMarket(symbol, info.exchange)])))
    take(rows)
    onMarkets()
  }

  /** A market was listed since, or has another symbol now: its positions and prices would belong to no market. */
  function readUnlisted(symbol: string): void {
    if (unlisted.has(symbol)) return
    unlisted.add(symbol)
    void reads.run(() =>
      readMarkets().catch((error: unknown) => {
        unlisted.delete(symbol)
        throw error
      }),
    )
  }

  return {
    open() {
      isOpen = true
      const stop = feed.onTickers(take)
      return () => {
        isOpen = false
        stop()
        commit.cancel()
      }
    },
    async readUntilThere() {
      while (isOpen && markets.latest() === undefined) {
        try {
          await readMarkets()
          await readStats()
        } catch (error) {
          reads.fail(error)
          await new Promise<void>((resolve) => clock.setTimeout(resolve, RETRY_MS))
        }
      }
    },
  }
}

/**
 * Splits, dividends and delistings change positions and money, and no event of the account tells of them. They happen
 * in a halt or end one, and a halted price moves for nothing else.
 */
const mayHaveActed = (before: Ticker | undefined, now: Ticker): boolean =>
  before !== undefined &&
  (before.status !== now.status || (now.status === 'HALT' && before.markPrice !== now.markPrice))
