import { lots, rate5, ratio4, ticks, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  bankruptcyPrice,
  liquidationFeeRate,
  liquidationPrice,
  liquidationSteps,
} from './liquidationPrice.ts'

/** Three lots at a mark of 100, ten micro-dollars a tick and lot. */
const held = (isLong: boolean, equity: number) => ({
  isLong,
  size: lots(3),
  mark: ticks(100),
  scale: 10,
  equity: usd6(equity),
})

describe('the bankruptcy price', () => {
  it('is rounded in favour of the side that takes over', () => {
    const prices = (isLong: boolean) =>
      [0, 1, 29, 30, 31].map((equity) => bankruptcyPrice(held(isLong, equity)))
    expect(prices(true)).toEqual([100, 100, 100, 99, 99])
    expect(prices(false)).toEqual([100, 100, 100, 101, 101])
    expect([bankruptcyPrice(held(true, -31)), bankruptcyPrice(held(false, -31))]).toEqual([102, 98])
  })
})

describe('the liquidation price', () => {
  it('is computed step by step', () => {
    const others = { otherMaintMargin: usd6(70), maintMarginRatio: ratio4(1_000) }
    // 3,000 − 500 + 70, over nine tenths; 3,000 + 500 − 70, over eleven tenths.
    expect(liquidationSteps({ ...held(true, 500), ...others })).toEqual({
      value: 3_000,
      bound: 2_570,
      valueThere: 2_856,
      price: 96,
    })
    expect(liquidationSteps({ ...held(false, 500), ...others })).toEqual({
      value: 3_000,
      bound: 3_430,
      valueThere: 3_118,
      price: 103,
    })
  })

  it('is absent if no price liquidates', () => {
    const others = { otherMaintMargin: usd6(0), maintMarginRatio: ratio4(1_000) }
    expect(liquidationPrice({ ...held(true, 3_000), ...others })).toBeUndefined()
    expect(liquidationPrice({ ...held(true, 2_999), ...others })).toBe(1)
    expect(liquidationPrice({ ...held(false, -3_000), ...others })).toBeUndefined()
    expect(liquidationPrice({ ...held(false, -2_967), ...others })).toBe(1)
  })
})

describe('the penalty', () => {
  it('is a quarter of the maintenance margin, rounded down, up to its maximum', () => {
    expect([101, 199, 201].map((ratio) => liquidationFeeRate(ratio4(ratio)))).toEqual([252, 497, 500])
    expect([
      liquidationFeeRate(ratio4(201), rate5(700)),
      liquidationFeeRate(ratio4(201), rate5(100)),
    ]).toEqual([502, 100])
  })
})
