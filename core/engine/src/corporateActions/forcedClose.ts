/** What a corporate action does to everybody in a market alike: settles, cancels, and ends positions without a trade. */
import { cancelDelayed, waitingOrders } from '../book/delayedTakers.ts'
import { cancelOrder } from '../book/openOrders.ts'
import { settleFunding } from '../funding/settleFunding.ts'
import { payShortfall } from '../ledger/shortfall.ts'
import { settlePoolFunding } from '../pool/poolFills.ts'
import type { Exchange } from '../state/exchange.ts'
import type { Market } from '../state/market.ts'
import { emit } from '../state/operations/emit.ts'
import { creditHouse } from '../state/operations/money.ts'
import { noteCapitalDue, noteSimStirred } from '../state/operations/pendingWork.ts'
import { removePosition } from '../state/operations/positions.ts'
import { findPosition } from '../state/tables/accountPositions.ts'
import { type Account, holdersInAny, isSimAccount } from '../state/tables/accounts.ts'
import { logPosition } from '../state/tables/eventRows.ts'
import { RANK } from '../state/tables/orders.ts'
import type { Position } from '../state/tables/positions.ts'
import type { BookSide } from '../state/tables/priceLevels.ts'
import { type Usd6, usd6 } from '@vest/protocol'

/** Accounts of the market's domain with a position in it, oldest first. */
export const holdersIn = (exchange: Exchange, market: Market): Account[] =>
  holdersInAny(exchange.accountRows, [market.id], market.sim !== undefined).map(
    (id) => exchange.accounts[id]!,
  )

/** Settles the funding of every position, the pool's included: nobody owes anything afterwards. */
export function settleMarketFunding(
  exchange: Exchange,
  market: Market,
  reason: 'CORPORATE_ACTION' | 'DIVIDEND',
): void {
  for (const account of holdersIn(exchange, market)) settleFunding(exchange, account, market, reason)
  settlePoolFunding(exchange, market)
}

/** Cancels every open order of a market, resting and dormant, the oldest first, without a code. */
export function cancelMarketOrders(exchange: Exchange, market: Market): void {
  const { numbers } = exchange.orderRows
  const { above, below, retrying } = market.triggers
  const places = [market.bids, market.asks, above, below].flatMap(placesOn).concat(retrying)
  for (const order of places.sort((a, b) => numbers[a + RANK]! - numbers[b + RANK]!))
    cancelOrder(exchange, order, 0)
  const isSim = market.sim !== undefined
  const waiting = waitingOrders(exchange).filter(
    ({ marketId, accountId }) =>
      marketId === market.id && isSimAccount(exchange.accountRows, accountId) === isSim,
  )
  cancelDelayed(exchange, waiting, 0)
}

function placesOn(side: BookSide): number[] {
  const places: number[] = []
  for (const level of side.levels)
    for (let order = level.oldest; order !== undefined; order = order.younger) places.push(order.at)
  return places
}

/**
 * Ends a position with what it has earned. An isolated one takes its margin home; a loss beyond that margin is not
 * its account's: insurance pays, then the sleeve.
 */
export function endPosition(
  exchange: Exchange,
  account: Account,
  market: Market,
  position: Position,
  pnl: Usd6,
): void {
  const home = market.spec.isolated ? position.isolatedMargin + pnl : pnl
  const shortfall = market.spec.isolated ? Math.max(0, -home) : 0
  account.collateral = usd6(account.collateral + home + shortfall)
  if (shortfall > 0)
    if (account.isSim) creditHouse(exchange, -shortfall)
    else payShortfall(exchange, shortfall, 'POOL_ISO')
  const { isLong } = position
  const { accountRows, positionRows } = exchange
  removePosition(exchange, account.id, findPosition(accountRows, positionRows, account.id, market.id))
  emit(exchange, { kind: 'PositionAdjusted', account: account.address, symbol: market.spec.symbol, pnl })
  logPosition(exchange.work.log, account.id, market.id, isLong, 0, 0, 0)
  // It ends at another price than it counted at, and no mark asks about a flat account.
  if (account.capital !== undefined && exchange.features.fourthReading) {
    noteCapitalDue(exchange, account.id)
    noteSimStirred(exchange)
  }
}
