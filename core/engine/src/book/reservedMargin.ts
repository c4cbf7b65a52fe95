/** The reserved margin of a resting order after its fills. */
import { initMargin, valueOf } from '@vest/formulas'
import type { Lots, Ratio4, Ticks } from '@vest/protocol'
import type { OrderRows } from '../state/index.ts'

/** The change of an order's reserved margin when `size` lots of it fill; 0 for a reduce-only order. */
export function reservationDelta(orders: OrderRows, order: number, size: number, scale: number): number {
  const reserved = orders.reservedMargin(order)
  if (reserved === 0) return 0
  return restingMargin(orders, order, orders.remaining(order) - size, scale) - reserved
}

/** ⌈ limitPrice · remaining · K · initMarginRatio / 10⁴ ⌉: margin reserved by `remaining` resting lots of an order. */
export const restingMargin = (orders: OrderRows, order: number, remaining: number, scale: number): number =>
  initMargin(
    valueOf(orders.limitPrice(order) as Ticks, remaining as Lots, scale),
    orders.initMarginRatio(order) as Ratio4,
  )
