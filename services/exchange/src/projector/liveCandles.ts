/**
 * The running candles of all markets, folded from events: marks are samples, trades are volume, and time is
 * the envelopes' own, never a clock's.
 *
 * A market that is not in HALT has a candle in every minute, also when its mark stands still. The sequencer's
 * timer sends an envelope each second, so it is enough to look once per minute, at the first envelope in it:
 * a market without a candle there by then is sampled with the mark in force.
 */
import type { EngineEvent, EventEnvelope, MarketRenamed, SplitApplied, TickerRow } from '@vest/engine'
import type { MarketStatus, Ticks, TimeMs } from '@vest/protocol'
import type {
  BaseInterval,
  Candle,
  CandleHistory,
  MarketState,
  StoredCandle,
  StoredSplit,
} from '@vest/runtime'
import { intervalStartMs } from '../klineTime.ts'
import { createMarketCandles, type MarketCandles } from './marketCandles.ts'

export interface RestoredMarket {
  readonly state: MarketState
  readonly splits: readonly StoredSplit[]
  readonly candles: Readonly<Record<BaseInterval, readonly Candle[]>>
}

export interface LiveCandles {
  /** Of the last envelope; absent before the first. */
  readonly timeMs: TimeMs | undefined
  fold(envelope: EventEnvelope): void
  restore(markets: readonly RestoredMarket[]): void
  market(symbol: string): MarketCandles | undefined
  /** A market whose day before live prices is not in memory yet. */
  withoutPast(): MarketCandles | undefined
  /** Of some market a candle has left memory that the store has not seen. */
  readonly isBeyondMemory: boolean
  /** What the store has not seen since the last call. */
  takeChanged(): {
    readonly candles: StoredCandle[]
    readonly marketStates: MarketState[]
    readonly marketSplits: StoredSplit[]
  }
}

export function createLiveCandles(history: CandleHistory): LiveCandles {
  /** By each symbol that it has or had. */
  const markets = new Map<string, MarketCandles>()
  const eachMarket = (): Iterable<MarketCandles> => new Set(markets.values())
  /** Status as the store has it. */
  const storedStatus = new Map<string, MarketStatus>()
  let newSplits: StoredSplit[] = []
  const pastPending: MarketCandles[] = []
  let nowMs: TimeMs | undefined
  let sampledMinuteMs = -1
  let isBeyondMemory = false

  function marketOf(symbol: string): MarketCandles {
    const known = markets.get(symbol)
    if (known) return known
    const market = createMarketCandles(symbol, history)
    markets.set(symbol, market)
    pastPending.push(market)
    return market
  }
  function foldTicker(row: TickerRow, atMs: TimeMs): void {
    const market = marketOf(row.symbol)
    market.setStatus(row.status)
    if (row.status === 'TRADING') sample(market, row.mark, atMs)
  }
  function sample(market: MarketCandles, mark: Ticks, atMs: TimeMs): void {
    market.sample(mark, atMs)
    isBeyondMemory ||= market.isBeyondMemory
  }
  function sampleStandingMarks(atMs: TimeMs): void {
    const minuteMs = intervalStartMs('1m', atMs)
    if (minuteMs === sampledMinuteMs) return
    sampledMinuteMs = minuteMs
    for (const market of eachMarket())
      if (market.status === 'TRADING' && market.mark !== undefined) sample(market, market.mark, atMs)
  }

  function foldSplit({ symbol, newShares, oldShares }: SplitApplied, atMs: TimeMs): void {
    const market = marketOf(symbol)
    market.split({ newShares, oldShares }, atMs)
    newSplits.push(market.splits.at(-1)!)
  }
  function foldName({ symbol, formerSymbol }: MarketRenamed): void {
    markets.set(symbol, marketOf(formerSymbol))
  }
  /** Events between two splits: all of the same shares. */
  function foldPart(events: readonly EngineEvent[], timeMs: TimeMs): void {
    for (const event of events) if (event.kind === 'MarketRenamed') foldName(event)
    // Marks first: a mark that changes in the first envelope of a minute is that minute's first sample.
    for (const event of events) {
      if (event.kind === 'MarketStatusChanged') marketOf(event.symbol).setStatus(event.status)
      else if (event.kind === 'TickersChanged') for (const row of event.rows) foldTicker(row, timeMs)
    }
    sampleStandingMarks(timeMs)
    for (const event of events)
      if (event.kind === 'TradeExecuted') {
        const market = marketOf(event.symbol)
        market.trade(event, timeMs)
        isBeyondMemory ||= market.isBeyondMemory
      }
  }

  return {
    get timeMs() {
      return nowMs
    },
    fold({ timeMs, events }) {
      nowMs = timeMs
      let from = 0
      for (let at = 0; at < events.length; at += 1) {
        const event = events[at]!
        if (event.kind !== 'SplitApplied') continue
        foldPart(events.slice(from, at), timeMs)
        foldSplit(event, timeMs)
        from = at + 1
      }
      foldPart(from === 0 ? events : events.slice(from), timeMs)
    },
    restore(restored) {
      for (const { state, splits, candles } of restored) {
        storedStatus.set(state.symbol, state.status)
        if (state.candlesOf !== undefined) {
          markets.set(state.symbol, marketOf(state.candlesOf))
          continue
        }
        const market = marketOf(state.symbol)
        market.setStatus(state.status)
        market.restoreSplits(splits)
        market.restore('1m', candles['1m'])
        market.restore('1h', candles['1h'])
        market.restore('1d', candles['1d'])
      }
    },
    market: (symbol) => markets.get(symbol),
    get isBeyondMemory() {
      return isBeyondMemory
    },
    withoutPast() {
      while (pastPending.length > 0) {
        const market = pastPending.at(-1)!
        if (!market.hasPast) return market
        pastPending.pop()
      }
      return undefined
    },
    takeChanged() {
      const candles: StoredCandle[] = []
      const marketStates: MarketState[] = []
      isBeyondMemory = false
      for (const market of eachMarket()) for (const candle of market.takeChanged()) candles.push(candle)
      for (const [symbol, { status, symbol: candlesOf }] of markets) {
        if (storedStatus.get(symbol) === status) continue
        storedStatus.set(symbol, status)
        marketStates.push({ symbol, status, ...(candlesOf === symbol ? {} : { candlesOf }) })
      }
      const marketSplits = newSplits
      newSplits = []
      return { candles, marketStates, marketSplits }
    },
  }
}
