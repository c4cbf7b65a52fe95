import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lots, ticks, usd6 } from '@vest/protocol'
import { sizeOfValue, valueOf } from './valueOf.ts'

describe('value and size', () => {
  it('500 dollars buy 1.6001 shares at 312.48, and not one lot more', () => {
    expect(sizeOfValue(usd6(500_000_000), ticks(31_248), 1)).toBe(16_001)
  })

  it('a size is the largest whose value does not exceed the money', () => {
    const scale = fc.constantFrom(1, 10, 100)
    fc.assert(
      fc.property(fc.nat(1e12), fc.integer({ min: 1, max: 1e7 }), scale, (money, price, scaled) => {
        const size = sizeOfValue(usd6(money), ticks(price), scaled)
        expect(valueOf(ticks(price), size, scaled)).toBeLessThanOrEqual(money)
        expect(valueOf(ticks(price), lots(size + 1), scaled)).toBeGreaterThan(money)
      }),
    )
  })
})
