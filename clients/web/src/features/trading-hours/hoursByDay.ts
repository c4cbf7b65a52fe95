/** The sessions of a market as rows by day, on the reader's own clock. Pure but for that clock. */
import type { Session, TradingHoursRow } from '@vest/protocol'
import { wallTime } from '../../shared/format/index.ts'

export interface HoursRow {
  readonly session: Session
  /** Undefined: it began before everything that is scheduled. */
  readonly startMs: number | undefined
  readonly endMs: number | undefined
  readonly isNow: boolean
}

export interface HoursDay {
  /** Any moment of the day. */
  readonly timeMs: number
  readonly rows: readonly HoursRow[]
}

/** A session stands under the day on which it begins; the present one, whenever it began, under today. */
export function hoursByDay(rows: readonly TradingHoursRow[], nowMs: number): readonly HoursDay[] {
  const days = new Map<string, { readonly timeMs: number; readonly rows: HoursRow[] }>()
  for (const { session, startTime, endTime } of rows) {
    const isNow = (startTime ?? -Infinity) <= nowMs && nowMs < (endTime ?? Infinity)
    const isOver = !isNow && (startTime ?? -Infinity) <= nowMs
    if (isOver) continue
    const timeMs = isNow ? nowMs : startTime!
    const key = dayOf(timeMs)
    const day = days.get(key) ?? { timeMs, rows: [] }
    day.rows.push({ session, startMs: startTime ?? undefined, endMs: endTime ?? undefined, isNow })
    days.set(key, day)
  }
  return [...days.values()]
}

function dayOf(timeMs: number): string {
  const { year, month, day } = wallTime(timeMs)
  return `${year}-${month}-${day}`
}
