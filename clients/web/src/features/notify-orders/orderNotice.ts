/** Which events of orders are news: those without a waiting dialog, and what becomes of an order long after it was sent. */
import type { OrderEvent, OrderType } from '@vest/protocol'

export type OrderNotice = 'filled' | 'cancelled' | 'exitFailed'

/** `isAwaited`: the order's own submission tells, or has told, how it was taken. */
export function orderNotice(
  event: Pick<OrderEvent, 'status' | 'code'>,
  orderType: OrderType,
  isAwaited: boolean,
): OrderNotice | undefined {
  // A market order fills with its submission; any other may fill long after it was placed, and that fill is news.
  if (event.status === 'FILLED') return isAwaited && orderType === 'MARKET' ? undefined : 'filled'
  if (isAwaited) return undefined
  if (event.status === 'CANCELLED' && typeof event.code === 'number') return 'cancelled'
  // A take profit or stop loss that rode on a limit order and could not be set when that filled.
  const isExit = orderType === 'TAKE_PROFIT' || orderType === 'STOP_LOSS'
  return event.status === 'REJECTED' && isExit ? 'exitFailed' : undefined
}
