/** Envelopes, a store and a history in memory: material for the tests of the projector. */
import type {
  EngineEvent,
  EventEnvelope,
  MarketRenamed,
  OrderRecord,
  SplitApplied,
  TickerRow,
  TradeExecuted,
} from '@vest/engine'
import {
  funding12,
  lots,
  rate8,
  ratio4,
  ticks,
  timeMs,
  usd6,
  type Address,
  type Id,
  type MarketStatus,
  type TimeMs,
} from '@vest/protocol'
import type {
  AccountTally,
  ClosedPosition,
  HeldPosition,
  BaseInterval,
  Candle,
  CandleHistory,
  FeeHour,
  MarketState,
  Page,
  ReadModelBatch,
  ReadModelStore,
  StoredCandle,
  StoredOrder,
  StoredSplit,
} from '@vest/runtime'

export const SYMBOL = 'BTC-PERP'
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
/** A Wednesday, 00:00 UTC. */
export const MIDNIGHT_MS = Date.UTC(2026, 3, 15)

export const tickers = (mark: number, status: MarketStatus = 'TRADING', symbol = SYMBOL): EngineEvent => {
  const row: TickerRow = {
    marketId: 0,
    symbol,
    index: ticks(mark),
    mark: ticks(mark),
    rate: rate8(0),
    cumFunding: funding12(0n),
    longOi: lots(0),
    shortOi: lots(0),
    status,
    mode: status === 'HALT' ? 'HALT' : 'OPEN',
    session: 'REGULAR',
  }
  return { kind: 'TickersChanged', rows: [row] }
}

export const trade = (tradeId: number, size: number, value: number, symbol = SYMBOL): TradeExecuted => ({
  kind: 'TradeExecuted',
  tradeId,
  marketId: 0,
  symbol,
  price: ticks(1),
  size: lots(size),
  value: usd6(value),
  takerIsBuy: true,
})

export const split = (newShares: number, oldShares: number, symbol = SYMBOL): SplitApplied => ({
  kind: 'SplitApplied',
  marketId: 0,
  symbol,
  newShares,
  oldShares,
})

export const rename = (formerSymbol: string, symbol: string): EngineEvent => ({
  kind: 'MarketRenamed',
  marketId: 0,
  symbol,
  formerSymbol,
  spec: { symbol } as MarketRenamed['spec'],
})

export const order = (number: number, changes: Partial<OrderRecord> = {}): OrderRecord => ({
  id: `0x${number.toString(16).padStart(64, '0')}` as Id,
  account: `0x${'1'.repeat(40)}` as Address,
  signer: `0x${'2'.repeat(40)}` as Address,
  nonce: number,
  marketId: 0,
  symbol: SYMBOL,
  isBuy: true,
  orderType: 'LIMIT',
  size: lots(1),
  limitPrice: ticks(1),
  timeInForce: 'GTC',
  reduceOnly: false,
  initMarginRatio: ratio4(1_000),
  status: 'NEW',
  filledSize: lots(0),
  filledValue: usd6(0),
  fees: usd6(0),
  orderTimeMs: timeMs(1),
  postTimeMs: timeMs(1),
  ...changes,
})

/** Numbers envelopes from 1 on. */
export function createEnvelopes(firstSeq = 1) {
  let seq = firstSeq - 1
  return (atMs: number, ...events: EngineEvent[]): EventEnvelope => {
    seq += 1
    return { seq, timeMs: timeMs(atMs), events }
  }
}

export const NO_HISTORY: CandleHistory = { endTimeMs: timeMs(0), candles: () => [] }

