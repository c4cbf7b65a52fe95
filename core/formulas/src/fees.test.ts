import { ASSET_CLASSES, rate5, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  discountedFee,
  insuranceShare,
  makerFee,
  makerFeeRate,
  pointsMultiplierOf,
  referralShare,
  splitFee,
  takerFee,
  treasuryShare,
} from './fees.ts'

describe('fees', () => {
  it('[1.4] of equities have one and a half times the points weight', () => {
    expect(ASSET_CLASSES.map((asset) => [asset, pointsMultiplierOf(asset)])).toEqual([
      ['stock', 15],
      ['crypto', 10],
      ['forex', 10],
    ])
  })

  it('are rounded up, are zero for zero, and reject negative values', () => {
    expect([0, 1, 10_000, 10_001].map((value) => takerFee(usd6(value), rate5(10)))).toEqual([0, 1, 1, 2])
    expect(() => takerFee(usd6(-1), rate5(10))).toThrow('never negative')
  })

  it('of makers are a share of the taker rate, rounded down', () => {
    expect([makerFeeRate(rate5(11)), makerFeeRate(rate5(11), 25), makerFeeRate(rate5(11), 0)]).toEqual([
      5, 2, 0,
    ])
    expect(makerFee(usd6(100_001), rate5(11))).toBe(6)
  })
})

describe('the division of a fee', () => {
  it('every share is rounded down; the remainder stays with the pool', () => {
    expect([19, 20, 21].map(discountedFee)).toEqual([19, 19, 20])
    expect([referralShare(19), insuranceShare(19), treasuryShare(19)]).toEqual([1, 1, 5])
    expect(splitFee({ fee: usd6(19), discountPercent: 5, hasReferrer: true })).toEqual({
      discount: 0,
      charged: 19,
      referral: 1,
      insurance: 1,
      treasury: 5,
      pool: 12,
    })
    expect(splitFee({ fee: usd6(100), hasReferrer: false })).toEqual({
      discount: 0,
      charged: 100,
      referral: 0,
      insurance: 10,
      treasury: 30,
      pool: 60,
    })
  })
})
