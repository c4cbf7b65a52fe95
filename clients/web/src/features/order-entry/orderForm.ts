/**
 * The ticket without React: keystrokes and clicks change the draft through `reduceOrder`, by the rules of the product
 * ([4.17]). What the draft would do is `summarizeOrder`, what the button says `orderState`.
 */
import type { SummaryPosition } from '@vest/formulas'
import { defaultSlippageBps, type Lots, type Ticks, type TimeInForce } from '@vest/protocol'
import type { ExitDraft, ExitKind, GainUnit } from '../../entities/order/exitDraft.ts'
import type { Market } from '../../live/index.ts'
import { writePrice } from '../../shared/numeric/index.ts'
import { emptyDraft, NO_EXITS, type OrderContext, type OrderDraft, type TicketType } from './orderDraft.ts'
import { sizeOf, sizeTextOf } from './orderSize.ts'

export type OrderAction =
  | {
      readonly kind: 'type'
      readonly type: TicketType
      readonly mark: Ticks | undefined
      readonly market: Market
    }
  | { readonly kind: 'side'; readonly isBuy: boolean }
  | { readonly kind: 'price'; readonly text: string }
  | { readonly kind: 'size'; readonly text: string }
  /** A size from elsewhere, in lots; shown in the unit that is set. */
  | { readonly kind: 'lots'; readonly size: Lots; readonly context: OrderContext }
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'unit'; readonly context: OrderContext }
  | { readonly kind: 'reduceOnly'; readonly isOn: boolean; readonly position: SummaryPosition | undefined }
  | { readonly kind: 'position'; readonly position: SummaryPosition | undefined }
  | { readonly kind: 'timeInForce'; readonly timeInForce: TimeInForce }
  /** TP/SL ticked or unticked. */
  | { readonly kind: 'exits'; readonly isOn: boolean }
  | { readonly kind: 'exit'; readonly of: ExitKind; readonly exit: ExitDraft }
  | { readonly kind: 'gainUnit'; readonly unit: GainUnit }
  | { readonly kind: 'slippage'; readonly text: string }
  | { readonly kind: 'submitted'; readonly mark: Ticks | undefined; readonly market: Market }

export function reduceOrder(draft: OrderDraft, action: OrderAction): OrderDraft {
  switch (action.kind) {
    case 'type':
      if (action.type === draft.type) return draft
      // Limit presets the mark price and GTC and clears TP/SL; market has no time in force ([4.17]).
      return action.type === 'LIMIT'
        ? {
            ...draft,
            ...NO_EXITS,
            type: 'LIMIT',
            priceText: writePrice(action.mark, action.market.priceDecimals),
            timeInForce: 'GTC',
          }
        : { ...draft, type: 'MARKET', priceText: '', timeInForce: undefined }
    case 'side':
      return { ...draft, isBuy: action.isBuy }
    case 'price':
      return { ...draft, priceText: action.text }
    case 'size':
      return { ...draft, sizeText: action.text, percent: undefined, hasTypedSize: true }
    case 'lots':
      return {
        ...draft,
        sizeText: sizeTextOf(draft, action.context, action.size),
        percent: undefined,
        hasTypedSize: true,
      }
    case 'percent':
      return { ...draft, percent: action.percent, sizeText: '', hasTypedSize: action.percent > 0 }
    case 'unit': {
      const next: OrderDraft = { ...draft, sizeUnit: draft.sizeUnit === 'base' ? 'usd' : 'base' }
      if (draft.percent !== undefined) return next
      const size = sizeOf(draft, action.context)
      return { ...next, sizeText: draft.sizeText === '' ? '' : sizeTextOf(next, action.context, size) }
    }
    case 'reduceOnly':
      // Reduce-only takes the side that closes the open position, and leaves nothing for TP/SL ([4.17]).
      if (!action.isOn) return { ...draft, isReduceOnly: false }
      return {
        ...draft,
        ...NO_EXITS,
        isReduceOnly: true,
        isBuy: action.position === undefined ? draft.isBuy : !action.position.isLong,
      }
    case 'position':
      return draft.isReduceOnly && action.position === undefined ? { ...draft, isReduceOnly: false } : draft
    case 'timeInForce':
      return { ...draft, timeInForce: action.timeInForce }
    case 'exits':
      return action.isOn ? { ...draft, hasExits: true, isReduceOnly: false } : { ...draft, ...NO_EXITS }
    case 'exit':
      return { ...draft, hasExits: true, isReduceOnly: false, [action.of]: action.exit }
    case 'gainUnit':
      return { ...draft, gainUnit: action.unit }
    case 'slippage':
      return { ...draft, slippageText: action.text }
    case 'submitted':
      return afterOrder(draft, action)
  }
}

/** A new form with the side and the type of the last: a limit starts at the mark again ([4.17]). */
function afterOrder(
  { type, isBuy, sizeUnit }: OrderDraft,
  { mark, market }: { readonly mark: Ticks | undefined; readonly market: Market },
): OrderDraft {
  const fresh: OrderDraft = {
    ...emptyDraft({ slippageBps: defaultSlippageBps(market.symbol), sizeUnit }),
    isBuy,
  }
  return reduceOrder(fresh, { kind: 'type', type, mark, market })
}
