/**
 * What the edge asks of the projector: the read models that a trader may see, as fresh as the events that
 * were already shown. The projector folds the engine's events into the store; the edge only reads.
 */
import type { AccountTally, Candle, StoredTrade } from '@vest/runtime'
import type { EventEnvelope } from '@vest/engine'
import type { Address, KlineInterval, Lots, Ticks, TimeMs, Usd6 } from '@vest/protocol'

/** Rolling 24 h of one market: prices are marks, volumes come from trades (mechanics 2.7). */
export interface Stats24h {
  readonly symbol: string
  /** The mark 24 h ago, or the last before it, or the first there is. */
  readonly open: Ticks
  readonly close: Ticks
  readonly high: Ticks
  readonly low: Ticks
  readonly volume: Lots
  readonly quoteVolume: Usd6
  /** close - open, in ticks; signed. */
  readonly priceChange: Ticks
  /** trunc((close - open) * 10^6 / open): percent with 4 decimals. */
  readonly priceChangePercent4: number
  readonly openTimeMs: TimeMs
  readonly closeTimeMs: TimeMs
}

/** A candle that changed; `isClosed` on the last update that its interval gets. */
export interface CandleUpdate {
  readonly symbol: string
  readonly interval: KlineInterval
  readonly candle: Candle
  readonly isClosed: boolean
}

/** Inclusive bounds; the newest `limit` candles with openTime <= end and closeTime >= start, oldest first. */
export interface CandleQuery {
  readonly symbol: string
  readonly interval: KlineInterval
  readonly startTimeMs?: TimeMs
  readonly endTimeMs?: TimeMs
  readonly limit: number
}

export interface Projector {
  /** Envelopes in sequence order, without gap. */
  onEvents(envelopes: readonly EventEnvelope[]): void
  /** Hears what the store is complete to, each time that it has gone on. */
  onCheckpoint(listener: (seq: number) => void): void
  /** Resolves once everything up to and including `seq` can be read from the store; flushes early. */
  flushedThrough(seq: number): Promise<void>
  candles(query: CandleQuery): Promise<readonly Candle[]>
  /** Absent while the market never had a mark. */
  stats24h(symbol: string): Stats24h | undefined
  /** Newest first, from memory; at most the last thousand. */
  recentTrades(symbol: string): readonly StoredTrade[]
  /** Of the last trade; absent: there was none, or none since a split. */
  lastPrice(symbol: string): Ticks | undefined
  /** Fees that traders were charged in the running hour and the 23 before it. */
  feesOfDay(): Usd6
  /** Micro-dollars that the accounts that this one referred have traded since. */
  refereeVolume(referrer: Address): bigint
  /** Those accounts, the newest `limit` of them, newest first. */
  refereesOf(referrer: Address, limit: number): readonly AccountTally[]
  /** Which candles `onCandle` reports. */
  watchCandles(watched: readonly { readonly symbol: string; readonly interval: KlineInterval }[]): void
  onCandle(listener: (updates: readonly CandleUpdate[]) => void): () => void
  /** Writes what is pending and stops its timers; the store stays open. */
  stop(): Promise<void>
}
