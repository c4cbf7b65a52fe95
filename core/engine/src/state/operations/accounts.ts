/** Accounts and markets by address and symbol, as commands name them. */
import type { Address } from '@vest/protocol'
import type { Exchange } from '../exchange.ts'
import type { Market } from '../market.ts'
import { type Account, OLDEST_ORDER, accountRow, findAccount } from '../tables/accounts.ts'
import { logPosition } from '../tables/eventRows.ts'
import { type Order, orderAt } from '../tables/order.ts'
import { FLAGS, IS_SIM_ORDER, MARKET_ID, NONE, YOUNGER_OF_ACCOUNT } from '../tables/orderLayout.ts'
import type { Position } from '../tables/positions.ts'

export function accountAt(exchange: Exchange, address: Address): Account | undefined {
  return findAccount(exchange.accountRows, exchange.accounts, address)
}

export function marketOf(exchange: Exchange, symbol: string): Market | undefined {
  const id = exchange.marketIds.get(symbol)
  return id === undefined ? undefined : exchange.markets[id]
}

/** Publishes a position that changed without a fill. */
export function emitPosition(exchange: Exchange, account: Account, position: Position): void {
  const { marketId, isLong, size, cost, initMarginRatio } = position
  logPosition(exchange.work.log, account.id, marketId, isLong, size, cost, initMarginRatio)
}

/** The market, of either domain, that a live order belongs to. */
export function marketOfLive(exchange: Exchange, order: number): Market {
  const { int32s } = exchange.orderRows
  const id = int32s[2 * order + MARKET_ID]!
  return (int32s[2 * order + FLAGS]! & IS_SIM_ORDER) === 0 ? exchange.market(id) : exchange.sim.markets[id]!
}

// ---------------------------------------------------------------- replacing

/** References of every live order of an account in one market, oldest first. */
export function orderRefsIn(exchange: Exchange, accountId: number, marketId: number): number[] {
  const { int32s } = exchange.orderRows
  const found: number[] = []
  let order = exchange.accountRows.int32s[2 * accountRow(accountId) + OLDEST_ORDER]!
  for (; order !== NONE; order = int32s[2 * order + YOUNGER_OF_ACCOUNT]!)
    if (int32s[2 * order + MARKET_ID] === marketId) found.push(order)
  return found
}

/** Handles of every live order of an account in one market, oldest first. */
export const ordersIn = (exchange: Exchange, account: Account, market: Market): Order[] =>
  orderRefsIn(exchange, account.id, market.id).map((at) => orderAt(exchange.orderRows, at))
