/** How many orders an account may have open: in all, in one market, and of each kind of trigger there. */
import { accountRow, OPEN_ORDERS } from './accountRows.ts'
import { typeIn, WORDS } from './order.ts'
import { placesIn } from './orderLife.ts'
import type { Exchange, Market } from './state.ts'

export function hasRoom(exchange: Exchange, accountId: number, market: Market): boolean {
  const openOrders = exchange.accountRows.halves[2 * accountRow(accountId) + OPEN_ORDERS]!
  const { openOrdersMax, openOrdersPerMarketMax } = exchange.parameters
  if (openOrders < openOrdersPerMarketMax) return true
  return (
    openOrders < openOrdersMax && placesIn(exchange, accountId, market.id).length < openOrdersPerMarketMax
  )
}

export function hasRoomForTrigger(
  exchange: Exchange,
  accountId: number,
  market: Market,
  type: number,
): boolean {
  const { halves } = exchange.orderRows
  const rows = placesIn(exchange, accountId, market.id).filter(
    (other) => typeIn(halves[2 * other + WORDS]!) === type,
  ).length
  return rows < exchange.parameters.triggerRowsMax && hasRoom(exchange, accountId, market)
}
