import { describe, expect, it } from 'vitest'
import type { ReferralDayRow } from '@vest/protocol'
import { nextPayoutMs } from './payouts.ts'
import { barsOf, dayText, rowsOf } from './referralDays.ts'

const DAY_MS = 86_400_000
const NOW_MS = Date.UTC(2025, 10, 22, 14, 5)
const TODAY_MS = Date.UTC(2025, 10, 22)
const row = (daysAgo: number, reward: string): ReferralDayRow => ({
  time: TODAY_MS - daysAgo * DAY_MS,
  traders: 1,
  volume: '10.000000',
  fees: '1.000000',
  reward,
})

describe('days of referrals', () => {
  it('a span ends today and holds every day of it, also those without a trade', () => {
    const rows = [row(0, '0.50'), row(2, '0.25'), row(7, '9')]
    expect(rowsOf(rows, 'week', NOW_MS)).toEqual(rows.slice(0, 2))
    expect(rowsOf(rows, 'all', NOW_MS)).toEqual(rows)
    const bars = barsOf(rows, 'week', NOW_MS)
    expect(bars.map(({ reward }) => reward)).toEqual([0, 0, 0, 0, 250_000, 0, 500_000])
    expect(bars[0]!.time).toBe(TODAY_MS - 6 * DAY_MS)
    expect(barsOf(rows, 'all', NOW_MS)).toHaveLength(8)
    expect(barsOf([], 'all', NOW_MS)).toEqual([{ time: TODAY_MS, reward: 0 }])
  })

  it('is told by the calendar of UTC', () => {
    expect(dayText(Date.UTC(2025, 0, 5, 23, 59))).toBe('1/5/2025')
  })

  it('rewards are paid with the next week: Monday, 00:00 UTC', () => {
    expect(nextPayoutMs(NOW_MS)).toBe(Date.UTC(2025, 10, 24))
    expect(nextPayoutMs(Date.UTC(2025, 10, 24))).toBe(Date.UTC(2025, 11, 1))
    expect(nextPayoutMs(Date.UTC(2025, 10, 24) - 1)).toBe(Date.UTC(2025, 10, 24))
  })
})
