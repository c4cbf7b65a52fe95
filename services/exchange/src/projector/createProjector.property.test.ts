/**
 * Whatever happens and wherever the process dies, what people read afterwards is what they would have read had
 * it lived on: same candles of every interval, same 24 h figures, same sums, same orders, every trade once.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import type { EngineEvent, EventEnvelope } from '@vest/engine'
import { KLINE_INTERVALS, lots, ratio4, ticks, usd6, type Address, type OrderStatus } from '@vest/protocol'
import type { ReadModelStore } from '@vest/runtime'
import { createProjector } from './createProjector.ts'
import {
  at,
  candle,
  createEnvelopes,
  createMemoryStore,
  DAY_MS,
  historyOf,
  HOUR_MS,
  MIDNIGHT_MS,
  MINUTE_MS,
  order,
  rename,
  split,
  tickers,
  trade,
  type MemoryStore,
} from './testing/scriptedEvents.ts'

const T = MIDNIGHT_MS + 10 * HOUR_MS
const SYMBOLS = ['BTC-PERP', 'ETH-PERP']
/** What the first is called from a step on, in some lives. */
const NEW_SYMBOL = 'NEW-PERP'
const NEVER = 99

type Step = {
  readonly afterMs: number
  readonly events: readonly EngineEvent[]
  readonly waitMs: number
  readonly dies: boolean
}

const symbol = fc.constantFrom(...SYMBOLS)
const event: fc.Arbitrary<EngineEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.integer({ min: 50, max: 150 }), symbol)
      .map(([mark, name]) => tickers(mark, 'TRADING', name)),
  },
  { weight: 1, arbitrary: symbol.map((name) => tickers(100, 'HALT', name)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }), symbol)
      .map(([newShares, oldShares, name]) => split(newShares, oldShares, name)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 9 }), symbol)
      .map(([size, name]) => trade(0, size, 10 * size, name)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(5), fc.constantFrom<OrderStatus[]>('NEW', 'PARTIALLY_FILLED', 'FILLED', 'CANCELLED'))
      .map(([number, status]): EngineEvent => ({ kind: 'OrderUpdated', order: order(number, { status }) })),
  },
)
const ACCOUNTS = [1, 2, 3].map((n): Address => `0x${String(n).repeat(40)}`)
const account = fc.constantFrom(...ACCOUNTS)
/** A fill, and before it what it leaves of the position, as the engine tells them. */
const filled: fc.Arbitrary<EngineEvent[]> = fc
  .tuple(account, fc.nat(9), fc.boolean(), fc.integer({ min: 1, max: 3 }))
  .map(([of, fee, isBuy, size]) => [
    {
      kind: 'PositionChanged',
      account: of,
      symbol: SYMBOLS[0]!,
      isLong: isBuy,
      size: lots(size),
      cost: usd6(100 * fee),
      initMarginRatio: ratio4(1_000 + fee),
    },
    {
      kind: 'FillBooked',
      tradeId: 1,
      orderId: order(1).id,
      account: of,
      marketId: 0,
      symbol: SYMBOLS[0]!,
      isBuy,
      orderType: 'MARKET',
      isMaker: false,
      price: ticks(1),
      size: lots(size),
      value: usd6(100 * fee),
      fee: usd6(fee),
      pnl: usd6(0),
      settledFunding: usd6(0),
    },
  ])
const referred: fc.Arbitrary<EngineEvent[]> = fc
  .tuple(account, account)
  .map(([of, referrer]) => [{ kind: 'ReferralApplied', account: of, referrer, code: 'FRIEND' }])
const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.oneof(fc.nat(2_000), fc.nat(2 * HOUR_MS), fc.nat(2 * DAY_MS)),
  events: fc
    .array(
      fc.oneof(
        { weight: 15, arbitrary: event.map((each) => [each]) },
        { weight: 4, arbitrary: filled },
        { weight: 1, arbitrary: referred },
      ),
      { maxLength: 4 },
    )
    .map((lists) => lists.flat()),
  waitMs: fc.constantFrom(0, 100, 300, 11_000),
  dies: fc.boolean(),
})

const past = Array.from({ length: 300 }, (_, index) =>
  candle(T - (300 - index) * MINUTE_MS, [90, 95, 85, 92], [1, 90, 1]),
)
const history = historyOf(T, {
  '1m': past,
  '1h': [candle(T - HOUR_MS, [90, 95, 85, 92], [60, 5_400, 60])],
  '1d': [candle(MIDNIGHT_MS, [90, 95, 85, 92], [300, 27_000, 300])],
})

function named(event: EngineEvent): EngineEvent {
  const renamed = <T extends { readonly symbol: string }>(row: T): T =>
    row.symbol === SYMBOLS[0] ? { ...row, symbol: NEW_SYMBOL } : row
  if (event.kind === 'TickersChanged') return { ...event, rows: event.rows.map(renamed) }
  return 'symbol' in event ? renamed(event) : event
}

function envelopesOf(steps: readonly Step[], renamedAt: number): EventEnvelope[] {
  const next = createEnvelopes()
  let nowMs = T
  let tradeId = 0
  // At last a second passes, so that every reader knows the same time.
  return [...steps, { afterMs: 1_000, events: [] }].map(({ afterMs, events: scripted }, index) => {
    nowMs += afterMs
    const events = index < renamedAt ? [...scripted] : scripted.map(named)
    if (index === renamedAt) events.unshift(rename(SYMBOLS[0]!, NEW_SYMBOL))
    return next(
      nowMs,
      ...events.map((each) => (each.kind === 'TradeExecuted' ? { ...each, tradeId: (tradeId += 1) } : each)),
    )
  })
}

