/**
 * The distance of a position to its liquidation, and the distances at which its owner is told: 10 % and 5 % of the mark, and
 * half of the first distance where that was below 10 %. Each is told once, until the position has regained a fifth of it.
 */
import { mulDivFloor, type Ticks } from '@vest/protocol'
import type { KeptDistance } from './noticeDocument.ts'

const LEVELS_BPS = [1_000, 500]

/** Basis points of the mark; towards danger. */
export const distanceBps = (mark: Ticks, liquidation: Ticks): number =>
  mulDivFloor(Math.abs(mark - liquidation), 10_000, mark)

/** What is known of the position after a look, and whether the look is told. */
export function lookAt(
  known: KeptDistance | undefined,
  now: { readonly symbol: string; readonly isLong: boolean; readonly bps: number },
): { readonly kept: KeptDistance; readonly isTold: boolean } {
  if (known === undefined || known.isLong !== now.isLong) {
    const { symbol, isLong, bps } = now
    return { kept: { symbol, isLong, firstBps: bps }, isTold: false }
  }
  const { toldBps, ...rest } = known
  const half = known.firstBps > LEVELS_BPS[0]! ? [] : [Math.floor(known.firstBps / 2)]
  const levels = [...LEVELS_BPS.filter((level) => level < known.firstBps), ...half]
  const crossed = levels.filter((level) => now.bps <= level)
  const nearest = crossed.length === 0 ? undefined : Math.min(...crossed)
  if (nearest !== undefined && (toldBps === undefined || nearest < toldBps))
    return { kept: { ...rest, toldBps: nearest }, isTold: true }
  if (toldBps !== undefined && now.bps > toldBps + Math.ceil(toldBps / 5))
    return { kept: rest, isTold: false }
  return { kept: known, isTold: false }
}
