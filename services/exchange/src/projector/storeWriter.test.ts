import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ReadModelUnavailableError } from '@vest/database'
import type { EngineEvent, OrderRecord } from '@vest/engine'
import { createLiveCandles } from './liveCandles.ts'
import { createStoreWriter } from './storeWriter.ts'
import { createPositionBooks } from './positionBooks.ts'
import { createTallies } from './tallies.ts'
import {
  createEnvelopes,
  createMemoryStore,
  HOUR_MS,
  MIDNIGHT_MS,
  NO_HISTORY,
  order,
  tickers,
  trade,
} from './testing/scriptedEvents.ts'

const T = MIDNIGHT_MS + 10 * HOUR_MS
const updated = (record: OrderRecord): EngineEvent => ({ kind: 'OrderUpdated', order: record })

function begin(options: { rowsMax?: number } = {}) {
  const live = createLiveCandles(NO_HISTORY)
  const store = createMemoryStore()
  const failures: Error[] = []
  const checkpoints: number[] = []
  const writer = createStoreWriter({
    store,
    live,
    tallies: createTallies(),
    positions: createPositionBooks(),
    lastSeq: 0,
    onFailure: (reason) => failures.push(reason),
    onCheckpoint: (seq) => checkpoints.push(seq),
    ...options,
  })
  const next = createEnvelopes()
  const fold = (...events: EngineEvent[]) => {
    const envelope = next(T, ...events)
    live.fold(envelope)
    writer.add(envelope)
  }
  return { store, writer, failures, checkpoints, fold }
}

const outage = () => {
  throw new ReadModelUnavailableError('connection refused')
}

