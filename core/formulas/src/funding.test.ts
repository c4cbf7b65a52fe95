import { funding12, lots, rate8, ticks } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  appliedFundingRate,
  fundingDelta,
  fundingOwed,
  fundingRate,
  type FundingRateInput,
  fundingSince,
  nextFunding,
  premium,
} from './funding.ts'

const HOUR: FundingRateInput = {
  premiumSum: 0,
  samples: 0,
  interestRate8h: 10_000,
  skewFunding8h: 50_000,
  capOneHour: 500_000,
  poolPosition: 0,
  inventoryLimit: 1_000,
}
const rateOf = (change: Partial<FundingRateInput>): number => fundingRate({ ...HOUR, ...change })

describe('the rate of an hour', () => {
  it.each<[what: string, change: Partial<FundingRateInput>, rate: number]>([
    ['no sample, no inventory: an eighth of the interest', {}, 1_250],
    [
      'a premium of which the interest is no more than 0.05 % away counts for nothing',
      { premiumSum: 59_000, samples: 1 },
      1_250,
    ],
    ['a premium above that', { premiumSum: 200_000, samples: 1 }, 18_750],
    ['a discount below that', { premiumSum: -400_000, samples: 2 }, -18_750],
    ['the average and the eighth toward zero', { premiumSum: -200_003, samples: 2 }, -6_250],
    ['a pool that is short makes longs pay', { poolPosition: -500 }, 4_375],
    ['by parts of its limit that do not divide', { poolPosition: -1, inventoryLimit: 3 }, 3_333],
    ['in the other direction', { poolPosition: 1, inventoryLimit: 3 }, -833],
    ['by no more than all of its limit', { poolPosition: -2_000 }, 7_500],
    ['in the other direction as well', { poolPosition: 2_000 }, -5_000],
    [
      'however many lots it holds beyond a limit of one',
      { poolPosition: -1_000_000_000_000, inventoryLimit: 1 },
      7_500,
    ],
    ['a pool that may hold nothing has no skew', { poolPosition: -300, inventoryLimit: 0 }, 1_250],
    ['at most the cap', { premiumSum: 100_000_000, samples: 1 }, 500_000],
    ['and at least its opposite', { premiumSum: -100_000_000, samples: 1 }, -500_000],
  ])('%s', (_, change, rate) => {
    expect(rateOf(change)).toBe(rate)
  })

  it('is applied with at least half of the samples of an hour, or of its part', () => {
    const applied = (samples: number, accruals?: number) =>
      appliedFundingRate({ ...HOUR, premiumSum: samples * 200_000, samples }, accruals)
    expect([applied(359), applied(360), applied(89, 4), applied(90, 4)]).toEqual([0, 18_750, 0, 18_750])
  })

  it('never uses a negative cap', () => {
    expect(() => rateOf({ capOneHour: -1 })).toThrow('non-negative')
  })
})

describe('a sample of the premium', () => {
  it.each([
    [undefined, 999_600, -40_000],
    [1_000_400, undefined, 40_000],
    [undefined, 1_000_400, 0],
    [999_600, undefined, 0],
    [1_000_000, 1_000_000, 0],
    // An index inside the book, and a crossed book around it.
    [999_900, 1_000_100, 0],
    [1_000_700, 999_600, 30_000],
  ])('of an impact bid of %s and an ask of %s is %i', (bid, ask, rate) => {
    const impactBid = bid === undefined ? undefined : ticks(bid)
    const impactAsk = ask === undefined ? undefined : ticks(ask)
    expect(premium({ impactBid, impactAsk, index: ticks(1_000_000) })).toBe(rate)
  })

  it('is rounded toward zero', () => {
    const index = ticks(3)
    expect(premium({ impactBid: ticks(4), impactAsk: undefined, index })).toBe(33_333_333)
    expect(premium({ impactBid: undefined, impactAsk: ticks(2), index })).toBe(-33_333_333)
  })
})

describe('the accrual of an hour', () => {
  it('is divided by the accruals of an hour, toward zero, in the decimals of the price', () => {
    expect(fundingDelta(rate8(3_125), ticks(1_000_000), 1, 4)).toBe(781_250_000_000n)
    expect(fundingDelta(rate8(3), ticks(5), 4, 4)).toBe(3n)
    expect(fundingDelta(rate8(-3), ticks(5), 4, 4)).toBe(-3n)
    expect(fundingDelta(rate8(7), ticks(1_000), 6)).toBe(70n)
    expect(fundingDelta(rate8(7), ticks(1_000), 0)).toBe(70_000_000n)
  })

  it('W8 is the effect of the next hour on a position, seen from its side', () => {
    const hour = { rate: rate8(3_125), index: ticks(1_000_000), priceDecimals: 1, sizeDecimals: 5 }
    expect(nextFunding({ isLong: true, size: lots(12_341) }, hour)).toBe(-385_657)
    expect(nextFunding({ isLong: false, size: lots(7) }, hour)).toBe(218)
    expect(nextFunding({ isLong: true, size: lots(7) }, { ...hour, rate: rate8(0) })).toBe(0)
  })

  it('counts from the last settlement of the position', () => {
    const position = { isLong: true, size: lots(12_341), entryFunding: funding12(1_000_000_000_000n) }
    const cum = funding12(4_125_000_000_000n)
    expect(fundingSince(position, cum)).toBe(3_125_000_000_000n)
    expect(fundingOwed(position, cum, 5)).toBe(385_657)
    expect(fundingOwed(position, position.entryFunding, 5)).toBe(0)
  })
})
