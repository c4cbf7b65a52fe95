/** How many orders an account may have open: in all, in one market, and of each kind of trigger there. */
import { OPEN_ORDERS_MAX, OPEN_ORDERS_PER_MARKET_MAX } from '@vest/protocol'
import { ACCOUNT_ROW, OPEN_ORDERS } from './accountRows.ts'
import { typeIn, WORDS } from './order.ts'
import { placesIn } from './orderLife.ts'
import type { Exchange, Market } from './state.ts'

/** TP or SL rows of one account in one market. */
const TRIGGER_ROWS_MAX = 20

export function hasRoom(exchange: Exchange, accountId: number, market: Market): boolean {
  const openOrders = exchange.accountRows.halves[2 * accountId * ACCOUNT_ROW + OPEN_ORDERS]!
  if (openOrders < OPEN_ORDERS_PER_MARKET_MAX) return true
  return (
    openOrders < OPEN_ORDERS_MAX &&
    placesIn(exchange, accountId, market.id).length < OPEN_ORDERS_PER_MARKET_MAX
  )
}

export function hasRoomForTrigger(
  exchange: Exchange,
  accountId: number,
  market: Market,
  type: number,
): boolean {
  const { numbers } = exchange.orderRows
  const rows = placesIn(exchange, accountId, market.id).filter(
    (other) => typeIn(numbers[other + WORDS]!) === type,
  ).length
  return rows < TRIGGER_ROWS_MAX && hasRoom(exchange, accountId, market)
}
