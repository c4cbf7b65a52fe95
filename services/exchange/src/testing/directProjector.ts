/**
 * A projector that writes every envelope at once, for tests of the edge. Candles are what the test says; the
 * 24 h figures come from the marks that were seen.
 */
import type { EventEnvelope } from '@vest/engine'
import { lots, ticks, usd6 } from '@vest/protocol'
import type { Candle, ReadModelStore } from '@vest/runtime'
import { accountValuesOf, capitalPastOf, pointsOf } from '../projector/pendingRows.ts'
import { createPositionBooks } from '../projector/positionBooks.ts'
import { createTallies } from '../projector/tallies.ts'
import { createLastPrices } from '../projector/lastPrices.ts'
import { createTradeTape } from '../projector/tradeTape.ts'
import type { CandleUpdate, Projector, Stats24h } from '../projectorPort.ts'

export interface DirectProjector extends Projector {
  /** What `candles` answers, by symbol and interval. */
  readonly scripted: Map<string, readonly Candle[]>
  emitCandles(updates: readonly CandleUpdate[]): void
  /** The last sequence number that the store has; reads of later ones wait. */
  readonly watched: () => readonly string[]
  /** While true nothing is written, as if the database were slow. */
  isHeld: boolean
}

export function createDirectProjector(store: ReadModelStore): DirectProjector {
  const stats = new Map<string, Stats24h>()
  const tape = createTradeTape()
  const lastPrices = createLastPrices()
  const candleListeners = new Set<(updates: readonly CandleUpdate[]) => void>()
  const tallies = createTallies()
  const positions = createPositionBooks()
  const held: EventEnvelope[] = []
  const waiters: { readonly seq: number; readonly resolve: () => void }[] = []
  let writtenSeq = 0
  let watched: readonly string[] = []
  let isHeld = false
  let writing = Promise.resolve()

  const write = async (envelope: EventEnvelope): Promise<void> => {
    positions.fold(envelope)
    await store.apply({ ...batchOf(envelope), closedPositions: positions.takeClosed() })
    writtenSeq = envelope.seq
    for (const waiter of waiters.splice(0)) {
      if (waiter.seq <= writtenSeq) waiter.resolve()
      else waiters.push(waiter)
    }
  }
  const enqueue = (envelopes: readonly EventEnvelope[]): void => {
    for (const envelope of envelopes) writing = writing.then(() => write(envelope))
  }
  return {
    scripted: new Map(),
    get isHeld() {
      return isHeld
    },
    set isHeld(value) {
      isHeld = value
      if (!value) enqueue(held.splice(0))
    },
    onEvents: (envelopes) => {
      envelopes.forEach(tallies.fold)
      envelopes.forEach(tape.fold)
      envelopes.forEach(lastPrices.fold)
      for (const { events, timeMs } of envelopes)
        for (const event of events) {
          if (event.kind === 'TickersChanged')
            for (const row of event.rows)
              stats.set(row.symbol, statsAfter(stats.get(row.symbol), row.symbol, row.mark, timeMs))
        }
      if (isHeld) held.push(...envelopes)
      else enqueue(envelopes)
    },
    onCheckpoint: () => undefined,
    flushedThrough: (seq) =>
      seq <= writtenSeq ? Promise.resolve() : new Promise((resolve) => waiters.push({ seq, resolve })),
    async candles({ symbol, interval, limit }) {
      return (this.scripted.get(`${symbol} ${interval}`) ?? []).slice(-limit)
    },
    stats24h: (symbol) => stats.get(symbol),
    recentTrades: tape.recent,
    lastPrice: lastPrices.of,
    feesOfDay: tallies.feesOfDay,
    refereeVolume: tallies.refereeVolume,
    refereesOf: tallies.refereesOf,
    watchCandles: (list) => (watched = list.map(({ symbol, interval }) => `${symbol} ${interval}`)),
    watched: () => watched,
    onCandle: (listener) => {
      candleListeners.add(listener)
      return () => void candleListeners.delete(listener)
    },
    emitCandles: (updates) => {
      for (const listener of candleListeners) listener(updates)
    },
    stop: async () => writing,
  }
}

function statsAfter(
  before: Stats24h | undefined,
  symbol: string,
  mark: number,
  timeMs: Stats24h['openTimeMs'],
): Stats24h {
  const open = before?.open ?? ticks(mark)
  return {
    symbol,
    open,
    close: ticks(mark),
    high: ticks(Math.max(before?.high ?? mark, mark)),
    low: ticks(Math.min(before?.low ?? mark, mark)),
    volume: lots(0),
    quoteVolume: usd6(0),
    priceChange: ticks(mark - open),
    priceChangePercent4: Math.trunc(((mark - open) * 1_000_000) / open),
    openTimeMs: before?.openTimeMs ?? timeMs,
    closeTimeMs: timeMs,
  }
}

const batchOf = ({ seq, timeMs, events }: EventEnvelope) => ({
  lastSeq: seq,
  orders: events.flatMap((event, index) =>
    event.kind === 'OrderUpdated' ? [{ ...event.order, seq, index }] : [],
  ),
  transfers: events.flatMap((event, index) =>
    event.kind === 'TransferUpdated' ? [{ ...event.transfer, seq, index }] : [],
  ),
  trades: events.flatMap((event) => (event.kind === 'TradeExecuted' ? [{ ...event, timeMs }] : [])),
  fills: events.flatMap((event) => (event.kind === 'FillBooked' ? [{ ...event, timeMs }] : [])),
  fundingApplied: events.flatMap((event) => (event.kind === 'FundingApplied' ? [event] : [])),
  fundingSettled: events.flatMap((event, index) =>
    event.kind === 'FundingSettled' ? [{ ...event, timeMs, seq, index }] : [],
  ),
  candles: [],
  lpOrders: events.flatMap((event, index) =>
    event.kind === 'LpOrderUpdated' ? [{ ...event.order, seq, index }] : [],
  ),
  poolValues: events.flatMap((event) => (event.kind === 'PoolValued' ? [event] : [])),
  points: events.flatMap((event) => (event.kind === 'PointsAllocated' ? pointsOf(event) : [])),
  capitalPast: events.flatMap((event, index) =>
    event.kind === 'CapitalChanged' || event.kind === 'CapitalJudged' || event.kind === 'PositionAdjusted'
      ? [capitalPastOf(event, { seq, index, timeMs })]
      : [],
  ),
  accountValues: events.flatMap((event) => (event.kind === 'AccountsValued' ? accountValuesOf(event) : [])),
})
