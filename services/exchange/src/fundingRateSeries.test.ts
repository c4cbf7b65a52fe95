import type { EventEnvelope } from '@vest/engine'
import { describe, expect, it } from 'vitest'
import { createFundingRateSeries } from './fundingRateSeries.ts'

const MINUTE_MS = 60_000
const T = 28_000_000 * MINUTE_MS

const published = (timeMs: number, rate: number, symbol = 'A'): EventEnvelope =>
  ({ seq: 1, timeMs, events: [{ kind: 'TickersChanged', rows: [{ symbol, rate }] }] }) as never

describe('published funding rates', () => {
  it('keeps the last of each minute and folds it into longer intervals', () => {
    const series = createFundingRateSeries()
    series.onEvents([
      published(T, 1),
      published(T + 59_999, 2),
      published(T + MINUTE_MS, 3),
      published(T + 2 * MINUTE_MS, 4),
      published(T, 9, 'B'),
    ])
    expect(series.rates('A', '1m')).toEqual([
      { timeMs: T, rate: 2 },
      { timeMs: T + MINUTE_MS, rate: 3 },
      { timeMs: T + 2 * MINUTE_MS, rate: 4 },
    ])
    const start = Math.floor(T / (3 * MINUTE_MS)) * 3 * MINUTE_MS
    const rows = series.rates('A', '3m')
    expect(rows.map(({ timeMs }) => (timeMs - start) % (3 * MINUTE_MS))).toEqual(rows.map(() => 0))
    expect(rows.at(-1)!.rate).toBe(4)
    expect(series.rates('C', '1m')).toEqual([])
  })

  it('goes on under a new symbol', () => {
    const series = createFundingRateSeries()
    const renamed = { kind: 'MarketRenamed', marketId: 0, symbol: 'NEW', formerSymbol: 'A' }
    const rename = { seq: 2, timeMs: T + 1, events: [renamed] } as never
    series.onEvents([published(T, 1), rename, published(T + MINUTE_MS, 2, 'NEW')])
    expect(series.rates('NEW', '1m').map(({ rate }) => rate)).toEqual([1, 2])
    expect(series.rates('A', '1m')).toEqual([])
  })

  it('is bounded', () => {
    const series = createFundingRateSeries()
    for (let minute = 0; minute < 10_000; minute += 1)
      series.onEvents([published(T + minute * MINUTE_MS, minute)])
    const rows = series.rates('A', '1m')
    expect(rows.length).toBeGreaterThanOrEqual(1_000)
    expect(rows.length).toBeLessThanOrEqual(2_000)
    expect(rows.at(-1)!.rate).toBe(9_999)
  })
})
