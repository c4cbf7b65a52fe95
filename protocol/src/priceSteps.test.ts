import { describe, expect, it } from 'vitest'
import { isPriceStep, priceSteps } from './priceSteps.ts'
import { ticks } from './units.ts'

describe('steps of price', () => {
  it('go up to a hundredth of the price; without a price there is the tick alone', () => {
    expect(priceSteps(ticks(31_248))).toEqual([1, 2, 5, 10, 20, 50, 100, 200])
    expect(priceSteps(ticks(2_000))).toEqual([1, 2, 5, 10, 20])
    expect(priceSteps(ticks(1_999))).toEqual([1, 2, 5, 10])
    expect(priceSteps(undefined)).toEqual([1])
    expect(priceSteps(ticks(50))).toEqual([1])
  })

  it('are known whatever the price', () => {
    expect([1, 50, 10_000].every(isPriceStep)).toBe(true)
    expect([0, 3, 20_000].some(isPriceStep)).toBe(false)
  })
})
