import { afterEach, describe, expect, it } from 'vitest'
import { csvText } from '../../shared/csv/index.ts'
import { FORMAT_STYLE, formatDateTime, formatIsoTime, setFormatStyle } from '../../shared/format/index.ts'
import { axisTime, candleTime } from './chartTime.ts'

const AT = Date.UTC(2026, 10, 22, 14, 5)
const MIDNIGHT = Date.UTC(2026, 10, 22)
const hour = { interval: '1h', language: 'en' } as const
const day = { interval: '1d', language: 'en' } as const

afterEach(() => setFormatStyle(FORMAT_STYLE))

describe('time on the chart', () => {
  it('[5.1] axis, crosshair, tables and files say one zone and one clock: those of the preferences', () => {
    setFormatStyle({ ...FORMAT_STYLE, timeZone: 'utc' })
    expect(candleTime(AT, '1h')).toBe(formatDateTime(AT))
    expect(candleTime(AT, '1h')).toBe('11/22/2026 14:05 UTC')
    expect(axisTime(AT, { ...hour, place: 'time' })).toBe('14:05')
    expect(csvText(['time'], [[formatIsoTime(AT)]])).toContain('2026-11-22T14:05:00.000Z')
    setFormatStyle({ ...FORMAT_STYLE, timeZone: 'utc', clock: '12h' })
    expect(candleTime(AT, '1h')).toBe('11/22/2026 2:05 PM UTC')
    expect(axisTime(AT, { ...hour, place: 'time' })).toBe('2:05 PM')
    setFormatStyle({ ...FORMAT_STYLE, timeZone: 'local' })
    const offsetMinutes = -new Date(AT).getTimezoneOffset()
    expect(candleTime(AT, '1h')).toBe(formatDateTime(AT))
    expect(Date.parse(formatIsoTime(AT))).toBe(AT)
    const wall = new Date(AT + offsetMinutes * 60_000).toISOString().slice(11, 16)
    expect(axisTime(AT, { ...hour, place: 'time' })).toBe(wall)
    expect(formatIsoTime(AT).slice(11, 16)).toBe(wall)
  })

  it('candles of days are dates, the same in every zone; a day of an hourly chart begins with its date', () => {
    for (const timeZone of ['utc', 'local'] as const) {
      setFormatStyle({ ...FORMAT_STYLE, timeZone })
      expect(candleTime(MIDNIGHT, '1d')).toBe('11/22/2026')
      expect(candleTime(MIDNIGHT, '1w')).toBe('11/22/2026')
      expect(axisTime(MIDNIGHT, { ...day, place: 'day' })).toBe('11/22')
      expect(axisTime(MIDNIGHT, { ...day, place: 'month' })).toBe('Nov')
      expect(axisTime(MIDNIGHT, { ...day, place: 'year' })).toBe('2026')
      expect(axisTime(MIDNIGHT, { ...day, place: 'time' })).toBe('11/22')
    }
    setFormatStyle({ ...FORMAT_STYLE, timeZone: 'utc' })
    expect(axisTime(MIDNIGHT, { ...hour, place: 'day' })).toBe('11/22')
    expect(axisTime(AT, { ...hour, place: 'day' })).toBe('11/22 14:05')
  })
})
