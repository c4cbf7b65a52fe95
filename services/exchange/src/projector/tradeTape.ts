/** The last trades of each market since the start, newest first, under its symbol of today; older ones are in the store. */
import type { EventEnvelope } from '@vest/engine'
import type { StoredTrade } from '@vest/runtime'

/** A page of a thousand, and the one behind it, by which it is known that there are more. */
const TRADES_KEPT = 1_001

export interface TradeTape {
  fold(envelope: EventEnvelope): void
  recent(symbol: string): readonly StoredTrade[]
}

export function createTradeTape(): TradeTape {
  /** Oldest first, up to twice as many as are kept, so that old ones leave in bulk. */
  const tapes = new Map<string, StoredTrade[]>()
  return {
    fold({ timeMs, events }) {
      for (const event of events) {
        if (event.kind === 'MarketRenamed') {
          const tape = tapes.get(event.formerSymbol)
          if (tape === undefined) continue
          tapes.delete(event.formerSymbol)
          tapes.set(event.symbol, tape)
        }
        if (event.kind !== 'TradeExecuted') continue
        const tape = tapes.get(event.symbol) ?? []
        tape.push({ ...event, timeMs })
        tapes.set(event.symbol, tape.length > 2 * TRADES_KEPT ? tape.slice(-TRADES_KEPT) : tape)
      }
    },
    recent: (symbol) => (tapes.get(symbol) ?? []).slice(-TRADES_KEPT).reverse(),
  }
}
