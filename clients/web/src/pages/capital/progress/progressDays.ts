/**
 * The days of a capital account, from its hourly values and its fills. A day begins at 00:00 UTC with the balance of that
 * hour, from which its floor is set; its low is the lowest hourly value, so what lay between two hours is not seen.
 */
import { mulDivFloor, usd6, type Usd6 } from '@vest/protocol'

export interface HourValue {
  readonly timeMs: number
  readonly equity: Usd6
  readonly balance: Usd6
}

export interface ProgressDay {
  /** Its 00:00 UTC. */
  readonly dayMs: number
  readonly openBalance: Usd6
  readonly floor: Usd6
  readonly openEquity: Usd6
  readonly closeEquity: Usd6
  /** Since the end of the day before. */
  readonly change: Usd6
  readonly lowest: Usd6
  readonly lowestTimeMs: number
  /** Of the day's loss limit, at its lowest, 0 to 10⁴. */
  readonly usedBps: number
  readonly fills: number
}

export const DAY_MS = 86_400_000
export const dayStart = (timeMs: number): number => Math.floor(timeMs / DAY_MS) * DAY_MS

/** Oldest first. `dailyLoss`: what a day may lose; `today`: the day that goes on, and the balance that it began with. */
export function progressDays(
  hours: readonly HourValue[],
  fills: readonly { readonly timeMs: number }[],
  {
    size,
    dailyLoss,
    today,
  }: {
    readonly size: Usd6
    readonly dailyLoss: Usd6
    readonly today?: { readonly dayMs: number; readonly balance: Usd6 }
  },
): readonly ProgressDay[] {
  const byDay = new Map<number, HourValue[]>()
  for (const hour of hours) {
    const day = byDay.get(dayStart(hour.timeMs))
    if (day === undefined) byDay.set(dayStart(hour.timeMs), [hour])
    else day.push(hour)
  }
  const filled = new Map<number, number>()
  for (const { timeMs } of fills) filled.set(dayStart(timeMs), (filled.get(dayStart(timeMs)) ?? 0) + 1)
  let before: Usd6 = size
  return [...byDay].map(([dayMs, values]) => {
    const first = values[0]!
    // The account began within its first day, with its size.
    const begun = first.timeMs === dayMs ? first.balance : size
    const openBalance = today?.dayMs === dayMs ? today.balance : begun
    const low = values.reduce((lowest, value) => (value.equity < lowest.equity ? value : lowest))
    const closeEquity = values.at(-1)!.equity
    const change = usd6(closeEquity - before)
    before = closeEquity
    const used = Math.max(0, openBalance - low.equity)
    return {
      dayMs,
      openBalance,
      closeEquity,
      change,
      floor: usd6(openBalance - dailyLoss),
      openEquity: first.equity,
      lowest: low.equity,
      lowestTimeMs: low.timeMs,
      usedBps: dailyLoss === 0 ? 0 : Math.min(10_000, mulDivFloor(used, 10_000, dailyLoss)),
      fills: filled.get(dayMs) ?? 0,
    }
  })
}

/** The months in which there are days, oldest first, each with its days. */
export function monthsOf(days: readonly ProgressDay[]): readonly (readonly ProgressDay[])[] {
  const months: ProgressDay[][] = []
  for (const day of days) {
    const last = months.at(-1)
    if (last !== undefined && monthOf(last[0]!) === monthOf(day)) last.push(day)
    else months.push([day])
  }
  return months
}
const monthOf = ({ dayMs }: ProgressDay): string => new Date(dayMs).toISOString().slice(0, 7)

export interface WeekDay {
  readonly dayMs: number
  readonly day: ProgressDay | undefined
}

/**
 * Rows of seven from Monday on, from the week of a month's first day to the end of the month. A week of two months is whole in
 * both, so that its sum is one; days that the account has not seen are undefined.
 */
export function weeksOf(
  month: readonly ProgressDay[],
  days: readonly ProgressDay[],
): readonly (readonly WeekDay[])[] {
  const [first, last] = [month[0], month.at(-1)]
  if (first === undefined || last === undefined) return []
  const byStart = new Map(days.map((day) => [day.dayMs, day]))
  const monday = first.dayMs - ((new Date(first.dayMs).getUTCDay() + 6) % 7) * DAY_MS
  const end = new Date(last.dayMs)
  const nextMonthMs = Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1)
  const weeks: WeekDay[][] = []
  for (let week = monday; week < nextMonthMs; week += 7 * DAY_MS)
    weeks.push(
      Array.from({ length: 7 }, (_, at) => ({
        dayMs: week + at * DAY_MS,
        day: byStart.get(week + at * DAY_MS),
      })),
    )
  return weeks
}

/** What the days of a row have changed together; undefined of a row without one. */
export const changeOf = (week: readonly WeekDay[]): Usd6 | undefined =>
  week.every(({ day }) => day === undefined)
    ? undefined
    : usd6(week.reduce((sum, { day }) => sum + (day?.change ?? 0), 0))
