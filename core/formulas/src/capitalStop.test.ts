import { funding12, lots, rate5, ratio4, ticks, type Ticks, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccountFacts, SummaryPosition } from './accountSummary.ts'
import { capitalVerdict } from './capitalLimits.ts'
import { equityAtMark, equityAtStop, floorPrice } from './capitalStop.ts'
import { valueScale } from './valueOf.ts'

const MOMENT = {
  mark: ticks(31_248),
  cumFunding: funding12(0n),
  sizeDecimals: 4,
  priceDecimals: 2,
  maintMarginRatio: ratio4(500),
}
const USDC = 1_000_000
const holding = (isLong: boolean, size: number, cost: number): SummaryPosition => ({
  isLong,
  size: lots(size),
  cost: usd6(cost),
  initMarginRatio: ratio4(2_000),
  entryFunding: funding12(0n),
  market: MOMENT,
})
const factsOf = (collateral: number, position: SummaryPosition): AccountFacts => ({
  collateral: usd6(collateral),
  softCredit: usd6(0),
  positions: [position],
  orders: [],
})
const MARKET = { takerFeeRate: rate5(10), isIsolated: false }

describe('an account whose stop has filled', () => {
  it('has its former equity, less the price loss and the fee of the stop', () => {
    const position = holding(true, 240_000, 7_499_520_000)
    const facts = factsOf(10_468_300_000, position)
    // 24 shares, 12.48 lower: −299.52; 24 · 300 = 7,200 at 0.01 %: −0.72.
    expect(
      equityAtStop({ facts, position, market: MARKET }, { price: ticks(30_000), size: lots(240_000) }),
    ).toBe(10_468.3 * USDC - 299_520_000 - 720_000)
    // Half of it closed: the other half is worth the same at that mark.
    expect(
      equityAtStop({ facts, position, market: MARKET }, { price: ticks(30_000), size: lots(120_000) }),
    ).toBe(10_468.3 * USDC - 299_520_000 - 360_000)
  })

  it('property: the floor price is the first tick at which the verdict is a loss', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 0, max: 1_000 * USDC }),
        fc.integer({ min: -20 * USDC, max: 20 * USDC }),
        (isLong, size, room, pnl) => {
          const scale = valueScale(MOMENT)
          const value = MOMENT.mark * size * scale
          const position = holding(isLong, size, isLong ? value - pnl : value + pnl)
          const facts = factsOf(9_000 * USDC, position)
          const equity = equityAtMark({ facts, position }, MOMENT.mark)
          const floor = usd6(equity - room)
          const { mark } = MOMENT
          const price = floorPrice({ isLong, size: lots(size), mark, scale, equity, floor })
          const isOver = (at: Ticks): boolean =>
            capitalVerdict(equityAtMark({ facts, position }, at), {
              maxDrawdownLimit: floor,
              maxDailyLossLimit: floor,
            }) !== undefined
          if (price === undefined) {
            expect(isOver(ticks(1))).toBe(false)
            return
          }
          expect(isOver(price)).toBe(true)
          const before = isLong ? price + 1 : price - 1
          if (price !== mark) expect(isOver(ticks(before))).toBe(false)
        },
      ),
    )
  })
})
