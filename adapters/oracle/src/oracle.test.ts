import { ticks, timeMs, type TimeMs } from '@vest/protocol'
import type { PriceFeed, SourceQuote } from '@vest/runtime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { alwaysOpen, createCalendar } from './calendar.ts'
import { createOracle, type Oracle, type OracleCommand, type OracleOptions } from './oracle.ts'
import type { OracleMarket } from './oracleMarket.ts'

const markets: readonly OracleMarket[] = [
  { marketId: 0, symbol: 'COIN-USD-PERP', priceDecimals: 2, asset: 'stock', category: 'stock', tier: 'T3' },
  { marketId: 1, symbol: 'BTC-PERP', priceDecimals: 2, asset: 'crypto', category: 'crypto', tier: 'T0' },
]
const clock = { time: 0, nowMs: (): TimeMs => timeMs(clock.time) }

let push: (quotes: readonly SourceQuote[]) => void
let isListening: boolean
const feed: PriceFeed = {
  start(_, onQuotes) {
    push = onQuotes
    isListening = true
    return () => (isListening = false)
  },
}
let delivered: OracleCommand[]
let failures: unknown[]
let oracle: Oracle

function begin(options: Partial<OracleOptions> = {}): void {
  delivered = []
  failures = []
  oracle = createOracle({
    feed,
    clock,
    markets,
    calendar: alwaysOpen,
    sessions: new Map([
      [0, 'REGULAR'],
      [1, 'REGULAR'],
    ]),
    deliver: async (command) => delivered.push(command),
    onFailure: (error) => failures.push(error),
    evaluationMs: 1_000_000,
    ...options,
  })
  oracle.start()
}
beforeEach(() => {
  clock.time = Date.parse('2026-07-15T15:00Z')
  begin()
  return () => oracle.stop()
})

const say = (symbol: string, price: number, ageMs = 200): void =>
  push(
    ['a', 'b', 'c'].map((sourceId) => ({
      symbol,
      sourceId,
      price: ticks(price),
      confBps: 1,
      timeMs: timeMs(clock.time - ageMs),
      weight: 1,
    })),
  )
const pass = (seconds: number): void => void (clock.time += seconds * 1_000)
const lastPrices = () => {
  const last = delivered.at(-1)
  return last?.kind === 'UpdateIndexPrices' ? last.prices : undefined
}

