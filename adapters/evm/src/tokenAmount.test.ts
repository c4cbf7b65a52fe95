import { InvariantError, usd6 } from '@vest/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHAIN_RULES } from './chainRules.ts'
import { asTokenUnits, toTokenUnits, toUsd6, unitsPerUsd6 } from './tokenAmount.ts'

describe('decimals', () => {
  it('W20: a deposit with 18 decimals is credited in whole micro-dollars, the rest stays as surplus', () => {
    const raw = asTokenUnits(1_234_567_890_123_456_789n)
    expect(toUsd6(raw, 18)).toBe(1_234_567)
    expect(raw - toTokenUnits(usd6(1_234_567), 18)).toBe(890_123_456_789n)
  })
  it('[3.19] [9.8] USDC has 6 decimals, and 18 on BNB', () => {
    expect(Object.entries(CHAIN_RULES).map(([id, { usdcDecimals }]) => [Number(id), usdcDecimals])).toEqual([
      [1, 6],
      [10, 6],
      [56, 18],
      [137, 6],
      [8453, 6],
      [42161, 6],
    ])
    expect(unitsPerUsd6(6)).toBe(1n)
    expect(unitsPerUsd6(18)).toBe(10n ** 12n)
    for (const decimals of [5, 19, 6.5]) expect(() => unitsPerUsd6(decimals)).toThrow(InvariantError)
  })
  it('out and in again is the same amount; in is never more than what came', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        fc.constantFrom(6, 18),
        (amount, decimals) => {
          expect(toUsd6(toTokenUnits(usd6(amount), decimals), decimals)).toBe(amount)
        },
      ),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.constantFrom(6, 18), (raw, decimals) => {
        const credited = toUsd6(asTokenUnits(raw), decimals)
        if (credited === undefined) {
          expect(raw / unitsPerUsd6(decimals)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
          return
        }
        const back = toTokenUnits(credited, decimals)
        expect(back <= raw && raw - back < unitsPerUsd6(decimals)).toBe(true)
      }),
    )
  })
})
