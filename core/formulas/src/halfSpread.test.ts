import { divFloor, mulDivFloor, ticks } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { halfSpread, nextVolatility, scaledPpm } from './halfSpread.ts'

describe('the half-spread', () => {
  const calm = {
    minPpm: 100,
    maxPpm: 300,
    volMultiplierPermille: 500,
    volatilityPpb: 0,
    sessionPercent: 100,
    statePercent: 100,
  }

  it('grows from its floor to its ceiling with volatility, and then by session and state, rounded up', () => {
    const spreads = [0, 1_999, 2_000, 400_000, 402_000].map((volatilityPpb) =>
      halfSpread({ ...calm, volatilityPpb }),
    )
    expect(spreads).toEqual([100, 100, 101, 300, 300])
    expect([
      scaledPpm(101, { sessionPercent: 150, statePercent: 100 }),
      scaledPpm(1, { sessionPercent: 100, statePercent: 101 }),
    ]).toEqual([152, 2])
  })

  it('includes moves in either direction', () => {
    expect([nextVolatility(0, ticks(99), ticks(100)), nextVolatility(0, ticks(101), ticks(100))]).toEqual([
      330_000, 330_000,
    ])
    expect(nextVolatility(1_000, ticks(100), ticks(100))).toBe(967)
    expect(() => nextVolatility(0, ticks(1), ticks(0))).toThrow('positive')
  })

  it('is unchanged for every move within the safe range, and limited for larger ones', () => {
    const former = (volatility: number, index: number, before: number) =>
      volatility +
      divFloor((mulDivFloor(Math.abs(index - before), 1_000_000_000, before) - volatility) * 33, 1_000)
    const most = nextVolatility(5, ticks(1_000_000_000_000), ticks(1))
    for (const before of [1, 2, 3, 7, 10, 97, 1_000, 12_345, 99_991, 111_022])
      for (const aside of [-2, -1, 0, 1, 2]) {
        // The last distance for which ⌊distance · 10⁹ / before⌋ is a safe integer, and its neighbours.
        const last = Number((2n ** 53n * BigInt(before) - 1n) / 1_000_000_000n)
        const index = ticks(before + last + aside)
        const next = nextVolatility(5, index, ticks(before))
        if (aside <= 0) expect(next).toBe(former(5, index, before))
        else expect(() => former(5, index, before)).toThrow('mulDiv quotient')
        expect(next).toBeLessThanOrEqual(most)
      }
    const leap = nextVolatility(0, ticks(1_000_000_000_000), ticks(10))
    expect(() => former(0, 1_000_000_000_000, 10)).toThrow('mulDiv quotient')
    // It continues from there, and the spread stays within its bounds.
    const later = nextVolatility(leap, ticks(10), ticks(1_000_000_000_000))
    expect([leap, later]).toEqual([297_237_575_406_452, 287_428_768_418_039])
    expect(halfSpread({ ...calm, volatilityPpb: nextVolatility(leap, ticks(1e12), ticks(1)) })).toBe(300)
  })
})
