import { funding12, lots, ratio4, ticks, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  openInterestValue,
  pnlParts,
  pricePnl,
  roeMargin,
  roePercent2,
  unrealizedPnl,
} from './unrealizedPnl.ts'

const market = {
  priceDecimals: 1,
  sizeDecimals: 5,
  mark: ticks(1_000_000),
  cumFunding: funding12(3_125_000_000_000n),
}
const held = (isLong: boolean, size: number, cost: number) => ({
  isLong,
  size: lots(size),
  cost: usd6(cost),
  entryFunding: funding12(0n),
})

describe('the profit of a position', () => {
  it('W8 is its price profit less the funding owed, on either side', () => {
    // Worth 12,341,000,000.
    const long = held(true, 12_341, 12_000_000_000)
    expect(pnlParts(long, market)).toEqual({
      value: 12_341_000_000,
      pricePnl: 341_000_000,
      funding: -385_657,
      pnl: 341_000_000 - 385_657,
    })
    expect(unrealizedPnl(long, market)).toBe(341_000_000 - 385_657)
    const short = held(false, 7, 8_000_000)
    expect(pnlParts(short, market)).toEqual({
      value: 7_000_000,
      pricePnl: 1_000_000,
      funding: 218,
      pnl: 1_000_218,
    })
    expect(unrealizedPnl(short, market)).toBe(1_000_218)
    expect(pricePnl({ isLong: false, cost: usd6(5) }, usd6(7))).toBe(-2)
  })
})

describe('the return on the margin', () => {
  it('is relative to the initial margin of the cost, rounded up and at least 1', () => {
    expect([roeMargin(usd6(10_001), ratio4(1_000)), roeMargin(usd6(10_000), ratio4(1_000))]).toEqual([
      1_001, 1_000,
    ])
    expect([roeMargin(usd6(0), ratio4(1_000)), roeMargin(usd6(20_000), ratio4(1))]).toEqual([1, 2])
    expect(roePercent2({ unrealizedPnl: usd6(7), cost: usd6(0), initMarginRatio: ratio4(1) })).toBe(70_000)
  })
})

describe('open interest', () => {
  it('is the larger side at the mark', () => {
    const value = (longOi: number, shortOi: number) =>
      openInterestValue({ longOi: lots(longOi), shortOi: lots(shortOi), mark: ticks(30), scale: 10 })
    expect([value(2, 3), value(3, 2), value(0, 0)]).toEqual([900, 900, 0])
  })
})
