/** The accumulator of a market has moved: what every position there owes is another, and so is its margin. */
import { type Exchange, type Market, noteHoldersDue } from '../state/index.ts'

export function beginFundingEpoch(exchange: Exchange, market: Market): void {
  market.fundingEpoch += 1
  noteHoldersDue(exchange.accountRows, market.id)
}
