/** The accumulator of a market has moved: what every position there owes is another, and so is its margin. */
import type { Exchange } from '../state/exchange.ts'
import type { Market } from '../state/market.ts'
import { noteHoldersDue } from '../state/tables/accounts.ts'

export function beginFundingEpoch(exchange: Exchange, market: Market): void {
  market.fundingEpoch += 1
  noteHoldersDue(exchange.accountRows, market.id)
}
