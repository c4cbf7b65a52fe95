/**
 * Local wall-clock times of an IANA zone as UTC milliseconds. The rules of the zone are read from the
 * runtime's zone database once per year and kept as a short list of offset changes, so that converting a time
 * is a search in three numbers. Nothing here knows of markets.
 */
import { assert } from '@vest/protocol'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A calendar day without zone, as days since 1970-01-01. */
export type DayNumber = number

export const dayNumber = (year: number, month: number, day: number): DayNumber =>
  Date.UTC(year, month - 1, day) / DAY_MS
/** 0 = Sunday ... 6 = Saturday; 1970-01-01 was a Thursday. */
export const weekdayOf = (day: DayNumber): number => (((day + 4) % 7) + 7) % 7
export const yearOf = (day: DayNumber): number => new Date(day * DAY_MS).getUTCFullYear()
/** "2026-11-26" to a day; asserts the shape and that the day exists. */
export function readDay(text: string): DayNumber {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  assert(match !== null, `not a day: ${text}`)
  const day = dayNumber(Number(match[1]), Number(match[2]), Number(match[3]))
  assert(new Date(day * DAY_MS).toISOString().startsWith(text), `no such day: ${text}`)
  return day
}

interface OffsetChange {
  readonly fromUtcMs: number
  readonly offsetMs: number
}

export interface Zone {
  /** UTC time of a local wall-clock time; a time that occurs twice is the first, one that does not exist moves on. */
  utcMs(day: DayNumber, minuteOfDay: number): number
  /** The local day in which a UTC time lies. */
  dayAt(utcMs: number): DayNumber
}

export function createZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const years = new Map<number, readonly OffsetChange[]>()

  function readOffsetMs(utcMs: number): number {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(utcMs)) part[type] = Number(value)
    const localMs = Date.UTC(
      part['year']!,
      part['month']! - 1,
      part['day']!,
      part['hour']!,
      part['minute']!,
      part['second']!,
    )
    return localMs - Math.floor(utcMs / 1_000) * 1_000
  }

  function changesOf(year: number): readonly OffsetChange[] {
    const known = years.get(year)
    if (known) return known
    const startMs = Date.UTC(year, 0, 1)
    const endMs = Date.UTC(year + 1, 0, 1)
    const changes: OffsetChange[] = [{ fromUtcMs: startMs, offsetMs: readOffsetMs(startMs) }]
    for (let dayMs = startMs; dayMs < endMs; dayMs += DAY_MS) {
      const offsetMs = readOffsetMs(dayMs + DAY_MS)
      if (offsetMs !== changes.at(-1)!.offsetMs) changes.push({ fromUtcMs: changeIn(dayMs), offsetMs })
    }
    years.set(year, changes)
    return changes
  }

  // Bisects a day to the second in which the offset changes.
  function changeIn(dayMs: number): number {
    const before = readOffsetMs(dayMs)
    let low = dayMs
    let high = dayMs + DAY_MS
    while (high - low > 1_000) {
      const middle = low + Math.floor((high - low) / 2_000) * 1_000
      if (readOffsetMs(middle) === before) low = middle
      else high = middle
    }
    return high
  }

  function offsetAt(utcMs: number): number {
    const changes = changesOf(new Date(utcMs).getUTCFullYear())
    let offsetMs = changes[0]!.offsetMs
    for (const change of changes) if (change.fromUtcMs <= utcMs) offsetMs = change.offsetMs
    return offsetMs
  }

  return {
    utcMs(day, minuteOfDay) {
      const localMs = day * DAY_MS + minuteOfDay * 60_000
      // The offset of a day earlier holds unless the clocks changed since: then it is asked anew.
      const firstGuess = localMs - offsetAt(localMs - DAY_MS)
      const offsetMs = offsetAt(firstGuess)
      return offsetAt(localMs - offsetMs) === offsetMs ? localMs - offsetMs : firstGuess
    },
    dayAt(utcMs) {
      return Math.floor((utcMs + offsetAt(utcMs)) / DAY_MS)
    },
  }
}
