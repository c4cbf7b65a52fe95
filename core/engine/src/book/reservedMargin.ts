/** The reserved margin of a resting order after its fills. */
import { FILLED_SIZE, INIT_MARGIN_RATIO, LIMIT_PRICE, RESERVED_MARGIN, SIZE } from '../state/index.ts'
import { initMargin, valueOf } from '@vest/formulas'
import type { Lots, Ratio4, Ticks } from '@vest/protocol'

/** The change of an order's reserved margin when `size` lots of it fill; 0 for a reduce-only order. */
export function reservationDelta(orders: Float64Array, at: number, size: number, scale: number): number {
  const reserved = orders[at + RESERVED_MARGIN]!
  if (reserved === 0) return 0
  return restingMargin(orders, at, orders[at + SIZE]! - orders[at + FILLED_SIZE]! - size, scale) - reserved
}

/** ⌈ limitPrice · remaining · K · initMarginRatio / 10⁴ ⌉: margin reserved by `remaining` resting lots of an order. */
export const restingMargin = (orders: Float64Array, at: number, remaining: number, scale: number): number =>
  initMargin(
    valueOf(orders[at + LIMIT_PRICE] as Ticks, remaining as Lots, scale),
    orders[at + INIT_MARGIN_RATIO] as Ratio4,
  )
