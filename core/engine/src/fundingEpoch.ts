/** The accumulator of a market has moved: what every position there owes is another, and so is its margin. */
import { noteHoldersDue } from './accountRows.ts'
import type { Exchange, Market } from './state.ts'

export function beginFundingEpoch(exchange: Exchange, market: Market): void {
  market.fundingEpoch += 1
  noteHoldersDue(exchange.accountRows, market.id)
}
