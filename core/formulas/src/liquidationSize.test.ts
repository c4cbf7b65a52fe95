import { lots, rate5, ratio4, ticks, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { deleverageScore, lotsToInitMargin } from './liquidationSize.ts'

const W11 = {
  size: lots(100_000),
  need: usd6(1_977_000_000 - 950_000_000),
  mark: ticks(988_500),
  scale: 1,
  initMarginRatio: ratio4(200),
  feeRate: rate5(260),
}

describe('lots to close', () => {
  it('W11: as many as restore the initial margin, fees included, rounded up', () => {
    expect(lotsToInitMargin(W11)).toBe(59_710)
  })
  it('never more than the position, and all of it if closing frees no margin', () => {
    expect(lotsToInitMargin({ ...W11, size: lots(59_709) })).toBe(59_709)
    expect(lotsToInitMargin({ ...W11, initMarginRatio: ratio4(26) })).toBe(100_000)
    expect(lotsToInitMargin({ ...W11, need: usd6(9_000_000_000_000_000), initMarginRatio: ratio4(27) })).toBe(
      100_000,
    )
  })
})

describe('the deleveraging rank', () => {
  const of = (profit: number, cost: number, value: number, equity: number): bigint =>
    deleverageScore({ profit: usd6(profit), cost: usd6(cost), value: usd6(value), equity })

  it('is profit over cost times value over equity, each rounded down', () => {
    expect(of(30_000, 1_000_000, 970_000, 500_000)).toBe(30_000n * 19_400n)
    expect(of(1, 3, 10, 3)).toBe(333_333n * 33_333n)
  })
  it('is defined for a position without cost and an account without equity, however large', () => {
    expect(of(9_000_000_000_000_000, 0, 9_000_000_000_000_000, -5)).toBe(
      9_000_000_000_000_000_000_000n * 90_000_000_000_000_000_000n,
    )
  })
})
