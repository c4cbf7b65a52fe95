import { describe, expect, it } from 'vitest'
import { ratio4 } from '@vest/protocol'
import { leverageLimit } from '../../entities/order/index.ts'
import { COIN } from '../../testing/fixtures.ts'
import { leveragePresets, leverageState, sliderStops, snapLeverage } from './leverageForm.ts'

describe('presets', () => {
  it.each([
    [100, [20, 40, 60, 80, 100]],
    [150, [20, 40, 60, 80, 150]],
    [50, [10, 20, 30, 40, 50]],
    [99, [10, 20, 30, 40, 99]],
    [20, [1, 5, 10, 15, 20]],
    [25, [1, 5, 10, 15, 25]],
    [10, [1, 2, 5, 8, 10]],
    [5, [1, 2, 3, 4, 5]],
    [4, [1, 2, 3, 4]],
    [1, [1]],
  ])('[9.3] of a maximum of %i are %j; the last is always the maximum', (limit, presets) => {
    expect(leveragePresets(limit)).toEqual(presets)
  })
})

describe('value', () => {
  it('[5.8] lies between 1 and the market’s maximum, in whole steps', () => {
    expect([snapLeverage(0, COIN), snapLeverage(7.6, COIN), snapLeverage(500, COIN)]).toEqual([1, 8, 20])
  })

  it('[5.8] never exceeds 1000', () => {
    expect(leverageLimit({ ...COIN, leverageMax: 2_000 })).toBe(1_000)
  })

  it('[5.8] [9.3] ends at 5 for a funded or evaluation account', () => {
    const limit = leverageLimit(COIN, true)
    expect([limit, snapLeverage(20, COIN, limit), leverageLimit({ ...COIN, leverageMax: 4 }, true)]).toEqual([
      5, 5, 4,
    ])
  })

  it('snaps down to a leverage that four decimals of margin ratio can express', () => {
    const market = { ...COIN, initMarginRatio: ratio4(50), leverageMax: 200 }
    expect([snapLeverage(101, market), snapLeverage(100, market)]).toEqual([100, 100])
  })

  it('[5.8] cannot be lowered while a position is open', () => {
    expect(leverageState({ value: 5, current: 10, hasPosition: true })).toBe('invalid')
    expect(leverageState({ value: 5, current: 10, hasPosition: false })).toBe('ready')
    expect(leverageState({ value: 15, current: 10, hasPosition: true })).toBe('ready')
    expect(leverageState({ value: 10, current: 10, hasPosition: true })).toBe('unchanged')
  })

  it('has slider stops at the ends and quarters, each once', () => {
    expect(sliderStops(20).map((stop) => stop.label)).toEqual(['1X', '6X', '11X', '15X', '20X'])
    expect(sliderStops(2).map((stop) => stop.value)).toEqual([1, 2])
  })
})
