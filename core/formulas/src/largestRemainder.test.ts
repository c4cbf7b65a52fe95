import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideByWeight } from './largestRemainder.ts'

describe('dividing by weight', () => {
  it('W19 an epoch of 1,000 points among three: the two units left go to the largest remainders', () => {
    const weights = [30_948 * 15, 15_474 * 15, 9_000 * 10]
    expect(weights).toEqual([464_220, 232_110, 90_000])
    const floors = [590_362_824, 295_181_412, 114_455_762]
    const parts = divideByWeight(1_000_000_000, weights)
    const given = parts.map((part, at) => part - floors[at]!)
    const sum = weights.reduce((all, weight) => all + weight, 0)
    const remainders = weights.map((weight) => Number((1_000_000_000n * BigInt(weight)) % BigInt(sum)))
    const smallest = remainders.indexOf(Math.min(...remainders))
    expect(parts).toEqual([590_362_825, 295_181_412, 114_455_763])
    expect(given).toEqual([0, 1, 2].map((at) => (at === smallest ? 0 : 1)))
  })

  it('gives equal remainders in the order of the list', () => {
    expect(divideByWeight(10, [1, 1, 1, 1])).toEqual([3, 3, 2, 2])
    expect(divideByWeight(1, [0, 7, 7])).toEqual([0, 1, 0])
    expect(divideByWeight(5, [1, 3, 3, 1, 1])).toEqual([1, 2, 2, 0, 0])
    expect(() => divideByWeight(1, [0, 0])).toThrow('a sum above 0')
  })

  it('always distributes everything, and to each at least the integer part of its share', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000_000 }),
        fc.array(fc.maxSafeNat(), { minLength: 1, maxLength: 30 }),
        (total, weights) => {
          const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n)
          if (sum === 0n) return
          const parts = divideByWeight(total, weights)
          expect(parts.reduce((all, part) => all + part, 0)).toBe(total)
          parts.forEach((part, at) => {
            const whole = Number((BigInt(total) * BigInt(weights[at]!)) / sum)
            expect(part - whole === 0 || part - whole === 1).toBe(true)
          })
        },
      ),
    )
  })
})
