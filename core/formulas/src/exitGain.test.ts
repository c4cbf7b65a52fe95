import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lots, ratio4, ticks, usd6 } from '@vest/protocol'
import { applyFill } from './applyFill.ts'
import {
  type ExitPart,
  exitGain,
  exitGainPercent2,
  exitPart,
  exitPriceOfGain,
  exitPriceOfPercent2,
  rewardToRisk2,
} from './exitGain.ts'

/** 115 bought, or sold, at 310.00. */
const part = (isLong: boolean): ExitPart => ({
  isLong,
  size: lots(1_150_000),
  cost: usd6(35_650_000_000),
  scale: 1,
})

describe('the gain of an exit', () => {
  it('[4.17] is exact on both sides, in money and in percent of the cost', () => {
    expect(exitGain(part(true), ticks(32_800))).toBe(2_070_000_000)
    expect(exitGain(part(true), ticks(29_750))).toBe(-1_437_500_000)
    expect(exitGain(part(false), ticks(32_800))).toBe(-2_070_000_000)
    expect(exitGainPercent2(part(true), ticks(32_800))).toBe(580)
    // −4.032… is rounded down, never flattering.
    expect(exitGainPercent2(part(true), ticks(29_750))).toBe(-404)
  })

  it('[4.17] returns the price that it was computed from, for any part', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom(1, 10, 100),
        (isLong, size, entry, price, scale) => {
          const one = { isLong, size: lots(size), cost: usd6(entry * size * scale), scale }
          expect(exitPriceOfGain(one, exitGain(one, ticks(price))!)).toBe(price)
        },
      ),
    )
  })

  it('[4.17] the price for a gain is the nearest tick', () => {
    const small = { isLong: true, size: lots(3), cost: usd6(300), scale: 1 }
    // 301 / 3 = 100.33, 302 / 3 = 100.67.
    expect(exitPriceOfGain(small, usd6(1))).toBe(100)
    expect(exitPriceOfGain(small, usd6(2))).toBe(101)
    expect(exitPriceOfPercent2(part(true), 1_000)).toBe(34_100)
    expect(exitPriceOfPercent2(part(false), 1_000)).toBe(27_900)
  })

  it('of a part of a position equals the profit realised by closing it', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100 }),
        (isLong, size, cost, price, percent) => {
          const initMarginRatio = ratio4(1_000)
          const held = { isLong, size: lots(size), cost: usd6(cost), initMarginRatio }
          const closed = lots(Math.max(1, Math.floor((size * percent) / 100)))
          const fill = { isBuy: !isLong, size: closed, price: ticks(price), initMarginRatio }
          expect(exitGain(exitPart(held, closed, 1), ticks(price))).toBe(applyFill(held, fill, 1).pnl)
        },
      ),
    )
  })

  it('has no price below the first tick and no figure beyond the safe range', () => {
    expect(exitPriceOfGain(part(false), usd6(35_650_000_000))).toBeUndefined()
    expect(exitPriceOfPercent2(part(true), -10_000)).toBeUndefined()
    const small = { isLong: true, size: lots(3), cost: usd6(300), scale: 1 }
    expect([-298, -299, -300, -301].map((gain) => exitPriceOfGain(small, usd6(gain)))).toEqual([
      ...[1, undefined, undefined, undefined],
    ])
    expect(exitPriceOfGain(part(true), usd6(Number.MAX_SAFE_INTEGER))).toBeUndefined()
    expect([0, -1].map((cost) => exitGainPercent2({ ...small, cost: usd6(cost) }, ticks(100)))).toEqual([
      ...[undefined, undefined],
    ])
    expect(exitPriceOfPercent2(part(true), 1e15)).toBeUndefined()
    expect(exitGain({ ...part(true), size: lots(1e15) }, ticks(1_000))).toBeUndefined()
    expect(exitGainPercent2({ ...part(true), size: lots(1e15) }, ticks(1_000))).toBeUndefined()
  })

  it('computes reward over risk', () => {
    const plan = { entry: ticks(31_000), takeProfit: ticks(32_800), stopLoss: ticks(29_750) }
    expect(rewardToRisk2(plan)).toBe(144)
    expect(rewardToRisk2({ ...plan, stopLoss: plan.entry })).toBeUndefined()
  })
})
