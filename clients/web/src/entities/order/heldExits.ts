/** The take profits and stop losses of a position: open orders that wait for their price. */
import { lots, type Lots, type Ticks } from '@vest/protocol'
import type { Order } from '../../live/index.ts'
import type { ExitKind } from './exitDraft.ts'

export interface HeldExit {
  readonly id: string
  readonly kind: ExitKind
  readonly price: Ticks
  /** What it has left to close. */
  readonly size: Lots
}

export const exitKindOf = (order: Pick<Order, 'orderType'>): ExitKind | undefined =>
  order.orderType === 'TAKE_PROFIT' ? 'takeProfit' : order.orderType === 'STOP_LOSS' ? 'stopLoss' : undefined

/** Those of one market, the nearest to `from` first. */
export const heldExits = (open: readonly Order[], symbol: string, from: Ticks): readonly HeldExit[] =>
  open
    .flatMap((order): HeldExit[] => {
      const kind = exitKindOf(order)
      if (order.symbol !== symbol || kind === undefined) return []
      const { id, limitPrice, size, filledSize } = order
      return [{ id, kind, price: limitPrice, size: lots(size - filledSize) }]
    })
    .sort((a, b) => Math.abs(a.price - from) - Math.abs(b.price - from))
