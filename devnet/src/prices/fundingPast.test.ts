import { timeMs } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createFundingPast } from './fundingPast.ts'
import { createCandleHistory } from './history.ts'

const HOUR_MS = 3_600_000
const GENESIS_MS = 1_763_700_123_456
const options = { seed: 'a seed', genesisMs: GENESIS_MS }
const past = createFundingPast(options)
const all = (symbol: string) => past.rates(symbol, timeMs(0), timeMs(Number.MAX_SAFE_INTEGER))

describe('funding rates from before the exchange', () => {
  it('reach as far back as the candles of days, an hour each, up to the hour of genesis', () => {
    const candles = createCandleHistory(options).candles('BTC-PERP', '1d', timeMs(0), timeMs(GENESIS_MS))
    const rates = all('BTC-PERP')
    expect(rates[0]!.hourMs).toBe(candles[0]!.openTimeMs)
    expect(rates.at(-1)!.hourMs).toBe(past.endTimeMs - HOUR_MS)
    expect(rates).toHaveLength((past.endTimeMs - rates[0]!.hourMs) / HOUR_MS)
    expect(new Set(rates.map(({ hourMs }) => hourMs % HOUR_MS))).toEqual(new Set([0]))
  })

  it('are the same whenever and in whichever part they are asked for, and others for another market', () => {
    const rates = all('BTC-PERP')
    const [from, to] = [rates[100]!.hourMs, rates[200]!.hourMs]
    expect(createFundingPast(options).rates('BTC-PERP', from, to)).toEqual(rates.slice(100, 201))
    expect(past.rates('BTC-PERP', timeMs(from + 1), timeMs(to - 1))).toEqual(rates.slice(101, 200))
    expect(all('ETH-PERP')).not.toEqual(rates)
    expect(all('NO-SUCH-PERP')).toEqual([])
  })

  it('lie about the rate of a market without a premium, on both sides of zero and within the cap', () => {
    const rates = all('BTC-PERP').map(({ rate }) => rate)
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
    expect(mean).toBeGreaterThan(800)
    expect(mean).toBeLessThan(1_700)
    expect(Math.min(...rates)).toBeLessThan(0)
    expect(Math.max(...rates.map(Math.abs))).toBeLessThanOrEqual(10_000)
    expect(rates.every((rate) => Number.isSafeInteger(rate) && !Object.is(rate, -0))).toBe(true)
  })
})
