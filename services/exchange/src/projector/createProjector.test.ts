import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EventEnvelope } from '@vest/engine'
import { lots, ratio4, ticks, usd6 } from '@vest/protocol'
import type { ReadModelStore } from '@vest/runtime'
import { createProjector } from './createProjector.ts'
import {
  at,
  candle,
  createEnvelopes,
  createMemoryStore,
  historyOf,
  HOUR_MS,
  MIDNIGHT_MS,
  MINUTE_MS,
  NO_HISTORY,
  order,
  SYMBOL,
  tickers,
  trade,
  type MemoryStore,
} from './testing/scriptedEvents.ts'

const T = MIDNIGHT_MS + 10 * HOUR_MS

function begin({
  store = createMemoryStore(),
  history = NO_HISTORY,
}: { store?: MemoryStore; history?: typeof NO_HISTORY } = {}) {
  const failures: Error[] = []
  const projector = createProjector({
    store: store as unknown as ReadModelStore,
    history,
    clock: { nowMs: () => at(T) },
    onFailure: (reason) => failures.push(reason),
  })
  return { store, projector, failures }
}

describe('the projector', () => {
  afterEach(() => void vi.useRealTimers())

  it('takes envelopes that come before the store was read, and shows them', async () => {
    const { store, projector } = begin()
    const next = createEnvelopes()
    projector.onEvents([
      next(T, { kind: 'OrderUpdated', order: order(1) }),
      next(T, tickers(100), trade(7, 2, 200)),
    ])
    await projector.flushedThrough(2)
    expect(store.orders.size).toBe(1)
    expect(await projector.candles({ symbol: SYMBOL, interval: '1m', limit: 9 })).toEqual([
      candle(T, [100, 100, 100, 100], [2, 200, 1]),
    ])
    expect(projector.stats24h(SYMBOL)).toMatchObject({ close: 100, volume: 2, quoteVolume: 200 })
    expect(projector.recentTrades(SYMBOL).map(({ tradeId }) => tradeId)).toEqual([7])
    await projector.stop()
  })

  it('skips what the store has and goes on behind it', async () => {
    const next = createEnvelopes()
    const envelopes = [
      next(T, tickers(100), trade(1, 1, 100)),
      next(T, trade(2, 2, 200)),
      next(T + MINUTE_MS, trade(3, 4, 400)),
    ]
    const first = begin()
    first.projector.onEvents(envelopes.slice(0, 2))
    await first.projector.stop()
    const second = begin({ store: first.store })
    second.projector.onEvents(envelopes)
    await second.projector.flushedThrough(3)
    expect(await second.projector.candles({ symbol: SYMBOL, interval: '1m', limit: 9 })).toEqual([
      candle(T, [100, 100, 100, 100], [3, 300, 2]),
      candle(T + MINUTE_MS, [100, 100, 100, 100], [4, 400, 1]),
    ])
    expect(first.store.batches.flatMap((batch) => batch.trades.map(({ tradeId }) => tradeId))).toEqual([
      1, 2, 3,
    ])
    await second.projector.stop()
  })

  it('knows after a restart that a market was halted', async () => {
    const next = createEnvelopes()
    const first = begin()
    first.projector.onEvents([next(T, tickers(100)), next(T + 1, tickers(100, 'HALT'))])
    await first.projector.stop()
    const second = begin({ store: first.store })
    second.projector.onEvents([next(T + 5 * MINUTE_MS)])
    await second.projector.flushedThrough(3)
    expect(await second.projector.candles({ symbol: SYMBOL, interval: '1m', limit: 9 })).toHaveLength(1)
    await second.projector.stop()
  })

  it('refuses a gap: an event that it never saw cannot be made good', async () => {
    const { projector } = begin()
    const next = createEnvelopes()
    const [one, , three] = [next(T), next(T), next(T)]
    projector.onEvents([one!])
    await projector.flushedThrough(1)
    expect(() => projector.onEvents([three!])).toThrow(/misses the events from 2 to 2/)
    await projector.stop()
  })

  it('begins in the middle with what stands there, and with nothing else', async () => {
    const { store, projector: first } = begin()
    const next = createEnvelopes()
    first.onEvents([next(T, tickers(100), { kind: 'OrderUpdated', order: order(1) })])
    await first.flushedThrough(1) // rows, and no checkpoint yet
    const { projector } = begin({ store })
    const later = createEnvelopes(70)
    const account = `0x${'3'.repeat(40)}` as const
    projector.onEvents([
      later(
        T,
        { kind: 'CurrentStateFollows' },
        tickers(100),
        {
          kind: 'PositionHeld',
          account,
          symbol: SYMBOL,
          isLong: true,
          size: lots(5),
          cost: usd6(400),
          initMarginRatio: ratio4(1_000),
          settledFunding: usd6(-3),
        },
        { kind: 'OrderUpdated', order: order(2) },
      ),
      later(
        T + 1,
        {
          kind: 'PositionChanged',
          account,
          symbol: SYMBOL,
          isLong: true,
          size: lots(0),
          cost: usd6(0),
        },
        {
          kind: 'FillBooked',
          tradeId: 1,
          orderId: order(9).id,
          account,
          marketId: 0,
          symbol: SYMBOL,
          isBuy: false,
          orderType: 'MARKET',
          isMaker: false,
          price: ticks(1),
          size: lots(5),
          value: usd6(450),
          fee: usd6(2),
          pnl: usd6(50),
          settledFunding: usd6(0),
        },
      ),
    ])
    await projector.flushedThrough(71)
    await projector.stop()
    expect([...store.orders.keys()]).toEqual([order(2).id])
    expect(await store.open()).toEqual({ lastSeq: 71 })
    expect([...store.closed.values()]).toMatchObject([
      { account, size: 5n, entryValue: 400n, exitValue: 450n, realizedPnl: 45, openTimeMs: T },
    ])
  })

  it('says that it cannot begin when the store cannot be read', async () => {
    const store = createMemoryStore()
    const { projector, failures } = begin({
      store: { ...store, marketStates: () => Promise.reject(new Error('no such table')) },
    })
    await expect(projector.flushedThrough(0)).rejects.toThrow('no such table')
    expect(failures.map(({ message }) => message)).toEqual(['no such table'])
    await projector.stop()
  })

  it('tells watched candles, also closing ones', async () => {
    const { projector } = begin()
    const next = createEnvelopes()
    projector.onEvents([next(T, tickers(100))])
    await projector.flushedThrough(1)
    const told: [number, boolean][] = []
    const unsubscribe = projector.onCandle((updates) =>
      told.push(...updates.map(({ candle: each, isClosed }): [number, boolean] => [each.close, isClosed])),
    )
    projector.watchCandles([{ symbol: SYMBOL, interval: '1m' }])
    projector.onEvents([next(T + 1, tickers(101)), next(T + 2, tickers(102))])
    projector.onEvents([next(T + MINUTE_MS, tickers(103))])
    expect(told).toEqual([
      [102, false],
      [102, true],
      [103, false],
    ])
    unsubscribe()
    projector.onEvents([next(T + MINUTE_MS, tickers(104))])
    expect(told).toHaveLength(3)
    await projector.stop()
  })

  it('fetches the day before live prices between other work', async () => {
    const minutes = Array.from({ length: 1_440 }, (_, index) =>
      candle(T - (1_440 - index) * MINUTE_MS, [50, 60, 40, 50], [1, 50, 1]),
    )
    const { projector } = begin({ history: historyOf(T, { '1m': minutes }) })
    const next = createEnvelopes()
    projector.onEvents([next(T, tickers(100))])
    await projector.flushedThrough(1)
    await vi.waitUntil(() => projector.stats24h(SYMBOL)!.volume > 0)
    expect(projector.stats24h(SYMBOL)).toMatchObject({
      open: 50,
      high: 100,
      low: 40,
      close: 100,
      volume: 1_440,
      quoteVolume: 72_000,
    })
    await projector.stop()
  })

  it('keeps the last thousand trades of a market and the one behind them, newest first', async () => {
    const { projector } = begin()
    const next = createEnvelopes()
    const envelopes: EventEnvelope[] = [next(T, tickers(100))]
    for (let tradeId = 1; tradeId <= 2_500; tradeId += 1) envelopes.push(next(T, trade(tradeId, 1, 1)))
    projector.onEvents(envelopes)
    await projector.flushedThrough(2_501)
    const ids = projector.recentTrades(SYMBOL).map(({ tradeId }) => tradeId)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([1_001, 2_500, 1_500])
    expect(projector.recentTrades('ETH-PERP')).toEqual([])
    await projector.stop()
  })
})
