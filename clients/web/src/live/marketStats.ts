/** Figures of the last 24 hours and open interest of every market: read when asked for, and every 30 s while open. */
import { TICKER_REFRESH_MS } from '@vest/protocol'
import type { ClientClock, VestClient } from '@vest/sdk'
import type { Markets } from './account.ts'
import type { LiveStores } from './liveStores.ts'
import { readOpenInterest, readStats, type Market } from './market.ts'
import type { Reads } from './reads.ts'
import { repeat } from './repeat.ts'

export interface MarketStatsPorts {
  readonly client: Pick<VestClient, 'tickers24hr' | 'openInterest'>
  readonly clock: ClientClock
  readonly stores: Pick<LiveStores, 'markets' | 'stats' | 'hasAskedStats' | 'openInterest'>
  readonly reads: Reads
}

export interface MarketStatsReader {
  /** Reads the figures of the markets that are known; nothing while none are. */
  read(): Promise<void>
  /** Reads again and again; answers how to end that. */
  open(): () => void
}

export function createMarketStats({ client, clock, stores, reads }: MarketStatsPorts): MarketStatsReader {
  async function read(): Promise<void> {
    const known = stores.markets.latest()
    if (known === undefined) return
    try {
      const [day, sides] = await Promise.all([client.tickers24hr(), client.openInterest()])
      stores.stats.set(bySymbol(day, known, readStats))
      stores.openInterest.set(bySymbol(sides, known, readOpenInterest))
    } finally {
      stores.hasAskedStats.set(true)
    }
  }

  return { read, open: () => repeat(clock, TICKER_REFRESH_MS, () => void reads.run(read)) }
}

function bySymbol<Wire extends { readonly symbol: string }, T>(
  rows: readonly Wire[],
  known: Markets,
  read: (row: Wire, market: Market) => T,
): ReadonlyMap<string, T> {
  const result = new Map<string, T>()
  for (const row of rows) {
    const market = known.get(row.symbol)
    if (market !== undefined) result.set(row.symbol, read(row, market))
  }
  return result
}
