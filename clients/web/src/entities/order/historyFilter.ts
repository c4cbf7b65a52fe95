/** The filter of the order history ([2.27]): all, filled, rejected, cancelled. */
import type { Order } from '../../live/index.ts'

export const HISTORY_FILTERS = ['ALL', 'FILLED', 'REJECTED', 'CANCELLED'] as const
export type HistoryFilter = (typeof HISTORY_FILTERS)[number]

export const filterHistory = (
  orders: readonly Order[],
  query: { readonly filter: HistoryFilter; readonly symbol?: string | undefined },
): readonly Order[] =>
  orders.filter(
    (order) =>
      (query.filter === 'ALL' || order.status === query.filter) &&
      (query.symbol === undefined || order.symbol === query.symbol),
  )
