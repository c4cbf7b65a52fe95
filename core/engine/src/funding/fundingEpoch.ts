/** After a change of a market's accumulator: every position there owes another sum, so its margin has changed too. */
import { type Exchange, type Market, scheduleMarginChecks } from '../state/index.ts'

export function beginFundingEpoch(exchange: Exchange, market: Market): void {
  market.fundingEpoch += 1
  scheduleMarginChecks(exchange.accountRows, market.id)
}
