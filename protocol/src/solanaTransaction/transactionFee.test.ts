import { describe, expect, it } from 'vitest'
import { formatBaseUnits } from './formatBaseUnits.ts'
import { networkFee, unitLimitOf, unitPriceOf } from './transactionFee.ts'

describe('compute budget and fee', () => {
  it('[9.8] the limit of units is 110 % of the estimate, 270,000 without one', () => {
    expect(unitLimitOf(30_000)).toBe(33_000)
    expect(unitLimitOf(1)).toBe(2)
    expect(unitLimitOf(1_399_999)).toBe(1_400_000)
    expect(unitLimitOf(undefined)).toBe(270_000)
    expect(unitLimitOf(0)).toBe(270_000)
  })

  it('[9.8] the price is the median of recent fees above 15,000 micro-lamports, else 300,000', () => {
    expect(unitPriceOf([90_000, 20_000, 40_000])).toBe(40_000)
    expect(unitPriceOf([20_000, 40_000])).toBe(30_000)
    expect(unitPriceOf([15_001])).toBe(15_001)
    expect(unitPriceOf([15_000])).toBe(300_000)
    expect(unitPriceOf([0, 0, 900_000])).toBe(300_000)
    expect(unitPriceOf([])).toBe(300_000)
  })

  it.each([
    [500_000_000n, 6, '500.00'],
    [1_204_500_001n, 6, '1,204.500001'],
    [14_000n, 9, '0.000014'],
    [0n, 9, '0.00'],
    [1_234_567n, 0, '1,234,567'],
  ])('amounts lose no digit: %s of %s decimals', (amount, decimals, text) => {
    expect(formatBaseUnits(amount, decimals)).toBe(text)
  })

  it('the priority fee is the price times the limit, whatever is used of it', () => {
    expect(networkFee(1, 30_000, 300_000n)).toBe(14_000n)
    expect(networkFee(1, 1, 1n)).toBe(5_001n)
  })
})
