/** How the reserved margin of a resting order follows its fills. */
import { initMargin, valueOf } from '@vest/formulas'
import type { Lots } from '@vest/protocol'
import type { Order } from './order.ts'

/** The change of what a resting order reserves when `size` lots of it fill; nothing for a reduce-only order. */
export function reservationDelta(order: Order, size: number, scale: number): number {
  if (order.reservedMargin === 0) return 0
  const remaining = (order.size - order.filledSize - size) as Lots
  return initMargin(valueOf(order.limitPrice, remaining, scale), order.initMarginRatio) - order.reservedMargin
}
