/**
 * Turns the engine's events into what people read: orders, transfers, trades, fills and funding in the store,
 * candles and 24 h figures in memory with the store behind them.
 *
 * It begins where the store is complete to, so a restart and a rebuild from nothing are the same: events after
 * `lastSeq` come in, those before are skipped. Until the running candles are read back, envelopes wait. Where the engine
 * cannot tell the beginning any more, an empty store begins with the envelope that says what stands.
 */
import { assert } from '@vest/protocol'
import type { EventEnvelope } from '@vest/engine'
import type {
  BaseInterval,
  Candle,
  CandleHistory,
  Clock,
  MarketState,
  ReadModelStore,
  StoredSplit,
} from '@vest/runtime'
import type { Projector } from '../projectorPort.ts'
import { BASE_INTERVALS } from './candleIntervals.ts'
import { createCandleReader } from './candleReader.ts'
import { createCandleWatch } from './candleWatch.ts'
import { createLastPrices, restoreLastPrices } from './lastPrices.ts'
import { createLiveCandles, type RestoredMarket } from './liveCandles.ts'
import { SERIES_CAPACITY } from './marketCandles.ts'
import { createPositionBooks } from './positionBooks.ts'
import { createStats24h } from './stats24h.ts'
import { createStoreWriter, type StoreWriter } from './storeWriter.ts'
import { createTallies, restoreTallies } from './tallies.ts'
import { createTradeTape } from './tradeTape.ts'

export interface ProjectorOptions {
  /** Open; its opener closes it, after `stop`. */
  readonly store: ReadModelStore
  readonly history: CandleHistory
  readonly clock: Clock
  /** The read models cannot go on: what is in the store stays true, nothing more comes in. */
  readonly onFailure: (reason: Error) => void
}

export interface RunningProjector extends Projector {
  /** `onEvents` for a replay: resolves when more may come, so that a long one does not pile up in memory. */
  replay(envelopes: readonly EventEnvelope[]): Promise<void>
}

export function createProjector({ store, history, clock, onFailure }: ProjectorOptions): RunningProjector {
  const live = createLiveCandles(history)
  const tape = createTradeTape()
  const lastPrices = createLastPrices()
  const tallies = createTallies()
  const positions = createPositionBooks()
  const watch = createCandleWatch(live)
  const stats = createStats24h(live)
  let writer: StoreWriter | undefined
  /** Envelopes from before the store was read. */
  let early: EventEnvelope[] = []
  let seenSeq = 0
  let tellCheckpoint: (seq: number) => void = () => undefined
  let isStopped = false
  let isReachingBack = false

  const opening = open().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause : new Error(String(cause))
    if (!isStopped) onFailure(reason)
    throw reason
  })
  // A waiting reader is told; a failed opening without a reader was told by onFailure.
  opening.catch(() => undefined)

  async function open(): Promise<StoreWriter> {
    const { lastSeq } = await store.open()
    // Rows of a first start that ended before its first checkpoint: what is told now may begin elsewhere.
    if (lastSeq === 0) await store.reset()
    const [states, splits] = await Promise.all([store.marketStates(), store.marketSplits()])
    live.restore(await readMarkets(store, states, splits))
    await restoreLastPrices(lastPrices, store, states, splits)
    await restoreTallies(tallies, store)
    positions.restore(await store.heldPositions())
    seenSeq = lastSeq
    const onCheckpoint = (seq: number): void => tellCheckpoint(seq)
    writer = createStoreWriter({ store, live, tallies, positions, lastSeq, onFailure, onCheckpoint })
    take(early, writer)
    early = []
    reachBackSoon()
    return writer
  }

  function take(envelopes: readonly EventEnvelope[], into: StoreWriter): void {
    for (const envelope of envelopes) {
      if (seenSeq === 0 && envelope.events[0]?.kind === 'CurrentStateFollows') seenSeq = envelope.seq - 1
      if (envelope.seq <= seenSeq) continue
      assert(
        envelope.seq === seenSeq + 1,
        `the projector misses the events from ${seenSeq + 1} to ${envelope.seq - 1}`,
      )
      seenSeq = envelope.seq
      live.fold(envelope)
      tape.fold(envelope)
      lastPrices.fold(envelope)
      tallies.fold(envelope)
      positions.fold(envelope)
      into.add(envelope)
    }
    watch.tell()
    reachBackSoon()
  }

  function onEvents(envelopes: readonly EventEnvelope[]): void {
    if (writer) take(envelopes, writer)
    else for (const envelope of envelopes) early.push(envelope)
  }

  /**
   * The day before live prices, market by market between other work: computing it for all of them at once would
   * keep every reader waiting for a second.
   */
  function reachBackSoon(): void {
    if (isReachingBack) return
    const market = live.withoutPast()
    if (!market) return
    isReachingBack = true
    setImmediate(() => {
      isReachingBack = false
      if (isStopped) return
      market.reachBack('1m')
      reachBackSoon()
    })
  }

  return {
    onEvents,
    onCheckpoint: (listener) => void (tellCheckpoint = listener),
    async replay(envelopes) {
      const ready = await opening
      take(envelopes, ready)
      await ready.hasRoom()
    },
    flushedThrough: async (seq) => (writer ?? (await opening)).flushedThrough(seq),
    candles: createCandleReader({ live, store, history, clock }),
    stats24h: stats,
    recentTrades: (symbol) => tape.recent(symbol),
    lastPrice: lastPrices.of,
    feesOfDay: tallies.feesOfDay,
    refereeVolume: tallies.refereeVolume,
    refereesOf: tallies.refereesOf,
    watchCandles: (watched) => watch.watch(watched),
    onCandle: (listener) => watch.onCandle(listener),
    async stop() {
      isStopped = true
      await opening.then(
        (ready) => ready.stop(),
        () => undefined,
      )
    },
  }
}

/** The newest candles of every market the store knows, as many as memory holds. */
async function readMarkets(
  store: ReadModelStore,
  states: readonly MarketState[],
  splits: readonly StoredSplit[],
): Promise<RestoredMarket[]> {
  return Promise.all(
    states.map(async (state) => ({
      state,
      splits: splits.filter(({ symbol }) => symbol === state.symbol),
      candles: state.candlesOf === undefined ? await readSeries(store, state) : NO_CANDLES,
    })),
  )
}

const NO_CANDLES: Readonly<Record<BaseInterval, readonly Candle[]>> = { '1m': [], '1h': [], '1d': [] }

async function readSeries(
  store: ReadModelStore,
  { symbol }: MarketState,
): Promise<Record<BaseInterval, readonly Candle[]>> {
  const [minutes, hours, days] = await Promise.all(
    BASE_INTERVALS.map((interval) => store.candles(symbol, interval, { limit: SERIES_CAPACITY[interval] })),
  )
  return { '1m': minutes!, '1h': hours!, '1d': days! }
}
