import { ticks } from '@vest/protocol'
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

  it('remembers moves in either direction', () => {
    expect([nextVolatility(0, ticks(99), ticks(100)), nextVolatility(0, ticks(101), ticks(100))]).toEqual([
      330_000, 330_000,
    ])
    expect(nextVolatility(1_000, ticks(100), ticks(100))).toBe(967)
    expect(() => nextVolatility(0, ticks(1), ticks(0))).toThrow('positive')
  })
})
