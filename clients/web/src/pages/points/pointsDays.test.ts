import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../shared/durations.ts'
import { countdown, tradingDays } from './pointsDays.ts'

const START_MS = 1_700_000_000_000
const fill = (symbol: string, day: number, fee: string) => ({
  symbol,
  fee,
  time: START_MS + day * DAY_MS + 5,
})
const assetOf = (symbol: string) =>
  ({ COIN: 'stock', BTC: 'crypto', EUR: 'forex' })[symbol] as 'stock' | 'crypto' | 'forex' | undefined
const days = (fills: readonly ReturnType<typeof fill>[], trading: number) =>
  tradingDays(fills, { startMs: START_MS, trading, assetOf })

describe('points of the running week', () => {
  it('[1.4] are spread over days by fees, those of equities half as heavy again', () => {
    const week = days([fill('COIN', 0, '2'), fill('BTC', 0, '3'), fill('EUR', 6, '4')], 1_000_000)
    expect(week.days[0]).toEqual({ equities: 300_000, others: 300_000 })
    expect(week.days[6]).toEqual({ equities: 0, others: 400_000 })
    expect(week.days).toHaveLength(7)
    expect(week.extra).toBe(100_000)
  })

  it('never are more than the exchange would give', () => {
    const week = days(
      [1, 2, 3, 4, 5, 6].map((day) => fill('COIN', day, '1')),
      1_000_003,
    )
    const sum = week.days.reduce((all, { equities, others }) => all + equities + others, 0)
    expect(sum).toBeLessThanOrEqual(1_000_003)
    expect(sum).toBeGreaterThan(999_996)
  })

  it('know nothing of other weeks, of unknown markets, or of no fees at all', () => {
    const strange = [fill('COIN', 7, '1'), fill('COIN', -1, '1'), fill('GONE', 1, '1')]
    expect(days(strange, 500).days.every(({ equities, others }) => equities + others === 0)).toBe(true)
    expect(days([], 500).extra).toBe(0)
  })

  it('end in days, hours, minutes and seconds', () => {
    expect(countdown(((1 * 24 + 9) * 60 + 54) * 60_000 + 12_999)).toEqual([1, 9, 54, 12])
    expect(countdown(-5)).toEqual([0, 0, 0, 0])
  })
})
