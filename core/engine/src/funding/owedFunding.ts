/** Funding that a position owes since its last settlement (negative: it is owed). */
import { fundingOwed } from '@vest/formulas'
import type { Lots } from '@vest/protocol'
import type { Exchange, Market } from '../state/index.ts'

/** Funding that a position owes since its last settlement, in usd6, > 0 = it pays. */
export function owedBy(exchange: Exchange, position: number, market: Market): number {
  const positions = exchange.positionRows
  if (positions.fundingEpoch(position) === market.fundingEpoch) return 0
  return fundingOwed(
    {
      isLong: positions.isLong(position),
      size: positions.size(position) as Lots,
      entryFunding: positions.entryFunding(position),
    },
    market.cumFunding,
    market.spec.sizeDecimals,
  )
}
