import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countdownTo, type Countdown } from './countdown.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

describe('a countdown', () => {
  it('tells the two largest units that matter, rounded up', () => {
    expect(countdownTo(1, 0)).toEqual({ unit: 'minutes', clock: '0:01' })
    expect(countdownTo(61_000, 0)).toEqual({ unit: 'minutes', clock: '1:01' })
    expect(countdownTo(HOUR_MS - 1, 0)).toEqual({ unit: 'hours', hours: 1, minutes: 0 })
    expect(countdownTo(HOUR_MS + 1, 0)).toEqual({ unit: 'hours', hours: 1, minutes: 1 })
    expect(countdownTo(DAY_MS - 1, 0)).toEqual({ unit: 'days', days: 1, hours: 0 })
    expect(countdownTo(2 * DAY_MS + 3 * HOUR_MS, 0)).toEqual({ unit: 'days', days: 2, hours: 3 })
  })

  it('ends with the thing itself', () => {
    expect(countdownTo(5, 5)).toBeUndefined()
    expect(countdownTo(5, 6)).toBeUndefined()
  })

  const inMs = (countdown: Countdown): number => {
    if (countdown.unit === 'days') return countdown.days * DAY_MS + countdown.hours * HOUR_MS
    if (countdown.unit === 'hours') return countdown.hours * HOUR_MS + countdown.minutes * MINUTE_MS
    const [minutes, seconds] = countdown.clock.split(':').map(Number)
    return minutes! * MINUTE_MS + seconds! * 1_000
  }
  const UNIT_MS = { days: HOUR_MS, hours: MINUTE_MS, minutes: 1_000 }

  it('says never less than there is left, and less than a unit too much', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 * DAY_MS }), (leftMs) => {
        const countdown = countdownTo(leftMs, 0)!
        const over = inMs(countdown) - leftMs
        expect(over).toBeGreaterThanOrEqual(0)
        expect(over).toBeLessThan(UNIT_MS[countdown.unit])
      }),
    )
  })
})
