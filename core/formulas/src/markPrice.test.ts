import { ticks } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { impactMid, markPrice, nextPremium } from './markPrice.ts'

describe('the mark', () => {
  const markOf = (mid: number | undefined, premiumMilliTicks: number, index = 22_001) =>
    markPrice({
      index: ticks(index),
      mid: mid === undefined ? undefined : ticks(mid),
      premiumMilliTicks,
      clampBps: 50,
    })

  it('is the median of index, index with premium, and mid', () => {
    expect([markOf(22_030, 10_000), markOf(22_005, 10_000), markOf(21_990, 10_000)]).toEqual([
      22_011, 22_005, 22_001,
    ])
    expect([markOf(21_980, -10_000), markOf(21_995, -10_000), markOf(22_020, -10_000)]).toEqual([
      21_991, 21_995, 22_001,
    ])
    expect([markOf(22_030, 1_499), markOf(22_030, 1_500), markOf(22_030, 500)]).toEqual([
      22_002, 22_003, 22_002,
    ])
  })

  it('is kept within the clamp, whose edges are rounded inward; without a mid it is the index with premium', () => {
    expect([markOf(30_000, 9_000_000), markOf(10, -9_000_000)]).toEqual([22_111, 21_891])
    expect([markOf(undefined, 9_000_000), markOf(undefined, 5_000), markOf(undefined, -5_000)]).toEqual([
      22_111, 22_006, 21_996,
    ])
    expect(() => markOf(10, 0, 0)).toThrow('positive')
  })

  it('follows a slow premium and a mid, both rounded down', () => {
    expect([nextPremium(0, ticks(101), ticks(100)), nextPremium(0, ticks(99), ticks(100))]).toEqual([6, -7])
    expect(nextPremium(1_000, ticks(101), ticks(100))).toBe(1_000)
    expect([nextPremium(1_500, undefined, ticks(100)), nextPremium(-1_500, undefined, ticks(100))]).toEqual([
      1_490, -1_490,
    ])
    expect([nextPremium(149, undefined, ticks(100)), nextPremium(0, undefined, ticks(100))]).toEqual([149, 0])
    expect([impactMid(ticks(4), ticks(7)), impactMid(ticks(4), ticks(6))]).toEqual([5, 5])
  })
})
