import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lots, ratio4 } from '@vest/protocol'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import { accountOf, at, COIN, MARKETS, positionOf, tickerOf, usd } from '../../testing/fixtures.ts'
import { reversalOf } from './reversal.ts'

const MARK = 312.48

function reverse(side: 'long' | 'short', size: number, collateral = 10_000) {
  const portfolio = computePortfolio(
    {
      account: accountOf({
        collateral: usd(collateral),
        positions: new Map([[COIN.symbol, positionOf(COIN, side, size, 304.15)]]),
      }),
      orders: new Map(),
      transfers: new Map(),
    },
    MARKETS,
    new Map([[COIN.symbol, tickerOf(COIN, MARK)]]),
  )
  const position = portfolio.factOf.get(COIN.symbol)!
  return {
    position,
    reversal: reversalOf({
      market: COIN,
      mark: at(COIN, MARK),
      position,
      facts: portfolio.facts!,
      book: undefined,
      initMarginRatio: ratio4(1_000),
    }),
  }
}

describe('reversing a position', () => {
  it('is one order of twice the size on the other side, and leaves as much there', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('long' as const, 'short' as const),
        fc.integer({ min: 1, max: 400 }),
        (side, size) => {
          const { position, reversal } = reverse(side, size)
          expect(reversal.isBuy).toBe(side === 'short')
          expect(reversal.size).toBe(lots(position.size * 2))
          expect(reversal.positionAfter).toMatchObject({ isLong: side === 'short', size: position.size })
        },
      ),
    )
  })

  it('realises the profit of what closes and moves the liquidation price to the other side of the mark', () => {
    const { reversal } = reverse('long', 42)
    // 42 · (312.48 − 304.15)
    expect(reversal.pnl).toBe(usd(349.86))
    expect(reversal.liquidationAfter).toBeGreaterThan(at(COIN, MARK))
    expect(reversal.isCovered).toBe(true)
  })

  it('an account that cannot carry the other side is told before it sends', () => {
    expect(reverse('long', 300, 9_400).reversal.isCovered).toBe(true)
    expect(reverse('long', 300, 6_000).reversal.isCovered).toBe(false)
  })
})
