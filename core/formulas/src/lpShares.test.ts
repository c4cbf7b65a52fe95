import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  burntShares,
  immediateFee,
  lpPointsWeight,
  mintedShares,
  navShare,
  sharePrice,
  shareValue,
  yieldOfYear,
} from './lpShares.ts'

describe('shares of the LP pool', () => {
  it('W13 a deposit of 10,000 and an immediate withdrawal of 5,000', () => {
    const nav = 1_234_567_890_123
    const shares = 1_111_111_111_111
    expect(sharePrice(shares, nav)).toBe(1_111_111)
    const minted = mintedShares(10_000_000_000, shares, nav)
    expect(minted).toBe(9_000_000_081)
    const burnt = burntShares(5_000_000_000, shares + minted!, nav + 10_000_000_000)
    expect(burnt).toBe(4_500_000_041)
    expect(immediateFee(5_000_000_000, 30)).toBe(15_000_000)
    const navAfter = nav + 10_000_000_000 - 4_985_000_000
    const sharesAfter = shares + minted! - burnt!
    expect([navAfter, sharesAfter]).toEqual([1_239_582_890_123, 1_115_611_111_151])
    expect(sharePrice(sharesAfter, navAfter)).toBe(1_111_124)
  })

  it('neither mints nor burns beyond the safe range', () => {
    expect(mintedShares(1_000_000, 1_000_000, 0)).toBeUndefined()
    expect(mintedShares(1_000_000_000_000, 1_000_000_000_000, 1)).toBeUndefined()
    expect(burntShares(1, 1_000_000, 0)).toBeUndefined()
    expect(burntShares(1_000_001, 1_000_000, 1_000_000)).toBeUndefined()
    expect(sharePrice(1_000_000, -5)).toBe(0)
    expect(mintedShares(1_000_000, 0, 1_000_000)).toBeUndefined()
    expect(shareValue(1, 0, 1_000_000)).toBe(0)
    // The last safe number, and the last existing share.
    const most = Number.MAX_SAFE_INTEGER - 1
    expect([mintedShares(most, 1, 1), mintedShares(most + 1, 1, 1)]).toEqual([most, undefined])
    expect(burntShares(1_000_000, 1_000_000, 1_000_000)).toBe(1_000_000)
    expect([burntShares(10, 100, 1_000), burntShares(11, 100, 1_000)]).toEqual([1, 2])
    expect([navShare(105, 10), navShare(-105, 10)]).toEqual([10, 0])
  })

  const amount = fc.integer({ min: 1, max: 20_000_000_000_000 })
  it('J17 a deposit and its withdrawals in any pieces never end with more money', () => {
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.array(fc.nat(999), { minLength: 1, maxLength: 8 }),
        (nav, shares, size, cuts) => {
          const minted = mintedShares(size, shares, nav)
          if (minted === undefined) return
          let [pool, total, own, received] = [nav + size, shares + minted, minted, 0]
          for (const cut of cuts) {
            const wanted = Math.floor((shareValue(own, total, pool) * cut) / 999)
            const burnt = burntShares(wanted, total, pool)
            if (burnt === undefined || burnt > own || wanted === 0) continue
            ;[pool, total, own, received] = [pool - wanted, total - burnt, own - burnt, received + wanted]
          }
          expect(received + shareValue(own, total, pool)).toBeLessThanOrEqual(size)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('computes a yield over the age of the pool, at least a day, rounded down', () => {
    expect(yieldOfYear(1_010_000, 1_000_000, 30)).toBe(1_216)
    expect(yieldOfYear(990_000, 1_000_000, 30)).toBe(-1_217)
    expect([yieldOfYear(364, 365, 1), yieldOfYear(365, 365, 1)]).toEqual([-10_000, 0])
    expect(yieldOfYear(1_000_100, 1_000_000, 0)).toBe(365)
    expect(yieldOfYear(1, 0, 30)).toBeUndefined()
  })

  it('weighs two thousandths of the average balance of the week, tenfold', () => {
    const week = 604_800_000
    const held = { weekMs: week, totalShares: 2_000_000_000, navLow: 4_000_000_000 }
    // 1,000 shares worth 2,000 dollars, all week, and half of it.
    expect(lpPointsWeight({ ...held, shareMs: 1_000_000_000n * BigInt(week) })).toBe(40_000_000)
    expect(lpPointsWeight({ ...held, shareMs: 500_000_000n * BigInt(week) })).toBe(20_000_000)
    const all = { ...held, shareMs: 1_000_000_000n * BigInt(week) }
    expect([-4e9, 0].map((navLow) => lpPointsWeight({ ...all, navLow }))).toEqual([0, 0])
    expect(lpPointsWeight({ ...all, totalShares: 0 })).toBe(0)
  })
})
