/** Funding that a position owes since its last settlement (negative: it is owed). */
import { EPOCH, type Exchange, IS_LONG, type Market, POSITION_SIZE, rowOfPosition } from '../state/index.ts'
import { fundingOwed } from '@vest/formulas'
import type { Lots } from '@vest/protocol'

/** Funding that the position at `at` owes since its last settlement, in usd6, > 0 = it pays. */
export function owedBy(exchange: Exchange, at: number, market: Market): number {
  const { numbers, halves, entryFundings } = exchange.positionRows
  if (numbers[at + EPOCH] === market.fundingEpoch) return 0
  return fundingOwed(
    {
      isLong: halves[2 * at + IS_LONG] === 1,
      size: numbers[at + POSITION_SIZE] as Lots,
      entryFunding: entryFundings[rowOfPosition(at)]!,
    },
    market.cumFunding,
    market.spec.sizeDecimals,
  )
}
