/** What the pool holds, by market and by class: value, part of the pool's value, profit. Pure. */
import { ASSET_CLASSES, mulDivFloor, usd6, type AssetClass, type Usd6 } from '@vest/protocol'
import type { LpPool } from '../../entities/lp/index.ts'
import type { Market } from '../../live/index.ts'

export interface Holding {
  readonly symbol: string
  readonly market: Market | undefined
  /** Where the pool and its backstop stand on different sides, both. */
  readonly side: 'long' | 'short' | 'both'
  readonly value: Usd6
  /** Hundredths of a percent of the pool's value. */
  readonly part2: number
  readonly unrealizedPnl: Usd6
}

const partOf = (value: number, navLow: number): number =>
  navLow <= 0 ? 0 : mulDivFloor(value, 10_000, navLow)

/** Largest first; long and short values add up, for both are risk. */
export function holdingsOf(
  { positions, navLow }: LpPool,
  markets: ReadonlyMap<string, Market> | undefined,
): readonly Holding[] {
  const bySymbol = new Map<string, Holding>()
  for (const { symbol, isLong, value, unrealizedPnl } of positions) {
    const held = bySymbol.get(symbol)
    const side = isLong ? 'long' : 'short'
    const whole = usd6((held?.value ?? 0) + value)
    bySymbol.set(symbol, {
      symbol,
      market: markets?.get(symbol),
      side: held === undefined || held.side === side ? side : 'both',
      value: whole,
      part2: partOf(whole, navLow),
      unrealizedPnl: usd6((held?.unrealizedPnl ?? 0) + unrealizedPnl),
    })
  }
  return [...bySymbol.values()].sort((a, b) => b.value - a.value || (a.symbol < b.symbol ? -1 : 1))
}

export interface ClassPart {
  readonly asset: AssetClass
  readonly value: Usd6
  readonly part2: number
}

/** Of classes of which it holds something; a market that is not listed any more belongs to none. */
export function classParts(holdings: readonly Holding[], { navLow }: LpPool): readonly ClassPart[] {
  return ASSET_CLASSES.flatMap((asset) => {
    const value = holdings.reduce(
      (sum, holding) => sum + (holding.market?.asset === asset ? holding.value : 0),
      0,
    )
    return value === 0 ? [] : [{ asset, value: usd6(value), part2: partOf(value, navLow) }]
  })
}

export const grossPart2 = (holdings: readonly Holding[], { navLow }: LpPool): number =>
  partOf(
    holdings.reduce((sum, { value }) => sum + value, 0),
    navLow,
  )
