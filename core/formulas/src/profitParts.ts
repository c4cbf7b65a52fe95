/** The parts of a profit: from prices, fees and funding, and since a moment. */
import { type Usd6, usd6 } from '@vest/protocol'

/**
 * The part of a realised profit that comes from prices:
 *
 *   realizedPnl = profitOfPrices − fees + settledFunding
 *
 * micro-USDC, exact; fees ≥ 0 were paid, settledFunding > 0 was received.
 */
export const profitOfPrices = (input: { realizedPnl: Usd6; fees: Usd6; settledFunding: Usd6 }): Usd6 =>
  usd6(input.realizedPnl + input.fees - input.settledFunding)

/** Equity of an account at a moment, and its net deposits until then. */
export interface EquityMoment {
  readonly equity: Usd6
  readonly netDeposits: Usd6
}

/**
 *   profitSince = (equity − netDeposits) − (start.equity − start.netDeposits)
 *
 * micro-USDC, exact: deposits and withdrawals are neither profit nor loss.
 */
export const profitSince = (start: EquityMoment, now: EquityMoment): Usd6 =>
  usd6(now.equity - now.netDeposits - (start.equity - start.netDeposits))
