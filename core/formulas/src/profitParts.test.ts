import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Usd6, usd6 } from '@vest/protocol'
import { profitOfPrices, profitSince } from './profitParts.ts'

const money = (bound: number): fc.Arbitrary<Usd6> => fc.integer({ min: -bound, max: bound }).map(usd6)

describe('the parts of a profit', () => {
  it('the part of prices is the profit plus fees less funding', () => {
    const parts = { realizedPnl: usd6(9_250_000), fees: usd6(1_000_000), settledFunding: usd6(250_000) }
    expect(profitOfPrices(parts)).toBe(10_000_000)
    expect(profitOfPrices({ ...parts, settledFunding: usd6(-250_000) })).toBe(10_500_000)
  })

  it('profit since a moment is the growth of equity beyond net deposits', () => {
    const start = { equity: usd6(120), netDeposits: usd6(100) }
    expect(profitSince(start, { equity: usd6(119), netDeposits: usd6(100) })).toBe(-1)
    expect(profitSince(start, { equity: usd6(2_119), netDeposits: usd6(2_100) })).toBe(-1)
  })

  it('a deposit or a withdrawal never changes it, and profits of consecutive periods add up', () => {
    const moment = fc.record({ equity: money(1e14), netDeposits: money(1e14) })
    fc.assert(
      fc.property(moment, moment, moment, money(1e12), (a, b, c, moved) => {
        const later = { equity: usd6(b.equity + moved), netDeposits: usd6(b.netDeposits + moved) }
        expect(profitSince(a, later)).toBe(profitSince(a, b))
        expect(profitSince(a, b) + profitSince(b, c)).toBe(profitSince(a, c))
      }),
    )
  })
})
