/**
 * The price of the last trade of each market, under its symbol of today. After a split there is none until the next
 * trade: a price in the shares of before would be another thing.
 */
import type { EventEnvelope } from '@vest/engine'
import type { Ticks } from '@vest/protocol'
import type { MarketState, ReadModelStore, StoredSplit } from '@vest/runtime'

export interface LastPrices {
  fold(envelope: EventEnvelope): void
  /** As the store knew it; what was folded since is newer. */
  restore(symbol: string, price: Ticks): void
  /** Absent: it has not traded yet. */
  of(symbol: string): Ticks | undefined
}

export function createLastPrices(): LastPrices {
  const prices = new Map<string, Ticks>()
  return {
    fold({ events }) {
      for (const event of events)
        if (event.kind === 'TradeExecuted') prices.set(event.symbol, event.price)
        else if (event.kind === 'SplitApplied') prices.delete(event.symbol)
        else if (event.kind === 'MarketRenamed') {
          const price = prices.get(event.formerSymbol)
          prices.delete(event.formerSymbol)
          if (price !== undefined) prices.set(event.symbol, price)
        }
    },
    restore: (symbol, price) => void prices.set(symbol, price),
    of: (symbol) => prices.get(symbol),
  }
}

/** Reads the last trade of every market that the store knows; of one with another name also what it was called first. */
export async function restoreLastPrices(
  prices: Pick<LastPrices, 'restore'>,
  store: Pick<ReadModelStore, 'trades'>,
  states: readonly MarketState[],
  splits: readonly StoredSplit[],
): Promise<void> {
  for (const { symbol, candlesOf } of states) {
    const symbols = candlesOf === undefined ? [symbol] : [symbol, candlesOf]
    const [last] = await store.trades(symbols, { limit: 1 })
    const isSplitSince = splits.some(
      (split) => symbols.includes(split.symbol) && last !== undefined && split.timeMs >= last.timeMs,
    )
    if (last !== undefined && !isSplitSince) prices.restore(symbol, last.price)
  }
}
