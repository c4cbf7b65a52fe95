/** Steps shared by corporate actions: settle funding, cancel orders, and close positions without a trade. */
import { type Usd6, usd6 } from '@vest/protocol'
import { cancelDelayed, cancelOrder, waitingOrders } from '../book/index.ts'
import { settleFunding } from '../funding/index.ts'
import { payShortfall } from '../ledger/index.ts'
import { settlePoolFunding } from '../pool/index.ts'
import {
  type Account,
  type BookSide,
  creditHouse,
  emit,
  type Exchange,
  findPosition,
  holdersInAny,
  isSimAccount,
  logPosition,
  type Market,
  scheduleCapitalCheck,
  scheduleSimSync,
  type Position,
  removePosition,
} from '../state/index.ts'

/** Accounts of the market's domain with a position in it, oldest first. */
export const holdersIn = (exchange: Exchange, market: Market): Account[] =>
  holdersInAny(exchange.accountRows, [market.id], market.sim !== undefined).map((id) => exchange.account(id))

/** Settles the funding of every position, the pool's included: no position owes anything afterwards. */
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
  const orders = exchange.orderRows
  const { above, below, retrying } = market.triggers
  const places = [market.bids, market.asks, above, below].flatMap(placesOn).concat(retrying)
  for (const order of places.sort((a, b) => orders.rank(a) - orders.rank(b))) cancelOrder(exchange, order, 0)
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
 * Closes a position and credits what it has earned. The margin of an isolated one returns to the account; a
 * loss beyond that margin is not the account's: insurance pays, then the sleeve.
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
  // It closes at another price than the mark, and no mark checks a flat account.
  if (account.capital !== undefined) {
    scheduleCapitalCheck(exchange, account.id)
    scheduleSimSync(exchange)
  }
}
