import { describe, expect, it } from 'vitest'
import { resetClock } from './resetClock.ts'

describe('the clock to the next day', () => {
  it('[6.5] counts hours, minutes and seconds, rounded up, and stands at nothing', () => {
    const at = (leftMs: number) => resetClock(1_000_000_000 + leftMs, 1_000_000_000)
    expect([35_652_000, 35_651_001, 1, 0, -5_000].map(at)).toEqual([
      ...['09:54:12', '09:54:12', '00:00:01', '00:00:00', '00:00:00'],
    ])
  })
})
