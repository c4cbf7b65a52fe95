import { describe, expect, it } from 'vitest'
import { offHoursProfitPercent, profitPercentIn } from './profitPercent.ts'

describe('the percentage of a profit that counts', () => {
  it('is 100 in the regular session, and outside it for all classes except stocks', () => {
    expect((['stock', 'crypto', 'forex'] as const).map((asset) => offHoursProfitPercent(asset, 50))).toEqual([
      50, 100, 100,
    ])
    expect(
      (['REGULAR', 'EXTENDED', 'CLOSED'] as const).map((session) => profitPercentIn(session, 50)),
    ).toEqual([100, 50, 50])
  })
})