describe('oracle', () => {
  it('delivers the prices of all markets as one command', async () => {
    say('COIN-USD-PERP', 25_500)
    say('BTC-PERP', 9_200_000)
    await oracle.evaluate()
    expect(delivered).toEqual([
      {
        kind: 'UpdateIndexPrices',
        prices: [
          { marketId: 0, price: 25_500, conf: 0, held: false, sourceTimeMs: clock.time - 200 },
          { marketId: 1, price: 9_200_000, conf: 0, held: false, sourceTimeMs: clock.time - 200 },
        ],
      },
    ])
  })

  it('leaves out a market that has not moved, but never lets its source time grow older than two turns', async () => {
    const reportedAt: number[] = []
    for (let second = 0; second < 7; second += 1) {
      say('BTC-PERP', 9_200_000)
      const before = delivered.length
      await oracle.evaluate()
      if (delivered.length > before) reportedAt.push(second)
      pass(1)
    }
    expect(reportedAt).toEqual([0, 2, 4, 6])
  })

  it('reports a move of a basis point at once, and a smaller one with the next heartbeat', async () => {
    say('BTC-PERP', 9_200_000)
    await oracle.evaluate()
    pass(1)
    say('BTC-PERP', 9_200_919)
    await oracle.evaluate()
    expect(delivered).toHaveLength(1)
    pass(1)
    say('BTC-PERP', 9_200_919)
    await oracle.evaluate()
    expect(lastPrices()).toMatchObject([{ marketId: 1, price: 9_200_919 }])
    pass(1)
    say('BTC-PERP', 9_201_840)
    await oracle.evaluate()
    expect(lastPrices()).toMatchObject([{ marketId: 1, price: 9_201_840 }])
  })

  it('says nothing of a market whose sources are silent, so that it grows stale', async () => {
    say('BTC-PERP', 9_200_000)
    await oracle.evaluate()
    for (let second = 0; second < 20; second += 1) {
      pass(1)
      await oracle.evaluate()
    }
    const times = delivered.flatMap((command) =>
      command.kind === 'UpdateIndexPrices' ? command.prices.map((price) => price.sourceTimeMs) : [],
    )
    expect(Math.max(...times)).toBe(Math.min(...times))
  })

  it('tells when a hold begins, and holds against the price the engine had before a restart', async () => {
    await oracle.stop()
    begin({ lastPrices: new Map([[1, ticks(9_200_000)]]) })
    const split = (low: number): void =>
      push(
        [low, low + 50_000, low + 90_000].map((price, source) => ({
          symbol: 'BTC-PERP',
          sourceId: String(source),
          price: ticks(price),
          confBps: 1,
          timeMs: timeMs(clock.time),
          weight: 1,
        })),
      )
    split(10_000_000)
    await oracle.evaluate()
    pass(1)
    split(10_000_000)
    await oracle.evaluate()
    expect(delivered).toEqual([])
    pass(1)
    split(10_000_000)
    await oracle.evaluate()
    expect(lastPrices()).toMatchObject([{ price: 10_050_000, held: false }])
    pass(1)
    split(11_000_000)
    await oracle.evaluate()
    expect(lastPrices()).toMatchObject([{ price: 10_050_000, held: true }])
  })

  it('does not listen to a source that goes back in time', async () => {
    say('BTC-PERP', 9_200_000)
    await oracle.evaluate()
    pass(1)
    say('BTC-PERP', 9_200_000, 0)
    say('BTC-PERP', 9_300_000, 900)
    pass(1)
    await oracle.evaluate()
    expect(lastPrices()).toMatchObject([{ price: 9_200_000 }])
  })

  it('changes sessions before prices, and only those the engine does not hold already', async () => {
    await oracle.stop()
    clock.time = Date.parse('2026-07-15T12:00Z')
    begin({ calendar: createCalendar() })
    say('COIN-USD-PERP', 25_500)
    await oracle.evaluate()
    expect(delivered.map((command) => command.kind)).toEqual(['ChangeSession', 'UpdateIndexPrices'])
    expect(delivered[0]).toEqual({ kind: 'ChangeSession', marketId: 0, session: 'EXTENDED' })
    await oracle.stop()
    begin({
      calendar: createCalendar(),
      sessions: new Map([
        [0, 'EXTENDED'],
        [1, 'REGULAR'],
      ]),
    })
    await oracle.evaluate()
    expect(delivered).toEqual([])
    await oracle.stop()
    begin({
      calendar: alwaysOpen,
      sessions: new Map([
        [0, 'EXTENDED'],
        [1, 'REGULAR'],
      ]),
    })
    await oracle.evaluate()
    expect(delivered).toEqual([{ kind: 'ChangeSession', marketId: 0, session: 'REGULAR' }])
  })

  it('says of a regular session when it will end', async () => {
    await oracle.stop()
    clock.time = Date.parse('2026-07-15T14:00Z')
    begin({ calendar: createCalendar(), sessions: new Map([[1, 'REGULAR']]) })
    await oracle.evaluate()
    expect(delivered).toEqual([
      {
        kind: 'ChangeSession',
        marketId: 0,
        session: 'REGULAR',
        endTimeMs: Date.parse('2026-07-15T20:00Z'),
      },
    ])
  })

  it('tells every session once to an engine of which nothing is known', async () => {
    await oracle.stop()
    begin({ sessions: new Map() })
    await oracle.evaluate()
    await oracle.evaluate()
    expect(delivered).toEqual([
      { kind: 'ChangeSession', marketId: 0, session: 'REGULAR' },
      { kind: 'ChangeSession', marketId: 1, session: 'REGULAR' },
    ])
  })

  it('gives a closed market a first price and then leaves it alone', async () => {
    await oracle.stop()
    clock.time = Date.parse('2026-07-18T12:00Z')
    begin({
      calendar: createCalendar(),
      sessions: new Map([
        [0, 'CLOSED'],
        [1, 'REGULAR'],
      ]),
    })
    for (let second = 0; second < 5; second += 1) {
      say('COIN-USD-PERP', 25_500 + second * 10)
      await oracle.evaluate()
      pass(1)
    }
    expect(delivered).toHaveLength(1)
  })

  it('has one delivery under way at a time and then reports the newest prices', async () => {
    await oracle.stop()
    const answers: (() => void)[] = []
    begin({
      deliver: (command) => {
        delivered.push(command)
        return new Promise<void>((resolve) => answers.push(resolve))
      },
    })
    say('BTC-PERP', 9_200_000)
    const first = oracle.evaluate()
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    pass(1)
    say('BTC-PERP', 9_250_000)
    const second = oracle.evaluate()
    answers[0]!()
    await Promise.all([first, second])
    expect(delivered).toHaveLength(1)
    pass(1)
    say('BTC-PERP', 9_260_000)
    const third = oracle.evaluate()
    await vi.waitFor(() => expect(answers).toHaveLength(2))
    expect(lastPrices()).toMatchObject([{ price: 9_260_000 }])
    answers[1]!()
    await third
  })

  it('reports again what the engine did not take, and tells of the failure', async () => {
    await oracle.stop()
    let isFull = true
    begin({
      deliver: async (command) => {
        if (isFull) throw new Error('inbox full')
        delivered.push(command)
      },
    })
    say('BTC-PERP', 9_200_000)
    await oracle.evaluate()
    expect(failures).toEqual([new Error('inbox full')])
    isFull = false
    await oracle.evaluate()
    expect(lastPrices()).toMatchObject([{ price: 9_200_000 }])
  })

  it('stops listening at stop', async () => {
    expect(isListening).toBe(true)
    await oracle.stop()
    expect(isListening).toBe(false)
  })
})
