/** What binds collateral: the initial margin of each position (its own margin where isolated), and of resting orders. */
import { initMargin } from '@vest/formulas'
import type { Usd6 } from '@vest/protocol'
import type { PositionRow } from '../../entities/account/index.ts'

export interface CollateralLock {
  readonly id: string
  /** Undefined = all resting orders together. */
  readonly market: PositionRow['market'] | undefined
  readonly leverage: number | undefined
  readonly value: Usd6 | undefined
  readonly locked: Usd6
}

export function collateralLocks(
  positions: readonly PositionRow[],
  openOrderMargin: Usd6 | undefined,
): readonly CollateralLock[] {
  const held = positions.map(({ market, leverage, value, raw }): CollateralLock => ({
    id: market.symbol,
    market,
    leverage,
    value,
    locked: raw.isolatedMargin ?? initMargin(value, raw.initMarginRatio),
  }))
  if (openOrderMargin === undefined || openOrderMargin === 0) return held
  return [
    ...held,
    { id: 'orders', market: undefined, leverage: undefined, value: undefined, locked: openOrderMargin },
  ]
}
