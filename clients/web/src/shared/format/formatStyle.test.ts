import { afterEach, describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import { usd6 } from '@vest/protocol'
import { formatClock, formatDateTime, formatMoney, wallTime } from './format.ts'
import { FORMAT_STYLE, setFormatStyle } from './formatStyle.ts'
import { displayNumeric, judgeNumeric } from '../numeric/index.ts'

afterEach(() => setFormatStyle(FORMAT_STYLE))

const AFTERNOON_MS = Date.UTC(2026, 0, 31, 15, 5, 9)

describe('numbers and times as the reader wants them', () => {
  it('times of UTC say so, and a clock of twelve hours has no hour zero', () => {
    setFormatStyle({ ...FORMAT_STYLE, timeZone: 'utc' })
    expect(formatDateTime(AFTERNOON_MS)).toBe('1/31/2026 15:05 UTC')
    setFormatStyle({ ...FORMAT_STYLE, timeZone: 'utc', clock: '12h' })
    expect(formatDateTime(AFTERNOON_MS)).toBe('1/31/2026 3:05 PM UTC')
    expect(formatClock(AFTERNOON_MS)).toBe('3:05:09 PM')
    expect(formatClock(Date.UTC(2026, 0, 31, 0, 0, 1))).toBe('12:00:01 AM')
    expect(formatClock(Date.UTC(2026, 0, 31, 12, 0, 1))).toBe('12:00:01 PM')
  })

  it('local time is that of the machine', () => {
    const date = new Date(AFTERNOON_MS)
    expect(wallTime(AFTERNOON_MS)).toMatchObject({ day: date.getDate(), hours: date.getHours() })
  })

  it('large amounts come short or with every digit', () => {
    const amount = usd6(48_271_350_640_000)
    expect(formatMoney(amount, { compact: true })).toBe('$48.27M')
    setFormatStyle({ ...FORMAT_STYLE, amounts: 'full' })
    expect(formatMoney(amount, { compact: true })).toBe('$48,271,350.64')
  })

  it('[5.1] whatever groups the digits, a field takes back what it shows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e12 }),
        fc.constantFrom('comma' as const, 'space' as const),
        (value, grouping) => {
          setFormatStyle({ ...FORMAT_STYLE, grouping })
          const shown = displayNumeric(String(value))
          expect(judgeNumeric(shown, { decimals: 2 })).toEqual({ kind: 'accepted', text: String(value) })
          if (value >= 1_000) expect(shown).toContain(grouping === 'comma' ? ',' : '\u202f')
        },
      ),
    )
  })
})