describe('writing to the store', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('gathers a second into one batch, of an order the latest state alone, at the place where it was told first', async () => {
    const { store, fold } = begin()
    fold(updated(order(1)), updated(order(2)))
    fold(updated(order(1, { status: 'CANCELLED' })))
    await vi.advanceTimersByTimeAsync(500)
    fold(updated(order(2)))
    await vi.advanceTimersByTimeAsync(499)
    expect(store.batches).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.batches.map((batch) => batch.orders)).toEqual([
      [
        { ...order(1, { status: 'CANCELLED' }), seq: 1, index: 0 },
        { ...order(2), seq: 1, index: 1 },
      ],
    ])
  })

  it('writes at once what a caller waits for, also if it is yet to come', async () => {
    const { store, writer, fold } = begin()
    fold(updated(order(1)))
    await writer.flushedThrough(1)
    expect(store.orders.size).toBe(1)
    let isWritten = false
    const later = writer.flushedThrough(3).then(() => (isWritten = true))
    fold(updated(order(2)))
    await vi.advanceTimersByTimeAsync(300)
    expect(isWritten).toBe(false)
    fold(updated(order(3)))
    await vi.advanceTimersByTimeAsync(0)
    await later
    expect(store.orders.size).toBe(3)
  })

  it('writes a burst before its time, in transactions between which the store answers others', async () => {
    const { store, fold } = begin()
    for (let number = 0; number < 19_999; number += 1) fold(updated(order(number)))
    await vi.advanceTimersByTimeAsync(0)
    expect(store.batches).toHaveLength(0)
    for (let each = 1; each <= 2; each += 1) fold(trade(each, 1, 1))
    await vi.advanceTimersByTimeAsync(0)
    expect(store.batches.map(({ orders, trades }) => [orders.length, trades.length])).toEqual([
      [5_000, 0],
      [5_000, 0],
      [5_000, 0],
      [4_999, 1],
      [0, 1],
    ])
    expect(store.orders.size).toBe(19_999)
  })

  it('tells a reader only when the last piece is in, and a checkpoint comes with that piece', async () => {
    const { store, writer, fold } = begin()
    for (let number = 0; number < 7_000; number += 1) fold(updated(order(number)))
    fold(tickers(100))
    let isWritten = false
    let release = () => {}
    store.obstacle = () =>
      store.batches.length === 1 ? new Promise<void>((resolve) => (release = resolve)) : undefined
    const told = writer.flushedThrough(1).then(() => (isWritten = true))
    await vi.advanceTimersByTimeAsync(0)
    expect([store.orders.size, isWritten]).toEqual([5_000, false])
    store.obstacle = undefined
    release()
    await vi.advanceTimersByTimeAsync(0)
    await told
    expect(store.orders.size).toBe(7_000)
    fold(...Array.from({ length: 6_000 }, (_, number) => updated(order(number, { status: 'CANCELLED' }))))
    await writer.stop()
    expect(
      store.batches.slice(2).map(({ lastSeq, orders, candles }) => [lastSeq, orders.length, candles.length]),
    ).toEqual([
      [0, 5_000, 0],
      [7_002, 1_000, 3],
    ])
  })

  it('asks nothing of the store for events that leave no rows', async () => {
    const { store, writer, fold } = begin()
    fold(tickers(100))
    await writer.flushedThrough(1)
    expect(store.batches).toHaveLength(0)
  })

  it('writes candles every ten seconds, with the sequence number they stand for, and tells it', async () => {
    const { store, writer, checkpoints, fold } = begin()
    fold(tickers(100), updated(order(1)))
    await writer.flushedThrough(1)
    expect(store.batches.at(-1)).toMatchObject({ lastSeq: 0, candles: [] })
    fold(tickers(101))
    await vi.advanceTimersByTimeAsync(9_000)
    expect(store.batches).toHaveLength(1)
    expect(checkpoints).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.batches).toHaveLength(2)
    expect(checkpoints).toEqual([2])
    expect(store.batches[1]).toMatchObject({
      lastSeq: 2,
      orders: [],
      marketStates: [{ symbol: 'BTC-PERP', status: 'TRADING' }],
    })
    expect(store.batches[1]!.candles.map(({ interval, close }) => [interval, close])).toEqual([
      ['1m', 101],
      ['1h', 101],
      ['1d', 101],
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.batches).toHaveLength(2)
  })

  it('keeps trades apart and numbers funding payments within their command', async () => {
    const { store, writer, fold } = begin()
    const payment = {
      kind: 'FundingSettled',
      account: order(1).account,
      symbol: 'BTC-PERP',
      isLong: true,
      size: 1,
      payment: -2,
      rate: 3,
      reason: 'FILL',
    } as never as EngineEvent
    fold(trade(1, 1, 1), payment, trade(2, 1, 1), payment)
    await writer.flushedThrough(1)
    expect(store.batches[0]!.trades.map(({ tradeId, timeMs }) => [tradeId, timeMs])).toEqual([
      [1, T],
      [2, T],
    ])
    expect(store.batches[0]!.fundingSettled.map(({ seq, index }) => [seq, index])).toEqual([
      [1, 1],
      [1, 3],
    ])
  })

  it('writes a checkpoint when it stops, and nothing afterwards', async () => {
    const { store, writer, fold } = begin()
    fold(tickers(100), updated(order(1)))
    await writer.stop()
    expect(store.batches).toHaveLength(1)
    expect(store.batches[0]).toMatchObject({ lastSeq: 1 })
    expect(store.batches[0]!.candles).toHaveLength(3)
    fold(updated(order(2)))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(store.batches).toHaveLength(1)
    await expect(writer.flushedThrough(2)).rejects.toThrow(/stopped/)
  })

  describe('while the store is unavailable', () => {
    it('tells its waiters, tries on, and loses and doubles nothing', async () => {
      const { store, writer, failures, fold } = begin()
      let attempts = 0
      store.obstacle = () => {
        attempts += 1
        outage()
      }
      fold(updated(order(1)), trade(1, 1, 1))
      await expect(writer.flushedThrough(1)).rejects.toThrow(/connection refused/)
      fold(updated(order(1, { status: 'FILLED' })), trade(2, 1, 1))
      await expect(writer.flushedThrough(2)).rejects.toThrow(/connection refused/)
      await vi.advanceTimersByTimeAsync(60_000)
      // 250 ms, doubling up to 5 s: patient, and back within seconds.
      expect(attempts).toBeGreaterThan(10)
      expect(attempts).toBeLessThan(25)
      store.obstacle = undefined
      await vi.advanceTimersByTimeAsync(6_000)
      await writer.flushedThrough(2)
      expect(store.batches.flatMap((batch) => batch.trades.map(({ tradeId }) => tradeId))).toEqual([1, 2])
      expect(store.orders.get(order(1).id)!.status).toBe('FILLED')
      expect(failures).toEqual([])
    })

    it('bounds what it keeps: beyond that the rows wait for the next start', async () => {
      const { store, writer, failures, checkpoints, fold } = begin({ rowsMax: 100 })
      store.obstacle = outage
      for (let number = 0; number < 150; number += 1) {
        fold(updated(order(number)))
        await vi.advanceTimersByTimeAsync(300)
      }
      store.obstacle = undefined
      await vi.advanceTimersByTimeAsync(60_000)
      await expect(writer.flushedThrough(1)).rejects.toThrow(/rebuilt at the next start/)
      // The store says less than it may hold, so the next start hears every event behind it again.
      expect(await store.open()).toEqual({ lastSeq: 0 })
      expect({ checkpoints, failures }).toEqual({ checkpoints: [], failures: [] })
    })

    it('does not hold up a stop', async () => {
      const { store, writer, fold } = begin()
      store.obstacle = outage
      fold(updated(order(1)))
      await vi.advanceTimersByTimeAsync(1_000)
      const stopped = writer.stop()
      await vi.advanceTimersByTimeAsync(6_000)
      await stopped
    })
  })

  it('gives up on an error that will not pass, and says so once', async () => {
    const { store, writer, failures, fold } = begin()
    store.obstacle = () => {
      throw new Error('a value was refused')
    }
    fold(updated(order(1)))
    await expect(writer.flushedThrough(1)).rejects.toThrow('a value was refused')
    fold(updated(order(2)))
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(writer.flushedThrough(2)).rejects.toThrow('a value was refused')
    expect(failures.map(({ message }) => message)).toEqual(['a value was refused'])
  })

  it('writes one batch at a time and lets a replay wait while it has too much', async () => {
    const { store, writer, fold } = begin()
    let release = () => {}
    store.obstacle = () => new Promise<void>((resolve) => (release = resolve))
    for (let number = 0; number < 20_000; number += 1) fold(updated(order(number)))
    await vi.advanceTimersByTimeAsync(0)
    for (let number = 20_000; number < 40_000; number += 1) fold(updated(order(number)))
    let hasRoom = false
    const room = writer.hasRoom().then(() => (hasRoom = true))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(hasRoom).toBe(false)
    store.obstacle = undefined
    release()
    await vi.advanceTimersByTimeAsync(0)
    await room
    expect(store.orders.size).toBeGreaterThanOrEqual(20_000)
  })
})
