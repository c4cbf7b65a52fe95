/** Take profit and stop loss of the ticket: what they would bring, on which side they must stand, what is sent. */
import { valueOf } from '@vest/formulas'
import { lots, type Lots, type Ticks } from '@vest/protocol'
import {
  exitPrice,
  isEmptyExit,
  isExitOnSide,
  type ExitBasis,
  type ExitKind,
} from '../../entities/order/exitDraft.ts'
import type { Market } from '../../live/index.ts'
import { referencePrice, type OrderContext, type OrderDraft } from './orderDraft.ts'
import { isInRange } from './orderOutcome.ts'
import type { OrderSummary } from './orderSummary.ts'

const KINDS = ['takeProfit', 'stopLoss'] as const

export type ExitPrices = Readonly<Record<ExitKind, Ticks | undefined>>

/** Undefined until the order has a price. Without a size the gain is that of one lot: its percent is the same. */
export function exitBasis(draft: OrderDraft, context: OrderContext, size: Lots): ExitBasis | undefined {
  const { market } = context
  const reference = referencePrice(draft, context)
  if (reference === undefined) return undefined
  const counted = size > 0 && isInRange(reference, size, market) ? size : lots(1)
  return {
    part: {
      isLong: draft.isBuy,
      size: counted,
      cost: valueOf(reference, counted, market.scale),
      scale: market.scale,
    },
    priceDecimals: market.priceDecimals,
    reference,
  }
}

/** The first that is no price or stands on the wrong side of the entry ([5.4]); an empty one is none. */
export function faultyExit(draft: OrderDraft, context: OrderContext): ExitKind | undefined {
  const reference = referencePrice(draft, context)
  if (!draft.hasExits || reference === undefined) return undefined
  return KINDS.find((kind) => {
    if (isEmptyExit(draft[kind])) return false
    const price = exitPrice(draft[kind], context.market.priceDecimals)
    return price === undefined || !isExitOnSide(kind, { price, isLong: draft.isBuy, reference })
  })
}

export const exitPrices = (draft: OrderDraft, market: Market): ExitPrices => ({
  takeProfit: draft.hasExits ? exitPrice(draft.takeProfit, market.priceDecimals) : undefined,
  stopLoss: draft.hasExits ? exitPrice(draft.stopLoss, market.priceDecimals) : undefined,
})

/** What TP and SL of a market order are to leave: what it filled, as far as it stands on the order's side. */
export function exitSize(draft: OrderDraft, summary: OrderSummary, filled: Lots): Lots {
  const { positionAfter } = summary
  if (positionAfter === undefined || positionAfter.isLong !== draft.isBuy) return lots(0)
  return lots(Math.min(filled, positionAfter.size))
}
