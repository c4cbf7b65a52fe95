import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TradingHoursRow } from '@vest/protocol'
import { FORMAT_STYLE, setFormatStyle } from '../../shared/format/index.ts'
import { hoursByDay } from './hoursByDay.ts'

const at = (iso: string): number => Date.parse(`${iso}Z`)
const row = (
  session: TradingHoursRow['session'],
  start: string | null,
  end: string | null,
): TradingHoursRow => ({
  session,
  startTime: start === null ? null : at(start),
  endTime: end === null ? null : at(end),
})
const FRIDAY = [
  row('REGULAR', '2026-11-20T14:30', '2026-11-20T21:00'),
  row('EXTENDED', '2026-11-20T21:00', '2026-11-21T01:00'),
  row('CLOSED', '2026-11-21T01:00', '2026-11-23T01:00'),
  row('OVERNIGHT', '2026-11-23T01:00', null),
]

beforeEach(() => setFormatStyle({ ...FORMAT_STYLE, timeZone: 'utc' }))
afterEach(() => setFormatStyle(FORMAT_STYLE))

describe('sessions by day', () => {
  it('puts a session under the day on which it begins', () => {
    const days = hoursByDay(FRIDAY, at('2026-11-20T15:00'))
    expect(days.map(({ rows }) => rows.map(({ session }) => session))).toEqual([
      ['REGULAR', 'EXTENDED'],
      ['CLOSED'],
      ['OVERNIGHT'],
    ])
    expect(days[0]!.rows[0]).toMatchObject({ isNow: true, startMs: at('2026-11-20T14:30') })
    expect(days.flatMap(({ rows }) => rows).filter(({ isNow }) => isNow)).toHaveLength(1)
  })

  it('puts the present one under today, also when it began days ago, and leaves out what is over', () => {
    const days = hoursByDay(FRIDAY, at('2026-11-22T12:00'))
    expect(days.map(({ timeMs, rows }) => [timeMs, rows.map(({ session }) => session)])).toEqual([
      [at('2026-11-22T12:00'), ['CLOSED']],
      [at('2026-11-23T01:00'), ['OVERNIGHT']],
    ])
  })

  it('knows a market for which nothing is scheduled', () => {
    expect(hoursByDay([row('REGULAR', null, null)], 5)).toEqual([
      { timeMs: 5, rows: [{ session: 'REGULAR', startMs: undefined, endMs: undefined, isNow: true }] },
    ])
  })
})
