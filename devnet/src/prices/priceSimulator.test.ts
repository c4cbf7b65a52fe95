import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  aggregate,
  aggregationParameters,
  alwaysOpen,
  createCalendar,
  EMPTY_MEMORY,
  type IndexMemory,
} from '@vest/oracle'
import { ticks, timeMs, type Ticks, type TimeMs } from '@vest/protocol'
import type { SourceQuote } from '@vest/runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MARKET_PROFILES, marketProfile } from './marketProfile.ts'
import { createPriceSimulator, type PriceSimulator, type PriceSimulatorOptions } from './priceSimulator.ts'

const GENESIS = Date.parse('2026-11-21T04:00Z')
const clock = { time: GENESIS, nowMs: (): TimeMs => timeMs(clock.time) }
let folder: string
beforeEach(() => {
  clock.time = GENESIS
  folder = mkdtempSync(join(tmpdir(), 'vest-prices-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const simulator = (options: Partial<PriceSimulatorOptions> = {}): PriceSimulator =>
  createPriceSimulator({ seed: 'one', genesisMs: GENESIS, clock, ...options })
function run(prices: PriceSimulator, seconds: number): readonly (readonly SourceQuote[])[] {
  return Array.from({ length: seconds }, () => {
    clock.time += 1_000
    return prices.step()
  })
}
const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex')
const pricesOf = (prices: PriceSimulator): readonly (Ticks | undefined)[] =>
  MARKET_PROFILES.map(({ symbol }) => prices.price(symbol))

describe('path', () => {
  it('is the same for the same seed and genesis, and another for another', () => {
    const path = (options: Partial<PriceSimulatorOptions>) => {
      clock.time = GENESIS
      return hashOf(run(simulator(options), 120))
    }
    const first = path({})
    expect(path({})).toBe(first)
    expect(path({ seed: 'two' })).not.toBe(first)
    expect(path({ genesisMs: GENESIS + 1 })).not.toBe(first)
  })

  it('begins at the starting prices and stays near them within a minute', () => {
    const prices = simulator()
    for (const profile of MARKET_PROFILES) expect(prices.price(profile.symbol)).toBe(profile.startPrice)
    run(prices, 60)
    for (const profile of MARKET_PROFILES)
      expect(Math.abs(prices.price(profile.symbol)! / profile.startPrice - 1)).toBeLessThan(0.05)
  })

  it('goes on at the same draw after a save and a restart', () => {
    const statePath = join(folder, 'walk.json')
    const whole = simulator()
    run(whole, 50)
    const before = simulator({ statePath })
    run(before, 20)
    before.save()
    const after = simulator({ statePath })
    expect(pricesOf(after)).toEqual(pricesOf(before))
    run(after, 30)
    expect(pricesOf(after)).toEqual(pricesOf(whole))
  })

  it('is saved every five seconds and when the feed stops', () => {
    vi.useFakeTimers()
    const statePath = join(folder, 'walk.json')
    const prices = simulator({ statePath })
    const stepsSaved = (): number =>
      (JSON.parse(readFileSync(statePath, 'utf8')) as { state: { step: number } }).state.step
    const stop = prices.start([{ symbol: 'BTC-PERP', priceDecimals: 2 }], () => {})
    vi.advanceTimersByTime(5_000)
    expect(stepsSaved()).toBe(6)
    vi.advanceTimersByTime(4_000)
    expect(stepsSaved()).toBe(6)
    stop()
    expect(stepsSaved()).toBe(10)
    vi.useRealTimers()
  })

  it('resumes from the prices of the exchange when its own are older, and from its own when they are the same', () => {
    const statePath = join(folder, 'walk.json')
    const before = simulator({ statePath })
    run(before, 20)
    before.save()
    const bitcoin = before.price('BTC-PERP')!
    const lastPrices = new Map([
      ['BTC-PERP', ticks(bitcoin + 100)],
      ['ETH-PERP', ticks(4_000_000)],
    ])
    const after = simulator({ statePath, lastPrices })
    expect(after.price('BTC-PERP')).toBe(bitcoin)
    expect(after.price('ETH-PERP')).toBe(4_000_000)
    const withoutFile = simulator({ lastPrices })
    expect(withoutFile.price('BTC-PERP')).toBe(bitcoin + 100)
  })

  it('goes on when it cannot be saved on the way; the end tells', () => {
    vi.useFakeTimers()
    try {
      const told: string[] = []
      const prices = simulator({
        statePath: join(folder, 'gone', 'prices.json'),
        onSaveFailure: (error) => told.push((error as NodeJS.ErrnoException).code!),
      })
      let batches = 0
      const stop = prices.start([], () => (batches += 1))
      vi.advanceTimersByTime(10_000)
      expect(prices.jump('BTC-PERP', 1)).toBe('done')
      expect(batches).toBe(12)
      expect(told).toEqual(['ENOENT', 'ENOENT', 'ENOENT'])
      expect(stop).toThrow(/ENOENT/)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does without a saved walk that is damaged, foreign or of another shape', () => {
    const statePath = join(folder, 'walk.json')
    const first = simulator({ statePath })
    first.setPrice('BTC-PERP', ticks(5_000_000))
    const whole = readFileSync(statePath, 'utf8')
    for (const text of [
      '',
      whole.slice(0, 500),
      '{}',
      whole.replace('"one"', '"two"'),
      whole.replace('"step"', '"stop"'),
    ]) {
      writeFileSync(statePath, text)
      expect(simulator({ statePath }).price('BTC-PERP')).toBe(marketProfile('BTC-PERP')!.startPrice)
    }
    writeFileSync(statePath, whole)
    expect(simulator({ statePath }).price('BTC-PERP')).toBe(5_000_000)
  })

  it('moves as much as the annual volatility says, and together with its factor', () => {
    const seconds = 6_000
    const prices = simulator()
    const logs = new Map<string, number[]>(
      ['BTC-PERP', 'ETH-PERP', 'COIN-USD-PERP', 'EUR-USD-PERP'].map((s) => [s, []]),
    )
    for (let second = 0; second < seconds; second += 1) {
      clock.time += 1_000
      prices.step()
      for (const [symbol, log] of logs) log.push(Math.log(prices.price(symbol)!))
    }
    const returns = (symbol: string, stride: number): number[] => {
      const log = logs.get(symbol)!
      return Array.from(
        { length: Math.floor((log.length - 1) / stride) },
        (_, i) => log[(i + 1) * stride]! - log[i * stride]!,
      )
    }
    const stdev = (values: number[]): number =>
      Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
    for (const symbol of ['BTC-PERP', 'ETH-PERP', 'COIN-USD-PERP']) {
      const annual = stdev(returns(symbol, 10)) * Math.sqrt(31_536_000 / 10)
      const expected = marketProfile(symbol)!.volatility
      // Regimes scale volatility between 0.7 and 1.8.
      expect(annual / expected).toBeGreaterThan(0.6)
      expect(annual / expected).toBeLessThan(2)
    }
    const [btc, eth] = [returns('BTC-PERP', 5), returns('ETH-PERP', 5)]
    const correlation =
      btc.reduce((sum, value, i) => sum + value * eth[i]!, 0) / btc.length / (stdev(btc) * stdev(eth))
    expect(correlation).toBeGreaterThan(0.9 * 0.75 - 0.1)
    expect(correlation).toBeLessThan(0.9 * 0.75 + 0.1)
  })

  it('stands still while the calendar says closed', () => {
    clock.time = Date.parse('2026-11-21T12:00Z')
    const prices = simulator({ calendar: createCalendar() })
    run(prices, 600)
    const profileOf = (symbol: string) => marketProfile(symbol)!.startPrice
    expect(prices.price('COIN-USD-PERP')).toBe(profileOf('COIN-USD-PERP'))
    expect(prices.price('EUR-USD-PERP')).toBe(profileOf('EUR-USD-PERP'))
    expect(prices.price('BTC-PERP')).not.toBe(profileOf('BTC-PERP'))
  })
})

describe('sources', () => {
  it('are three, with errors of basis points, delays of 50 to 800 ms, rare dropouts and rare bad ticks', () => {
    const prices = simulator()
    let expected = 0
    let seen = 0
    let bad = 0
    const faults: string[] = []
    for (let second = 0; second < 400; second += 1) {
      clock.time += 1_000
      const quotes = prices.step()
      expected += MARKET_PROFILES.length * 3
      seen += quotes.length
      for (const quote of quotes) {
        const ageMs = clock.time - quote.timeMs
        const truth = prices.price(quote.symbol)!
        const distance = Math.abs(quote.price - truth)
        if (distance > 0.05 * truth) bad += 1
        else if (distance > 0.0015 * truth + 1) faults.push(`${quote.symbol} is off by ${distance} ticks`)
        if (ageMs < 50 || ageMs > 800) faults.push(`${quote.symbol} is ${ageMs} ms old`)
      }
    }
    expect(faults).toEqual([])
    const dropouts = (expected - seen) / expected
    expect(dropouts).toBeGreaterThan(0.0005)
    expect(dropouts).toBeLessThan(0.0015)
    expect(bad / seen).toBeGreaterThan(0.00003)
    expect(bad / seen).toBeLessThan(0.0003)
  })

  it('aggregate to an index within six basis points of the true price, in every market, bad ticks or not', () => {
    const prices = simulator()
    const memories = new Map<string, IndexMemory>()
    const faults: string[] = []
    let evaluations = 0
    for (let second = 0; second < 200; second += 1) {
      clock.time += 1_000
      const bySymbol = new Map<string, SourceQuote[]>(MARKET_PROFILES.map(({ symbol }) => [symbol, []]))
      for (const quote of prices.step()) bySymbol.get(quote.symbol)!.push(quote)
      for (const profile of MARKET_PROFILES) {
        const { index, memory } = aggregate({
          quotes: bySymbol.get(profile.symbol)!,
          previous: memories.get(profile.symbol) ?? EMPTY_MEMORY,
          parameters: aggregationParameters({ ...profile, marketId: 0, tier: 'T4' }, 2),
          nowMs: clock.time,
        })
        memories.set(profile.symbol, memory)
        if (index === undefined) continue
        evaluations += 1
        const truth = prices.price(profile.symbol)!
        const distance = Math.abs(index.price - truth)
        if (distance > Math.max(1, truth * 0.0006))
          faults.push(`${profile.symbol} is off by ${distance} of ${truth}`)
      }
    }
    expect(faults).toEqual([])
    expect(evaluations).toBeGreaterThan(0.999 * 200 * MARKET_PROFILES.length)
  })
})

describe('scenario hooks', () => {
  const listed = [{ symbol: 'BTC-PERP', priceDecimals: 2 }]
  let heard: SourceQuote[][]
  const listen = (prices: PriceSimulator): (() => void) => {
    heard = []
    return prices.start(listed, (quotes) => heard.push([...quotes]))
  }

  it('set a price at once, in all sources', () => {
    const prices = simulator()
    const stop = listen(prices)
    expect(prices.setPrice('BTC-PERP', ticks(8_000_000))).toBe('done')
    stop()
    expect(heard.at(-1)!.map((quote) => quote.price)).toEqual([8_000_000, 8_000_000, 8_000_000])
    expect(prices.price('BTC-PERP')).toBe(8_000_000)
  })

  it('jump by a percentage, never to zero', () => {
    const prices = simulator()
    const before = prices.price('BTC-PERP')!
    prices.jump('BTC-PERP', -5.1)
    expect(Math.abs(prices.price('BTC-PERP')! - before * 0.949)).toBeLessThanOrEqual(1)
    prices.jump('BTC-PERP', -100)
    expect(prices.price('BTC-PERP')).toBe(1)
    run(prices, 5)
    expect(prices.price('BTC-PERP')).toBeGreaterThan(0)
  })

  it('freeze a market, without changing the path of it or of any other', () => {
    const prices = simulator()
    const twin = simulator()
    prices.freeze('BTC-PERP')
    const quotes = run(prices, 10).flat()
    run(twin, 10)
    expect(quotes.some((quote) => quote.symbol === 'BTC-PERP')).toBe(false)
    expect(quotes.some((quote) => quote.symbol === 'ETH-PERP')).toBe(true)
    prices.unfreeze('BTC-PERP')
    expect(
      run(prices, 1)
        .flat()
        .some((quote) => quote.symbol === 'BTC-PERP'),
    ).toBe(true)
    run(twin, 1)
    expect(pricesOf(prices)).toEqual(pricesOf(twin))
  })

  it('raise volatility by regime', () => {
    const range = (regime: 'calm' | 'stressed'): number => {
      clock.time = GENESIS
      const prices = simulator()
      prices.regime(regime)
      let sum = 0
      let last = prices.price('BTC-PERP')!
      for (let second = 0; second < 300; second += 1) {
        run(prices, 1)
        const price = prices.price('BTC-PERP')!
        sum += (price - last) ** 2
        last = price
      }
      return Math.sqrt(sum)
    }
    const ratio = range('stressed') / range('calm')
    expect(ratio).toBeGreaterThan(1.8 / 0.7 / 1.15)
    expect(ratio).toBeLessThan((1.8 / 0.7) * 1.15)
  })

  it('name unknown markets', () => {
    const prices = simulator()
    expect(prices.setPrice('NO-PERP', ticks(1))).toBe('unknown-market')
    expect(prices.jump('NO-PERP', 1)).toBe('unknown-market')
    expect(prices.freeze('NO-PERP')).toBe('unknown-market')
    expect(prices.unfreeze('NO-PERP')).toBe('unknown-market')
    expect(() => prices.start([{ symbol: 'NO-PERP', priceDecimals: 2 }], () => {})).toThrow('NO-PERP')
  })

  it('delivers only listed markets, first at once, and nothing after it is stopped', () => {
    const prices = simulator({ calendar: alwaysOpen })
    const stop = listen(prices)
    expect(heard).toHaveLength(1)
    expect(new Set(heard[0]!.map((quote) => quote.symbol))).toEqual(new Set(['BTC-PERP']))
    stop()
    prices.setPrice('BTC-PERP', ticks(8_000_000))
    expect(heard).toHaveLength(1)
  })
})
