/** Sums over open positions: exposure by side, and what funding has brought or cost. Pure. */
import { mulDivFloor, usd6, type Usd6 } from '@vest/protocol'
import type { PositionRow } from '../../entities/account/index.ts'

export interface Exposure {
  readonly long: Usd6
  readonly short: Usd6
  /** Net since it was last settled: + received, − paid. */
  readonly funding: Usd6
}

export function exposureOf(positions: readonly PositionRow[]): Exposure {
  const sum = (rows: readonly PositionRow[], of: (row: PositionRow) => number): Usd6 =>
    usd6(rows.reduce((total, row) => total + of(row), 0))
  return {
    long: sum(
      positions.filter((row) => row.isLong),
      (row) => row.value,
    ),
    short: sum(
      positions.filter((row) => !row.isLong),
      (row) => row.value,
    ),
    funding: sum(positions, (row) => row.funding),
  }
}

/** part / whole in hundredths of a percent, rounded toward zero; undefined without a whole. */
export function shareBps(part: number | undefined, whole: number | undefined): number | undefined {
  if (part === undefined || whole === undefined || whole <= 0) return undefined
  return part < 0 ? -mulDivFloor(-part, 10_000, whole) : mulDivFloor(part, 10_000, whole)
}
