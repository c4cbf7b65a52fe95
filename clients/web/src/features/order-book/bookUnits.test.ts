import { describe, expect, it } from 'vitest'
import { at, COIN, sized } from '../../testing/fixtures.ts'
import { sizeIn, unitName, worthText } from './bookUnits.ts'

const size = sized(COIN, 17.42)
const worth = BigInt(at(COIN, 312.9)) * BigInt(size)

describe('units of the book', () => {
  it('are the base asset, or whole USD rounded down', () => {
    expect([unitName('base', COIN), sizeIn('base', size, worth, COIN)]).toEqual(['COIN', '17.4200'])
    expect([unitName('usd', COIN), sizeIn('usd', size, worth, COIN)]).toEqual(['USD', '5,450'])
    expect(sizeIn('usd', size, worth * 1_000n, COIN)).toBe('5.45M')
  })

  it('a worth beyond the safe range of numbers is shown exactly', () => {
    expect(worthText(worth, COIN)).toBe('$5,450.71')
    expect(worthText(9_007_199_254_740_993_000_000n, COIN)).toBe('$9,007,199,254,740,993.00')
  })
})
