/** Profit taken apart: what prices, fees and funding each brought, and what came since a moment. */
import { type Usd6, usd6 } from '@vest/protocol'

/**
 * What prices alone brought of a realised profit:
 *
 *   realizedPnl = profitOfPrices − fees + settledFunding
 *
 * micro-USDC, exact; fees ≥ 0 are what was paid, settledFunding > 0 is what was received.
 */
export const profitOfPrices = (input: { realizedPnl: Usd6; fees: Usd6; settledFunding: Usd6 }): Usd6 =>
  usd6(input.realizedPnl + input.fees - input.settledFunding)

/** What an account was worth at a moment, and what had been brought in less taken out until then. */
export interface EquityMoment {
  readonly equity: Usd6
  readonly netDeposits: Usd6
}

/**
 *   profitSince = (equity − netDeposits) − (start.equity − start.netDeposits)
 *
 * micro-USDC, exact: money brought in or taken out is no profit and no loss.
 */
export const profitSince = (start: EquityMoment, now: EquityMoment): Usd6 =>
  usd6(now.equity - now.netDeposits - (start.equity - start.netDeposits))