/** A history of the given candles, as the port promises it: open times in [from, to], before its end. */
export const historyOf = (
  endMs: number,
  candles: Partial<Record<BaseInterval, readonly Candle[]>>,
): CandleHistory => ({
  endTimeMs: timeMs(endMs),
  candles: (_symbol, interval, fromMs, toMs) =>
    (candles[interval] ?? []).filter(
      ({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs <= toMs && openTimeMs < endMs,
    ),
})

/** open, high, low, close, then volume, value and number of trades. */
export const candle = (
  openMs: number,
  [open, high, low, close]: readonly [number, number, number, number],
  [volume, quoteVolume, trades]: readonly [number, number, number] = [0, 0, 0],
): Candle => ({
  openTimeMs: timeMs(openMs),
  open: ticks(open),
  high: ticks(high),
  low: ticks(low),
  close: ticks(close),
  volume: lots(volume),
  quoteVolume: usd6(quoteVolume),
  trades,
})

export interface MemoryStore extends Pick<
  ReadModelStore,
  | 'open'
  | 'reset'
  | 'apply'
  | 'candles'
  | 'trades'
  | 'marketStates'
  | 'marketSplits'
  | 'feeHours'
  | 'accountTallies'
  | 'heldPositions'
> {
  readonly batches: ReadModelBatch[]
  readonly orders: Map<string, StoredOrder>
  readonly closed: Map<string, ClosedPosition>
  /** Put in the way of the next `apply` calls: what it throws they reject with. */
  obstacle: (() => void | Promise<void>) | undefined
}

/** The part of the store's promise that the projector leans on. */
export function createMemoryStore(): MemoryStore {
  const candles = new Map<string, StoredCandle>()
  const states = new Map<string, MarketState>()
  const splits = new Map<string, StoredSplit>()
  const feeHours = new Map<number, FeeHour>()
  const tallies = new Map<string, AccountTally>()
  const held = new Map<string, HeldPosition>()
  const store: MemoryStore = {
    batches: [],
    orders: new Map(),
    closed: new Map(),
    obstacle: undefined,
    open: async () => ({ lastSeq: store.batches.at(-1)?.lastSeq ?? 0 }),
    async reset() {
      store.batches.length = 0
      for (const table of [store.orders, store.closed, candles, states, splits, feeHours, tallies, held])
        table.clear()
    },
    async apply(batch) {
      await store.obstacle?.()
      if (batch.lastSeq < (store.batches.at(-1)?.lastSeq ?? 0)) return
      store.batches.push(batch)
      for (const each of batch.orders) {
        const { seq, index } = store.orders.get(each.id) ?? each
        store.orders.set(each.id, { ...each, seq, index })
      }
      for (const each of batch.closedPositions) store.closed.set(each.id, each)
      for (const each of batch.heldPositions ?? []) held.set(`${each.account} ${each.symbol}`, each)
      for (const each of batch.candles)
        candles.set(`${each.symbol} ${each.interval} ${each.openTimeMs}`, each)
      for (const each of batch.marketStates ?? []) states.set(each.symbol, each)
      for (const each of batch.marketSplits ?? []) splits.set(`${each.symbol} ${each.number}`, each)
      for (const each of batch.feeHours ?? []) feeHours.set(each.hourMs, each)
      for (const each of batch.accountTallies ?? []) tallies.set(each.account, each)
    },
    async candles(symbol: string, interval: BaseInterval, { startTimeMs, endTimeMs, limit }: Page) {
      return [...candles.values()]
        .filter((each) => each.symbol === symbol && each.interval === interval)
        .filter(({ openTimeMs }) => openTimeMs >= (startTimeMs ?? 0) && openTimeMs <= (endTimeMs ?? Infinity))
        .sort((a, b) => a.openTimeMs - b.openTimeMs)
        .slice(-limit)
        .map(({ symbol: _symbol, interval: _interval, ...rest }) => rest)
    },
    trades: async (symbols, { limit }) =>
      store.batches
        .flatMap(({ trades }) => trades)
        .filter(({ symbol }) => symbols.includes(symbol))
        .sort((a, b) => b.tradeId - a.tradeId)
        .slice(0, limit),
    marketStates: async () => [...states.values()],
    marketSplits: async () => [...splits.values()],
    feeHours: async ({ limit }) => [...feeHours.values()].sort((a, b) => a.hourMs - b.hourMs).slice(-limit),
    accountTallies: async () => [...tallies.values()],
    heldPositions: async () => [...held.values()].filter(({ size }) => size > 0),
  }
  return store
}

export const at = (ms: number): TimeMs => timeMs(ms)
