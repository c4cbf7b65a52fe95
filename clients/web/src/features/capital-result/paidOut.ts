/** What a funded account has paid to its owner: their share of each profit withdrawal that was made. */
import { profitPayout } from '@vest/formulas'
import { usd6, type Ratio4, type Usd6 } from '@vest/protocol'
import type { Transfer } from '../../live/index.ts'

export const paidOut = (
  transfers: readonly Pick<Transfer, 'type' | 'status' | 'size'>[],
  splitRatio: Ratio4,
): Usd6 =>
  usd6(
    transfers
      .filter(({ type, status }) => type === 'WITHDRAW_PROFIT' && status === 'FILLED')
      .reduce((sum, { size }) => sum + profitPayout(size, splitRatio), 0),
  )
