import { describe, expect, it } from 'vitest'
import { usd6 } from '@vest/protocol'
import type { LpPool } from '../../entities/lp/index.ts'
import { BTC, COIN } from '../../testing/fixtures.ts'
import { classParts, grossPart2, holdingsOf } from './poolHoldings.ts'

const MARKETS = new Map([BTC, COIN].map((market) => [market.symbol, market]))
const poolOf = (...positions: LpPool['positions']): LpPool =>
  ({ navLow: usd6(1_000), positions }) as unknown as LpPool
const held = (symbol: string, isLong: boolean, value: number, pnl: number) => ({
  symbol,
  isLong,
  value: usd6(value),
  unrealizedPnl: usd6(pnl),
})

describe('what the pool holds', () => {
  it('is told by market, largest first; what the backstop took over counts with it', () => {
    const pool = poolOf(
      held(COIN.symbol, true, 100, 5),
      held(BTC.symbol, false, 300, -7),
      held(COIN.symbol, false, 250, 1),
      held('GONE-PERP', true, 1, 0),
    )
    const holdings = holdingsOf(pool, MARKETS)
    expect(
      holdings.map(({ symbol, side, value, part2, unrealizedPnl }) => [
        symbol,
        side,
        value,
        part2,
        unrealizedPnl,
      ]),
    ).toEqual([
      [COIN.symbol, 'both', 350, 3_500, 6],
      [BTC.symbol, 'short', 300, 3_000, -7],
      ['GONE-PERP', 'long', 1, 10, 0],
    ])
    expect(classParts(holdings, pool)).toEqual([
      { asset: 'stock', value: 350, part2: 3_500 },
      { asset: 'crypto', value: 300, part2: 3_000 },
    ])
    expect(grossPart2(holdings, pool)).toBe(6_510)
  })

  it('is no part of a pool that is worth nothing', () => {
    const pool = { ...poolOf(held(BTC.symbol, true, 5, 0)), navLow: usd6(-3) }
    expect(holdingsOf(pool, MARKETS)[0]!.part2).toBe(0)
  })
})
