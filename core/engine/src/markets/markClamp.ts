/** Maximum distance of a mark from its index, in basis points. */
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
