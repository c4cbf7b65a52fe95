import { createHash } from 'node:crypto'
import { createCalendar } from '@vest/oracle'
import type { BaseInterval, Candle, CandleHistory } from '@vest/runtime'
import { describe, expect, it } from 'vitest'
import { createCandleHistory } from './history.ts'
import { MARKET_PROFILES, marketProfile } from './marketProfile.ts'

const GENESIS = Date.parse('2026-11-21T04:37:23.456Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const STEP: Readonly<Record<BaseInterval, number>> = { '1m': 60_000, '1h': HOUR, '1d': DAY }
const history = createCandleHistory({ seed: 'one', genesisMs: GENESIS })
const all = (of: CandleHistory, symbol: string, interval: BaseInterval): readonly Candle[] =>
  of.candles(symbol, interval, 0 as never, Number.MAX_SAFE_INTEGER as never)

/** Everything that is wrong with a candle series, as text; an empty list is the proof. */
function faultsOf(candles: readonly Candle[], scale: number): readonly string[] {
  const faults: string[] = []
  let before: Candle | undefined
  for (const candle of candles) {
    const { open, high, low, close, volume, quoteVolume, trades } = candle
    const isSound =
      low >= 1 &&
      low <= open &&
      low <= close &&
      high >= open &&
      high >= close &&
      volume >= trades &&
      trades >= 1
    if (!isSound) faults.push(`shape ${JSON.stringify(candle)}`)
    if (
      quoteVolume < low * volume * scale ||
      quoteVolume > high * volume * scale ||
      quoteVolume % scale !== 0
    )
      faults.push(`quote volume ${JSON.stringify(candle)}`)
    if (before && before.close !== open) faults.push(`gap ${JSON.stringify([before, candle])}`)
    before = candle
  }
  return faults
}

function fold(children: readonly Candle[], openTimeMs: number): Candle {
  return {
    openTimeMs: openTimeMs as Candle['openTimeMs'],
    open: children[0]!.open,
    high: Math.max(...children.map((child) => child.high)) as Candle['high'],
    low: Math.min(...children.map((child) => child.low)) as Candle['low'],
    close: children.at(-1)!.close,
    volume: children.reduce((sum, child) => sum + child.volume, 0) as Candle['volume'],
    quoteVolume: children.reduce((sum, child) => sum + child.quoteVolume, 0) as Candle['quoteVolume'],
    trades: children.reduce((sum, child) => sum + child.trades, 0),
  }
}

/** The large candles, rebuilt from the small ones that lie in them. */
function foldAll(small: readonly Candle[], stepMs: number): readonly Candle[] {
  const groups = new Map<number, Candle[]>()
  for (const candle of small) {
    const openTimeMs = Math.floor(candle.openTimeMs / stepMs) * stepMs
    const group = groups.get(openTimeMs)
    if (group) group.push(candle)
    else groups.set(openTimeMs, [candle])
  }
  return [...groups].map(([openTimeMs, children]) => fold(children, openTimeMs))
}

describe.each(MARKET_PROFILES.map((profile) => [profile.symbol, profile] as const))(
  'history of %s',
  (symbol, profile) => {
    const minutes = all(history, symbol, '1m')
    const hours = all(history, symbol, '1h')
    const days = all(history, symbol, '1d')

    it('agrees with itself at every interval and ends at the starting price', () => {
      expect(minutes).toHaveLength(7 * 1_440 + 4 * 60 + 37)
      expect(hours).toHaveLength(90 * 24 + 5)
      expect(days).toHaveLength(731)
      for (const series of [minutes, hours, days]) {
        expect(faultsOf(series, 10 ** (6 - profile.priceDecimals - profile.sizeDecimals))).toEqual([])
        expect(series.at(-1)!.close).toBe(profile.startPrice)
      }
      expect(foldAll(minutes, HOUR)).toEqual(hours.slice(-(7 * 24 + 5)))
      expect(foldAll(hours, DAY)).toEqual(days.slice(-91))
    })

    it('moves about as much as its volatility says', () => {
      const annual = (candles: readonly Candle[], perYear: number): number => {
        const squares = candles.map(({ open, close }) => Math.log(close / open) ** 2)
        return Math.sqrt((squares.reduce((sum, square) => sum + square, 0) / squares.length) * perYear)
      }
      for (const stdev of [annual(days, 365), annual(hours, 365 * 24)]) {
        expect(stdev / profile.volatility).toBeGreaterThan(0.55)
        expect(stdev / profile.volatility).toBeLessThan(2)
      }
      const closes = days.map((candle) => candle.close)
      expect(Math.max(...closes) / profile.startPrice).toBeLessThan(12)
      expect(profile.startPrice / Math.min(...closes)).toBeLessThan(12)
    })

    it('trades in the order of its live flow', () => {
      const week = days.slice(-8, -1)
      const dailyUsd = week.reduce((sum, day) => sum + day.quoteVolume, 0) / week.length / 1e6
      const expected = profile.takersPerSecond * 86_400 * 1_200
      expect(dailyUsd / expected).toBeGreaterThan(0.5)
      expect(dailyUsd / expected).toBeLessThan(2)
    })
  },
)

describe('candle history', () => {
  const hashOf = (of: CandleHistory): string => {
    const hash = createHash('sha256')
    for (const symbol of ['COIN-USD-PERP', 'BTC-PERP', 'EUR-USD-PERP'])
      for (const interval of ['1m', '1h', '1d'] as const)
        hash.update(JSON.stringify(all(of, symbol, interval)))
    return hash.digest('hex')
  }

  it('is the same for the same seed and genesis, and another for another', () => {
    const first = hashOf(history)
    expect(hashOf(createCandleHistory({ seed: 'one', genesisMs: GENESIS }))).toBe(first)
    expect(hashOf(createCandleHistory({ seed: 'two', genesisMs: GENESIS }))).not.toBe(first)
  })

  it('answers any window with exactly the candles that open in it', () => {
    for (const interval of ['1m', '1h', '1d'] as const) {
      const whole = all(history, 'ETH-PERP', interval)
      const step = STEP[interval]
      for (const [from, to] of [
        [0, 0],
        [3, 10],
        [whole.length - 5, whole.length + 5],
        [100, 350],
      ] as const) {
        const start = whole[0]!.openTimeMs + from * step
        const found = history.candles(
          'ETH-PERP',
          interval,
          start as never,
          (whole[0]!.openTimeMs + to * step) as never,
        )
        expect(found).toEqual(whole.slice(from, to + 1))
        const off = history.candles('ETH-PERP', interval, (start + 1) as never, (start + step - 1) as never)
        expect(off).toEqual([])
      }
    }
    expect(history.candles('NO-PERP', '1m', 0 as never, GENESIS as never)).toEqual([])
  })

  it('ends with the minute before genesis, also when genesis is midnight', () => {
    expect(history.endTimeMs).toBe(Date.parse('2026-11-21T04:37Z'))
    expect(all(history, 'BTC-PERP', '1m').at(-1)!.openTimeMs).toBe(Date.parse('2026-11-21T04:36Z'))
    const midnight = createCandleHistory({ seed: 'one', genesisMs: Date.parse('2026-11-21T00:00Z') })
    expect(all(midnight, 'BTC-PERP', '1d')).toHaveLength(730)
    expect(all(midnight, 'BTC-PERP', '1d').at(-1)!.close).toBe(marketProfile('BTC-PERP')!.startPrice)
    expect(foldAll(all(midnight, 'BTC-PERP', '1m'), HOUR)).toEqual(
      all(midnight, 'BTC-PERP', '1h').slice(-7 * 24),
    )
  })

  it('lets markets of one factor rise and fall together', () => {
    const returns = (symbol: string) =>
      all(history, symbol, '1d').map(({ open, close }) => Math.log(close / open))
    const correlation = (a: readonly number[], b: readonly number[]): number => {
      const dot = (x: readonly number[], y: readonly number[]) =>
        x.reduce((sum, value, i) => sum + value * y[i]!, 0)
      return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
    }
    expect(correlation(returns('BTC-PERP'), returns('ETH-PERP'))).toBeGreaterThan(0.45)
    expect(correlation(returns('SPX-USD-PERP'), returns('NDX-USD-PERP'))).toBeGreaterThan(0.7)
    expect(correlation(returns('SPX-USD-PERP'), returns('VIX-USD-PERP'))).toBeLessThan(-0.5)
    expect(Math.abs(correlation(returns('BTC-PERP'), returns('EUR-USD-PERP')))).toBeLessThan(0.2)
  })

  it('trades stocks more at the open in New York than at night', () => {
    const byHour = new Map<number, number>()
    for (const candle of all(history, 'COIN-USD-PERP', '1h')) {
      const hour = new Date(candle.openTimeMs).getUTCHours()
      byHour.set(hour, (byHour.get(hour) ?? 0) + candle.volume)
    }
    expect(byHour.get(14)!).toBeGreaterThan(2.5 * byHour.get(4)!)
  })
})

describe('candle history under the session calendar', () => {
  const calendar = createCalendar()
  const scheduled = createCandleHistory({ seed: 'one', genesisMs: GENESIS, calendar })

  it.each(['COIN-USD-PERP', 'SPX-USD-PERP', 'NKY-USD-PERP', 'EUR-USD-PERP', 'BTC-PERP'])(
    '%s has a candle for every open minute, hour and day, and none for closed ones',
    (symbol) => {
      const profile = marketProfile(symbol)!
      const minutes = all(scheduled, symbol, '1m')
      const hours = all(scheduled, symbol, '1h')
      const days = all(scheduled, symbol, '1d')
      const first = Math.floor(GENESIS / DAY) * DAY - 7 * DAY
      const open: number[] = []
      for (let ms = first; ms < scheduled.endTimeMs; ms += 60_000)
        if (calendar.sessionAt(profile, ms) !== 'CLOSED') open.push(ms)
      expect(minutes.map((candle) => candle.openTimeMs)).toEqual(open)
      for (const series of [minutes, hours, days]) {
        expect(faultsOf(series, 1)).toEqual([])
        expect(series.at(-1)!.close).toBe(profile.startPrice)
      }
      const hoursOfMinutes = foldAll(minutes, HOUR)
      expect(hoursOfMinutes).toEqual(hours.slice(-hoursOfMinutes.length))
      const daysOfHours = foldAll(hours, DAY)
      expect(daysOfHours).toEqual(days.slice(-daysOfHours.length))
    },
  )
})
