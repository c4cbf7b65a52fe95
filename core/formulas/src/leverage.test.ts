import { LEVERAGE_MAX, ratio4 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { isLeverageAllowed, leverageOfRatio, maxLeverage, ratioOfLeverage } from './leverage.ts'

describe('leverage', () => {
  it('is a positive integer, a ratio is positive', () => {
    for (const leverage of [0, -1, 1.5, Number.NaN, Infinity])
      expect(() => ratioOfLeverage(leverage)).toThrow('positive integer')
    expect(() => leverageOfRatio(ratio4(0))).toThrow('ratio is positive')
    expect([ratioOfLeverage(1), leverageOfRatio(ratio4(10_000))]).toEqual([10_000, 1])
  })

  it('[5.8] ends at its own maximum, whatever a market allows', () => {
    expect(isLeverageAllowed(LEVERAGE_MAX, ratio4(1))).toBe(
      leverageOfRatio(ratioOfLeverage(LEVERAGE_MAX)) === LEVERAGE_MAX,
    )
    expect(isLeverageAllowed(LEVERAGE_MAX + 1, ratio4(1))).toBe(false)
  })

  it('[5.8] of a market is the largest allowed one, for every ratio', () => {
    for (let ratio = 1; ratio <= 10_000; ratio += ratio < 400 ? 1 : 97) {
      const most = maxLeverage(ratio4(ratio))
      expect([ratio, isLeverageAllowed(most, ratio4(ratio))]).toEqual([ratio, true])
      for (let more = most + 1; more <= LEVERAGE_MAX; more += 1)
        if (isLeverageAllowed(more, ratio4(ratio))) throw new Error(`${more} is allowed at ${ratio}`)
    }
  })
})
