import type { Session } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { marketProfile, MARKET_PROFILES } from './marketProfile.ts'
import { createPriceWalk, logReturn, type Regime } from './priceWalk.ts'
import { createRandom, seedState } from './random.ts'

const coin = marketProfile('COIN-USD-PERP')!
const spy = marketProfile('SPY-USD-PERP')!
const stdev = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)

/** Log returns of one market while its sessions follow a pattern. */
function returnsOf(symbol: string, pattern: readonly Session[], steps: number): readonly number[] {
  const walk = createPriceWalk({
    seed: 'walk',
    genesisMs: 0,
    profiles: [marketProfile(symbol)!],
    isAlwaysOpen: false,
  })
  let before = walk.price(symbol)!
  return Array.from({ length: steps }, (_, step) => {
    walk.step(() => pattern[step % pattern.length]!)
    const price = walk.price(symbol)!
    const move = Math.log(price / before)
    before = price
    return move
  })
}

describe('price walk by session', () => {
  it('opens the regular session with a tenth of the day', () => {
    const moves = returnsOf('COIN-USD-PERP', ['EXTENDED', 'REGULAR'], 4_000)
    const gaps = moves.filter((_, step) => step % 2 === 1)
    expect(stdev(gaps) / (coin.volatility * Math.sqrt(0.1 / 252))).toBeGreaterThan(0.9)
    expect(stdev(gaps) / (coin.volatility * Math.sqrt(0.1 / 252))).toBeLessThan(1.1)
  })

  it('jumps on quarterly figures for companies, not for funds', () => {
    const leaps = (symbol: string): number =>
      returnsOf(symbol, ['OVERNIGHT', 'EXTENDED'], 20_000).filter((move) => Math.abs(move) > 0.01).length
    // 10,000 mornings, 4 of 252 with figures, 87 % of which move a share by more than 1 %.
    expect(leaps('COIN-USD-PERP')).toBeGreaterThan(95)
    expect(leaps('COIN-USD-PERP')).toBeLessThan(185)
    expect(leaps('SPY-USD-PERP')).toBe(0)
  })

  it('spreads a day over its sessions: 75 % regular, 12 % extended, 3 % overnight, nothing while closed', () => {
    const daily = (session: Session, seconds: number): number =>
      (stdev(returnsOf('COIN-USD-PERP', [session], 3_000)) ** 2 * seconds * 252) / coin.volatility ** 2
    expect(Math.abs(daily('REGULAR', 6.5 * 3_600) - 0.75)).toBeLessThan(0.08)
    expect(Math.abs(daily('EXTENDED', 9.5 * 3_600) - 0.12)).toBeLessThan(0.013)
    expect(Math.abs(daily('OVERNIGHT', 8 * 3_600) - 0.03)).toBeLessThan(0.004)
    expect(returnsOf('COIN-USD-PERP', ['CLOSED'], 100).every((move) => move === 0)).toBe(true)
  })
})

describe('one step', () => {
  const returns = (
    input: {
      readonly years: number
      readonly draw: number
      readonly price?: number
      readonly regime?: Regime
    },
    count: number,
  ) => {
    const random = createRandom(seedState('step'))
    const market = { profile: spy, startPrice: 660, price: input.price ?? 660, random }
    return Array.from({ length: count }, () => logReturn(market, { regime: 'normal', ...input }))
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length

  it('jumps six times a year by about four days', () => {
    const days = returns({ years: 1 / 365, draw: 0 }, 50_000)
    const jumps = days.filter((move) => Math.abs(move) > 0.0005)
    expect(jumps.length / (50_000 / 365)).toBeGreaterThan(5)
    expect(jumps.length / (50_000 / 365)).toBeLessThan(7)
    expect(stdev(jumps) / ((4 * spy.volatility) / Math.sqrt(252))).toBeGreaterThan(0.9)
    expect(stdev(jumps) / ((4 * spy.volatility) / Math.sqrt(252))).toBeLessThan(1.1)
  })

  it('is pulled back to the starting price with 0.4 a year', () => {
    const pull = (price: number) => mean(returns({ years: 1e-6, draw: 0, price }, 1_000)) * 1e6
    const drift = -0.5 * spy.volatility ** 2
    expect(Math.abs(pull(660 * Math.E) - (drift - 0.4))).toBeLessThan(0.01)
    expect(Math.abs(pull(660 / Math.E) - (drift + 0.4))).toBeLessThan(0.01)
  })

  it('moves with the draw, scaled by regime', () => {
    const move = (regime: Regime) =>
      mean(returns({ years: 1e-6, draw: 1, regime }, 100)) / 1e-3 / spy.volatility
    expect([move('calm'), move('normal'), move('stressed')].map((value) => Number(value.toFixed(2)))).toEqual(
      [0.7, 1, 1.8],
    )
  })
})

describe('regimes', () => {
  it('come and go by themselves, mostly normal', () => {
    const walk = createPriceWalk({ seed: 'regimes', genesisMs: 0, profiles: [], isAlwaysOpen: true })
    const seconds: Record<Regime, number> = { calm: 0, normal: 0, stressed: 0 }
    const total = 1_500_000
    for (let step = 0; step < total; step += 1) {
      walk.step(() => 'REGULAR')
      seconds[walk.regime()] += 1
    }
    expect(seconds.normal / total).toBeGreaterThan(0.6)
    expect(seconds.calm).toBeGreaterThan(0)
    expect(seconds.stressed).toBeGreaterThan(0)
  })
})

describe('profiles', () => {
  it('are those of every launch market, with six decimals in all and loadings that leave each market something of its own', () => {
    expect(new Set(MARKET_PROFILES.map(({ symbol }) => symbol)).size).toBe(MARKET_PROFILES.length)
    expect(MARKET_PROFILES.length).toBeGreaterThan(100)
    for (const { loadings, priceDecimals, sizeDecimals, startPrice } of MARKET_PROFILES) {
      expect(priceDecimals + sizeDecimals).toBe(6)
      expect(startPrice).toBeGreaterThan(0)
      expect(loadings.equity ** 2 + loadings.crypto ** 2 + loadings.dollar ** 2).toBeLessThan(1)
    }
  })
})
