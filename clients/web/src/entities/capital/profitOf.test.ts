import { describe, expect, it } from 'vitest'
import { usd } from '../../testing/fixtures.ts'
import { profitOf } from './profitOf.ts'

describe('profit that may be withdrawn', () => {
  it('[5.10] is equity less the size of the plan less what is held, and never below zero', () => {
    expect(profitOf(usd(10_612.4), usd(10_000), usd(0))).toBe(usd(612.4))
    expect(profitOf(usd(10_612.4), usd(10_000), usd(600))).toBe(usd(12.4))
    expect(profitOf(usd(10_612.4), usd(10_000), usd(3_527.6))).toBe(0)
    expect(profitOf(usd(9_900), usd(10_000), usd(0))).toBe(0)
  })
})
