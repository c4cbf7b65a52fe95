/** Settlement of owed funding into a position's account. */
import { fundingPayment } from '@vest/formulas'
import { type Usd6, usd6 } from '@vest/protocol'
import type { FundingReason } from '../api/index.ts'
import {
  type Account,
  creditHouse,
  emit,
  type Exchange,
  type Market,
  scheduleMarginCheck,
  positionIn,
} from '../state/index.ts'

/** Settles the funding of all positions, before money leaves an account. */
export function settleAllFunding(exchange: Exchange, account: Account): void {
  for (const position of account.positions)
    settleFunding(exchange, account, exchange.market(position.marketId), 'TRANSFER')
}

/** Settles what a position owes, outside of a fill. */
export function settleFunding(
  exchange: Exchange,
  account: Account,
  market: Market,
  reason: FundingReason,
): void {
  const position = positionIn(exchange, account, market.id)
  if (position === undefined || position.entryFunding === market.cumFunding) return
  const paid = fundingPayment(position, market.cumFunding, market.spec.sizeDecimals)
  scheduleMarginCheck(exchange.accountRows, account.id)
  if (market.spec.isolated) position.isolatedMargin = usd6(position.isolatedMargin - paid)
  else account.collateral = usd6(account.collateral - paid)
  recordFunding(exchange, { account, market, paid, reason })
  position.entryFunding = market.cumFunding
  position.settledFunding = usd6(position.settledFunding - paid)
}

/** Moves a settled payment into the clearing account of its market and emits it. */
export function recordFunding(
  exchange: Exchange,
  input: {
    readonly account: Account
    readonly market: Market
    readonly paid: Usd6
    readonly reason: FundingReason
  },
): void {
  const { account, market, paid, reason } = input
  const position = positionIn(exchange, account, market.id)
  if (paid === 0 || position === undefined) return
  if (market.sim === undefined) market.fundingClearing = usd6(market.fundingClearing + paid)
  else creditHouse(exchange, paid)
  emit(exchange, {
    kind: 'FundingSettled',
    account: account.address,
    symbol: market.spec.symbol,
    isLong: position.isLong,
    size: position.size,
    payment: usd6(-paid),
    rate: market.lastAppliedRate,
    reason,
  })
}