/** A store that a dead process reaches no more. */
function lease(store: MemoryStore) {
  let isAlive = true
  const leased = {
    ...store,
    apply: (...args: Parameters<MemoryStore['apply']>) =>
      isAlive ? store.apply(...args) : new Promise<void>(() => {}),
  }
  return { leased: leased as unknown as ReadModelStore, end: () => (isAlive = false) }
}

const start = (store: ReadModelStore) =>
  createProjector({
    store,
    history,
    clock: { nowMs: () => at(T + 100 * DAY_MS) },
    onFailure: (reason) => {
      throw reason
    },
  })

async function readings(projector: ReturnType<typeof start>) {
  // The past is fetched between other work; here there is nothing else to do.
  await vi.advanceTimersByTimeAsync(1)
  const candles = []
  for (const name of [...SYMBOLS, NEW_SYMBOL])
    for (const interval of KLINE_INTERVALS)
      candles.push([name, interval, await projector.candles({ symbol: name, interval, limit: 500 })])
  const sums = [projector.feesOfDay(), ...ACCOUNTS.map((each) => projector.refereeVolume(each))]
  return { candles, stats: [...SYMBOLS, NEW_SYMBOL].map((name) => projector.stats24h(name)), sums }
}

describe('a process that dies and starts again', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows what it would have shown had it lived on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 30 }),
        fc.nat(40),
        async (steps, renamedAt) => {
          const envelopes = envelopesOf(steps, renamedAt)
          const last = envelopes.length

          const whole = createMemoryStore()
          const undisturbed = start(lease(whole).leased)
          undisturbed.onEvents(envelopes)
          await undisturbed.flushedThrough(last)

          const store = createMemoryStore()
          let life = lease(store)
          let projector = start(life.leased)
          for (const [index, { waitMs, dies }] of steps.entries()) {
            projector.onEvents([envelopes[index]!])
            await vi.advanceTimersByTimeAsync(waitMs)
            if (!dies) continue
            life.end()
            life = lease(store)
            projector = start(life.leased)
            // The engine replays what the store does not have.
            const { lastSeq } = await store.open()
            projector.onEvents(envelopes.slice(lastSeq, index + 1))
          }
          projector.onEvents([envelopes[last - 1]!])
          await projector.flushedThrough(last)
          expect(await readings(projector)).toEqual(await readings(undisturbed))

          // The latest state of each, at the place where it was told first.
          const orders = new Map<string, object>()
          const places = new Map<string, object>()
          for (const { seq, events } of envelopes)
            for (const [index, each] of events.entries()) {
              if (each.kind !== 'OrderUpdated') continue
              const place = places.get(each.order.id) ?? { seq, index }
              places.set(each.order.id, place)
              orders.set(each.order.id, { ...each.order, ...place })
            }
          expect(new Map(store.orders)).toEqual(orders)
          expect(store.closed).toEqual(whole.closed)
          const written = new Set(
            store.batches.flatMap((batch) => batch.trades.map(({ tradeId }) => tradeId)),
          )
          const traded = envelopes.flatMap(({ events }) =>
            events.flatMap((each) => (each.kind === 'TradeExecuted' ? [each.tradeId] : [])),
          )
          expect(written).toEqual(new Set(traded))

          await projector.stop()
          // And a last life that hears nothing new reads the same from the store alone.
          const silent = start(store as unknown as ReadModelStore)
          await silent.flushedThrough(last)
          expect((await readings(silent)).candles).toEqual((await readings(undisturbed)).candles)
        },
      ),
      {
        numRuns: 60,
        // The first price of all a day after the history: 25 hours are joined before any of them is stored.
        examples: [
          [[{ afterMs: DAY_MS - 1_000, events: [tickers(50)], waitMs: 0, dies: false }], NEVER],
          // The first price comes so late that nothing is joined; the history is fetched before or after its next minute.
          [
            [
              { afterMs: DAY_MS + HOUR_MS - 63_429, events: [], waitMs: 0, dies: false },
              { afterMs: 1_229, events: [], waitMs: 0, dies: false },
              { afterMs: 1_200, events: [tickers(50)], waitMs: 0, dies: false },
            ],
            NEVER,
          ],
          // A split before the first price.
          [
            [
              { afterMs: MINUTE_MS, events: [split(1, 2)], waitMs: 0, dies: false },
              { afterMs: 0, events: [tickers(50)], waitMs: 0, dies: false },
            ],
            NEVER,
          ],
          // More than a day passes between two checkpoints: hours leave memory that the store has not seen.
          [
            [
              { afterMs: 81_740_410, events: [tickers(107)], waitMs: 0, dies: true },
              { afterMs: 7_185_422, events: [], waitMs: 0, dies: true },
              { afterMs: 1_913_533, events: [], waitMs: 0, dies: false },
              { afterMs: 33_331_750, events: [], waitMs: 0, dies: false },
              { afterMs: 132_093_664, events: [], waitMs: 0, dies: false },
            ],
            NEVER,
          ],
        ],
      },
    )
  }, 120_000)
})
