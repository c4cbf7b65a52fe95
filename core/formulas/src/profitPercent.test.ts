import { describe, expect, it } from 'vitest'
import { offHoursProfitPercent, profitPercentIn } from './profitPercent.ts'

describe('how much of a profit counts', () => {
  it('is all of it in the regular session, and outside it all but for stocks', () => {
    expect((['stock', 'crypto', 'forex'] as const).map((asset) => offHoursProfitPercent(asset, 50))).toEqual([
      50, 100, 100,
    ])
    expect(
      (['REGULAR', 'EXTENDED', 'CLOSED'] as const).map((session) => profitPercentIn(session, 50)),
    ).toEqual([100, 50, 50])
  })
})
