import { describe, expect, it } from 'vitest'
import { measuresOf } from './statusMeasures.ts'

describe('what was measured', () => {
  it('is the last, the middle and the worst, or nothing', () => {
    const samples = [5, 1, 9, 3].map((engineMs, n) => ({ time: n, engineMs, historyMs: 10 * engineMs }))
    expect(measuresOf(samples)).toEqual({
      engine: { lastMs: 3, medianMs: 3, worstMs: 9 },
      past: { lastMs: 30, medianMs: 30, worstMs: 90 },
    })
    expect(measuresOf([])).toEqual({ engine: undefined, past: undefined })
  })
})
