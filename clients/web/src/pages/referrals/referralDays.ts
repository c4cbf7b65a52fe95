/** The days of a span, those without any trade among the bars. Pure. */
import { readDecimal, type ReferralDayRow } from '@vest/protocol'
import { DAY_MS } from '../../shared/durations.ts'

export const RANGE_DAYS = { week: 7, month: 30, all: undefined } as const
export type DayRange = keyof typeof RANGE_DAYS

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS

/** Days are those of UTC, whatever the reader's clock says. */
export function dayText(ms: number): string {
  const date = new Date(ms)
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
}

/** Newest first, as they come. */
export function rowsOf(
  rows: readonly ReferralDayRow[],
  range: DayRange,
  nowMs: number,
): readonly ReferralDayRow[] {
  const days = RANGE_DAYS[range]
  return days === undefined ? rows : rows.filter(({ time }) => time > dayOf(nowMs) - days * DAY_MS)
}

export interface DayBar {
  readonly time: number
  /** Micro-dollars. */
  readonly reward: number
}

/** Oldest first, up to today, every day of the span; of all days those from the first on. */
export function barsOf(rows: readonly ReferralDayRow[], range: DayRange, nowMs: number): readonly DayBar[] {
  const today = dayOf(nowMs)
  const first = Math.min(today, ...rows.map(({ time }) => time))
  const count = RANGE_DAYS[range] ?? (today - first) / DAY_MS + 1
  const rewards = new Map(rows.map(({ time, reward }) => [time, readDecimal(reward, 6)]))
  return Array.from({ length: count }, (_, at) => {
    const time = today - (count - 1 - at) * DAY_MS
    return { time, reward: rewards.get(time) ?? 0 }
  })
}
