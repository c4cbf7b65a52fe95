import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lots, ticks, usd6 } from '@vest/protocol'
import { scaledBack, splitPoolCost, splitPosition, splitPrice } from './split.ts'

describe('a share split', () => {
  it('W18: a reverse split pays the fraction of a lot out at the last index', () => {
    const held = { isLong: true, size: lots(133_701), cost: usd6(3_094_777_047) }
    const after = splitPosition(held, { newShares: 1, oldShares: 8 }, 23_150)
    expect(after).toEqual({ size: 16_712, cost: 3_094_661_312, pnl: 15, paidByPool: 115_750 })
  })

  it('rounds against the holder on both sides', () => {
    const split = { newShares: 3, oldShares: 7 }
    const long = splitPosition({ isLong: true, size: lots(5), cost: usd6(101) }, split, 10)
    const short = splitPosition({ isLong: false, size: lots(5), cost: usd6(101) }, split, 10)
    // 15 thirds: two new lots of seven, one third over; cash 10/3, released 101/15.
    expect(long).toEqual({ size: 2, cost: 94, pnl: 3 - 7, paidByPool: 3 })
    expect(short).toEqual({ size: 2, cost: 95, pnl: 6 - 4, paidByPool: -4 })
  })

  it('releases the whole cost of a position smaller than a new lot', () => {
    const held = { isLong: false, size: lots(7), cost: usd6(161_999) }
    const after = splitPosition(held, { newShares: 1, oldShares: 8 }, 23_150)
    expect(after).toEqual({ size: 0, cost: 0, pnl: 161_999 - 162_050, paidByPool: -162_050 })
  })

  it.each([
    // From zero, and to the other side: at the last index, rounded down.
    [undefined, 0, 2, 1, 0],
    [undefined, -1, 1, 8, 185_200],
    [undefined, 7, 3, 2, 108_033],
    [true, -3, 2, 1, 34_725],
    [false, 3, 2, 1, 34_725],
    // The same size, and more.
    [true, 20, 2, 1, 1_001],
    [true, 25, 2, 1, 58_876],
    [false, -25, 2, 1, 58_876],
    // Less: its share of the cost, up for a long, down for a short.
    [true, 15, 2, 1, 750],
    [false, -15, 2, 1, 751],
    [true, 0, 2, 1, 0],
  ])(
    'of the pool, long: %s, that comes to hold %d lots by %d for %d costs %d',
    (isLong, inventory, a, b, cost) => {
      const pool = isLong === undefined ? undefined : { isLong, size: lots(10), cost: usd6(1_001) }
      expect(splitPoolCost(pool, inventory, { newShares: a, oldShares: b }, 23_150)).toBe(cost)
    },
  )

  it('prices half up and never below a tick; other figures keep their sign', () => {
    expect(splitPrice(ticks(23_150), { newShares: 4, oldShares: 1 })).toBe(5_788)
    expect(splitPrice(ticks(1), { newShares: 4, oldShares: 1 })).toBe(1)
    expect(scaledBack(5, { newShares: 4, oldShares: 1 })).toBe(1)
    expect(scaledBack(3, { newShares: 2, oldShares: 3 })).toBe(5)
    expect(scaledBack(0, { newShares: 2, oldShares: 3 })).toBe(0)
    expect(scaledBack(-10, { newShares: 4, oldShares: 1 })).toBe(-2)
    expect(scaledBack(-11, { newShares: 4, oldShares: 1 })).toBe(-3)
  })

  it('limits values beyond the safe range to its end', () => {
    const split = { newShares: 1, oldShares: 2_000 }
    const most = Number.MAX_SAFE_INTEGER
    expect(scaledBack(4_503_599_627_370, split)).toBe(9_007_199_254_740_000)
    expect([4_503_599_627_371, -4_503_599_627_371].map((each) => scaledBack(each, split))).toEqual([
      most,
      -most,
    ])
  })

  it('never costs the pool more than the rounding of one fraction, for any position', () => {
    const holding = fc.record({
      isLong: fc.boolean(),
      size: fc.integer({ min: 1, max: 1_000_000 }).map(lots),
      price: fc.integer({ min: 1, max: 50_000 }),
    })
    const split = fc.record({
      newShares: fc.integer({ min: 1, max: 30 }),
      oldShares: fc.integer({ min: 1, max: 30 }),
    })
    const index = fc.integer({ min: 30, max: 50_000 })
    fc.assert(
      fc.property(fc.array(holding, { maxLength: 8 }), split, index, (users, ratio, lotValue) => {
        let net = 0
        let after = 0
        let cost = 0
        for (const { isLong, size, price } of users) {
          const sign = isLong ? 1 : -1
          net += sign * size
          after += sign * splitPosition({ isLong, size, cost: usd6(size * price) }, ratio, lotValue).size
          cost += sign * size * price
        }
        const pool =
          net === 0 ? undefined : { isLong: net < 0, size: lots(Math.abs(net)), cost: usd6(Math.abs(cost)) }
        const poolCost = splitPoolCost(pool, -after, ratio, lotValue)
        expect(poolCost).toBeGreaterThanOrEqual(0)
        // The rest keeps its value, the traded part is valued at the index: nothing exceeds the sum of both.
        const traded = Math.abs(after * ratio.oldShares - net * ratio.newShares) / ratio.newShares
        expect(poolCost).toBeLessThanOrEqual(Math.abs(cost) + traded * lotValue + lotValue * 30 + 1)
        if (after === 0) expect(poolCost).toBe(0)
      }),
    )
  })
})
