import { describe, expect, it } from 'vitest'
import { usd } from '../../../testing/fixtures.ts'
import { dayFacts } from './dayFacts.ts'
import { changeOf, DAY_MS, monthsOf, progressDays, weeksOf, type HourValue } from './progressDays.ts'
import { progressStats } from './progressStats.ts'

/** A Wednesday. */
const FIRST = Date.UTC(2025, 10, 12)
const HOUR_MS = 3_600_000
const hour = (day: number, at: number, equity: number, balance = equity): HourValue => ({
  timeMs: FIRST + day * DAY_MS + at * HOUR_MS,
  equity: usd(equity),
  balance: usd(balance),
})
const HOURS = [
  hour(0, 9, 10_000),
  hour(0, 15, 10_084.2),
  hour(1, 0, 10_084.2),
  hour(1, 12, 9_850, 9_990),
  hour(1, 23, 10_216.8),
]
const PLAN = { size: usd(10_000), dailyLoss: usd(400) }

describe('days of a capital account', () => {
  it('begin with the balance of 00:00 UTC, the first with the size; the change is since the day before', () => {
    const days = progressDays(HOURS, [{ timeMs: FIRST + DAY_MS }, { timeMs: FIRST + DAY_MS + 5 }], PLAN)
    expect(days.map(({ openBalance, floor, change, fills }) => [openBalance, floor, change, fills])).toEqual([
      [usd(10_000), usd(9_600), usd(84.2), 0],
      [usd(10_084.2), usd(9_684.2), usd(132.6), 2],
    ])
    // 234.20 of 400 at its lowest.
    expect(days[1]).toMatchObject({ lowest: usd(9_850), usedBps: 5_855 })
  })

  it('goes on with the balance that the exchange judges it by', () => {
    const today = { dayMs: FIRST + DAY_MS, balance: usd(10_050) }
    const [, last] = progressDays(HOURS, [], { ...PLAN, today })
    expect(last).toMatchObject({ openBalance: usd(10_050), floor: usd(9_650), usedBps: 5_000 })
  })

  it('tell how near they came to the floor, and what ended in them', () => {
    const [, day] = progressDays(HOURS, [], PLAN)
    const ended = (pnl: number, at: number) => ({
      realizedPnl: usd(pnl),
      fees: usd(2),
      funding: usd(-0.5),
      closeTimeMs: FIRST + at * DAY_MS,
    })
    const facts = dayFacts(day!, HOURS, [ended(50, 0), ended(30, 1), ended(-80, 1), ended(7, 2)])
    expect(facts).toEqual({
      hours: HOURS.slice(2),
      nearest: usd(165.8),
      used: usd(234.2),
      trades: 2,
      won: 1,
      costs: usd(-5),
    })
  })

  it('stand in weeks from Monday on, to the end of the month', () => {
    const [week, ...more] = ((days) => weeksOf(days, days))(progressDays(HOURS, [], PLAN))
    expect(more.map(([monday]) => new Date(monday!.dayMs).getUTCDate())).toEqual([17, 24])
    expect(more.map(changeOf)).toEqual([undefined, undefined])
    expect(week!.map(({ day }) => day !== undefined)).toEqual([
      ...[false, false, true, true, false, false, false],
    ])
    expect(changeOf(week!)).toBe(usd(216.8))
    expect(weeksOf([], [])).toEqual([])
  })

  it('stand in months of UTC, also over the end of a year; the months’ days are all days', () => {
    const days = progressDays(
      Array.from({ length: 60 }, (_, day) => hour(day, 0, 10_000 + day)),
      [],
      PLAN,
    )
    const months = monthsOf(days)
    // From 12 November 2025 to 10 January 2026.
    expect(months.map(({ length }) => length)).toEqual([19, 31, 10])
    expect(months.flat()).toEqual(days)
    const rows = months.map((month) => weeksOf(month, days))
    // The week of two months is the same in both; each other one stands once.
    expect(rows[1]!.at(-1)).toEqual(rows[2]![0])
    const weeks = new Map(rows.flat().map((week) => [week[0]!.dayMs, changeOf(week) ?? 0]))
    expect(weeks.size).toBe(rows.flat().length - 1)
    expect([...weeks.values()].reduce((sum, change) => sum + change, 0)).toBe(usd(59))
    expect(monthsOf([])).toEqual([])
  })
})

describe('statistics', () => {
  const trade = (pnl: number) => ({ realizedPnl: usd(pnl), fees: usd(1), funding: usd(-0.5) })

  it('are undefined without a trade, never zero', () => {
    expect(progressStats([], [])).toMatchObject({
      trades: 0,
      winBps: undefined,
      best: undefined,
      profitFactor2: undefined,
      bestDay: undefined,
    })
  })

  it('count wins, losses, averages, extremes, costs and how steady it was', () => {
    const days = progressDays(HOURS, [{ timeMs: FIRST + DAY_MS }], PLAN)
    expect(progressStats([trade(30), trade(10), trade(-20), trade(0)], days)).toMatchObject({
      trades: 4,
      won: 2,
      lost: 1,
      realised: usd(20),
      winBps: 5_000,
      averageWin: usd(20),
      averageLoss: usd(-20),
      best: trade(30),
      worst: trade(-20),
      gains: usd(40),
      losses: usd(20),
      profitFactor2: 200,
      daysTraded: 1,
      daysWon: 1,
      daysLost: 0,
      fees: usd(-4),
      funding: usd(-2),
      // 132.60 of 216.80.
      bestDayBps: 6_116,
    })
  })
})
