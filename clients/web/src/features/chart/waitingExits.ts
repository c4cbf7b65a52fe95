/**
 * Take profits and stop losses that ride on a limit order ([4.17]): they become orders with its first fill, and until
 * then only the order itself has their prices.
 */
import type { Ticks } from '@vest/protocol'
import type { Order } from '../../live/index.ts'

export interface WaitingExit {
  readonly orderType: 'TAKE_PROFIT' | 'STOP_LOSS'
  readonly price: Ticks
}

export function waitingExits(
  order: Pick<Order, 'orderType' | 'status' | 'takeProfitPrice' | 'stopLossPrice'>,
): readonly WaitingExit[] {
  if (order.orderType !== 'LIMIT' || order.status !== 'NEW') return []
  const exit = (orderType: WaitingExit['orderType'], price: Ticks | undefined): readonly WaitingExit[] =>
    price === undefined ? [] : [{ orderType, price }]
  return [...exit('TAKE_PROFIT', order.takeProfitPrice), ...exit('STOP_LOSS', order.stopLossPrice)]
}
