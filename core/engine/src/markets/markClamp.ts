/**
 * A change of parameters: journalled, taken as a whole or refused as a whole (1121 no such market, 1130 anything
 * else), and valid from the next command on. Nothing that has been charged, accrued, reserved or opened is looked at
 * again: positions and resting orders keep the ratios they were made with.
 */
import type { MarketSpec } from '../api/index.ts'
import type { Market } from '../state/index.ts'

export function widestClampBps({ risk }: MarketSpec): number {
  const { REGULAR, EXTENDED, OVERNIGHT } = risk.markClampBps
  return Math.max(REGULAR, EXTENDED, OVERNIGHT)
}

export const clampBps = (market: Market): number => {
  const { session, spec } = market
  return spec.risk.markClampBps[session === 'CLOSED' ? 'REGULAR' : session]
}
