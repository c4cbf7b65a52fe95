/** Maximum numbers of open orders of an account: in total, in one market, and per kind of trigger there. */
import { type Exchange, type Market, orderRefsIn } from '../state/index.ts'

/** `freed`: orders of the account in this market that end before the new one is added. */
export function hasRoom(exchange: Exchange, accountId: number, market: Market, freed = 0): boolean {
  const openOrders = exchange.accountRows.openOrders(accountId) - freed
  const { openOrdersMax, openOrdersPerMarketMax } = exchange.parameters
  if (openOrders < openOrdersPerMarketMax) return true
  return (
    openOrders < openOrdersMax &&
    orderRefsIn(exchange, accountId, market.id).length - freed < openOrdersPerMarketMax
  )
}

/** An amended order is counted already. */
export const lacksRoom = (exchange: Exchange, accountId: number, market: Market, order: number): boolean =>
  !exchange.orderRows.isTentative(order) && !hasRoom(exchange, accountId, market)

export function hasRoomForTrigger(
  exchange: Exchange,
  accountId: number,
  market: Market,
  type: number,
): boolean {
  const rows = orderRefsIn(exchange, accountId, market.id).filter(
    (other) => exchange.orderRows.type(other) === type,
  ).length
  return rows < exchange.parameters.triggerRowsMax && hasRoom(exchange, accountId, market)
}
