/** How the reserved margin of a resting order follows its fills. */
import { orderMargin } from '@vest/formulas'
import { lots } from '@vest/protocol'
import type { Order } from './state.ts'

/** The change of what a resting order reserves when `size` lots of it fill; nothing for a reduce-only order. */
export function reservationDelta(order: Order, size: number, scale: number): number {
  if (order.reservedMargin === 0) return 0
  const remaining = lots(order.size - order.filledSize - size)
  const { limitPrice, initMarginRatio } = order
  return orderMargin({ limitPrice, initMarginRatio, remaining }, scale) - order.reservedMargin
}
