/**
 * Book and trades of the one market on the trade page. Both are committed at most every 100 ms and wait while the page
 * is hidden. The feed tells new trades only: those before it are read by REST, again after each subscription.
 */
import { DEPTH_THROTTLE_MS, type DepthResponse, type TradeRow } from '@vest/protocol'
import type { ClientClock, Feed, VestClient } from '@vest/sdk'
import type { LiveStores } from './liveStores.ts'
import { mergeTrades, readBook, readTrade } from './market.ts'
import type { Reads } from './reads.ts'
import { throttle } from './throttle.ts'

export interface FocusFeedPorts {
  readonly client: Pick<VestClient, 'trades'>
  readonly feed: Pick<Feed, 'onDepth' | 'onTrade' | 'onSubscribed'>
  readonly clock: ClientClock
  readonly stores: Pick<LiveStores, 'markets' | 'focus'>
  readonly reads: Reads
  readonly isHidden: () => boolean
}

export interface FocusFeed {
  /** Lets a selected market be listened to; answers how to stop. */
  open(): () => void
  /** Which market's book and trades flow into `focus`; one that is not listed yet waits for `retry`. */
  select(symbol: string | undefined): void
  /** Selects the same market anew, if any; for when the list of markets has changed. */
  retry(): void
}

export function createFocusFeed(ports: FocusFeedPorts): FocusFeed {
  const { client, feed, clock, stores, reads, isHidden } = ports
  const { markets, focus } = stores
  let isOpen = false
  let arrivedDepth: DepthResponse | undefined
  let arrivedTrades: TradeRow[] = []
  let leave: (() => void) | undefined

  const commit = throttle(
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

  function select(symbol: string | undefined): void {
    leave?.()
    leave = undefined
    arrivedDepth = undefined
    arrivedTrades = []
    const isSame = focus.latest().symbol === symbol
    if (!isSame) focus.set({ symbol, book: undefined, trades: undefined })
    if (symbol === undefined || !isOpen || markets.latest()?.has(symbol) !== true) return
    const stops = [
      feed.onDepth(symbol, (depth) => {
        arrivedDepth = depth
        commit()
      }),
      feed.onTrade(symbol, (trade) => {
        arrivedTrades.push(trade)
        commit()
      }),
      feed.onSubscribed((channels) => {
        if (channels.includes(`${symbol}@trades`)) void reads.run(() => readTrades(symbol))
      }),
    ]
    void reads.run(() => readTrades(symbol))
    leave = () => stops.forEach((stop) => stop())
  }

  async function readTrades(symbol: string): Promise<void> {
    const rows = await client.trades({ symbol, limit: 100 })
    if (focus.latest().symbol !== symbol) return
    const market = markets.latest()?.get(symbol)
    if (market === undefined) return
    const trades = rows.map((row) => readTrade(row, market))
    focus.update((held) => ({ ...held, trades: mergeTrades(held.trades ?? [], trades) }))
  }

  return {
    open() {
      isOpen = true
      return () => {
        isOpen = false
        leave?.()
        commit.cancel()
      }
    },
    select,
    retry() {
      const { symbol } = focus.latest()
      if (symbol !== undefined) select(symbol)
    },
  }
}
