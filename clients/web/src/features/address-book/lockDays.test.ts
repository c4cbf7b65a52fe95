/** A lock is asked for in whole days, and never for an end before the one that holds. */
import { describe, expect, it } from 'vitest'
import { readLockDays } from './lockDays.ts'

const DAY_MS = 86_400_000

describe('the days of a lock', () => {
  it('are whole, from one to thirty', () => {
    expect(['', '0', '31', '1.5', '-3'].map((text) => readLockDays(text, 5, undefined).kind)).toEqual([
      'empty',
      ...['range', 'range', 'range', 'range'],
    ])
    expect(readLockDays('30', 5, undefined)).toEqual({ kind: 'ready', days: 30, untilMs: 5 + 30 * DAY_MS })
  })

  it('end after the lock that holds', () => {
    expect(readLockDays('7', 0, 7 * DAY_MS).kind).toBe('earlier')
    expect(readLockDays('7', 1, 7 * DAY_MS).kind).toBe('ready')
  })
})
