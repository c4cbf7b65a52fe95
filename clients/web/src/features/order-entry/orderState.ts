/**
 * What the button of the ticket says: the refusals in the order of the product ([5.4]), the first that holds is its
 * text, and the field at fault takes the ring.
 */
import { isLimitPriceAllowed } from '@vest/formulas'
import { isCapitalStatus } from '../../live/index.ts'
import type { OrderContext, OrderDraft } from './orderDraft.ts'
import type { ExitKind } from '../../entities/order/exitDraft.ts'
import { faultyExit } from './orderExits.ts'
import type { OrderSummary } from './orderSummary.ts'

export type FaultyField = 'size' | 'price' | 'takeProfit' | 'stopLoss'

export type BlockReason =
  | 'marketClosed'
  | 'accountNotActive'
  | 'notAllowedInEval'
  | 'noFundsCapital'
  | 'invalidReduceOnly'
  | 'insufficientOrderSize'
  | 'invalidSize'
  | 'insufficientBalance'
  | 'invalidLimitPrice'
  | 'invalidTpPrice'
  | 'invalidSlPrice'
  | 'orderTooLarge'
  | 'fieldRefused'

export type OrderState =
  /** Signed out or account pending: disabled, no text. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'blocked'; readonly reason: BlockReason; readonly field?: FaultyField }
  /** No funds: the one blocked state with a way out. */
  | { readonly kind: 'deposit' }
  /** Nothing typed yet: disabled with the normal label. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'ready' }

/** A numeric field of the ticket. */
export type TicketField = 'price' | 'size' | 'slippage' | `${ExitKind}-${'price' | 'gain'}`

/**
 * The first refusal that holds, in the order of the product ([5.4]). `refused`: fields that say that they did not take
 * what was typed; what stands in them is not what was meant, so it is not sent.
 */
export function orderState(
  draft: OrderDraft,
  context: OrderContext,
  summary: OrderSummary,
  refused: readonly TicketField[] = [],
): OrderState {
  const { position, mark } = context
  if (context.isHalted) return { kind: 'blocked', reason: 'marketClosed' }
  if (!context.isSignedIn || context.summary === undefined || mark === undefined)
    return { kind: 'unavailable' }
  // A status that is none of the programme's blocks no normal account.
  const capitalStatus = isCapitalStatus(context.capitalStatus) ? context.capitalStatus : undefined
  const isTrading = capitalStatus === 'active' || capitalStatus === 'funded_active'
  if (capitalStatus !== undefined && (!isTrading || context.isCapitalFrozen === true))
    return { kind: 'blocked', reason: 'accountNotActive' }
  // A funded account is bound to the same markets ([6.6]).
  if (capitalStatus !== undefined && !context.market.isEvalAllowed)
    return { kind: 'blocked', reason: 'notAllowedInEval' }
  if (context.summary.available <= 0 && !draft.isReduceOnly)
    return capitalStatus === undefined ? { kind: 'deposit' } : { kind: 'blocked', reason: 'noFundsCapital' }
  const reducible = position !== undefined && position.isLong !== draft.isBuy ? position.size : undefined
  if (draft.isReduceOnly && reducible === undefined) return { kind: 'blocked', reason: 'invalidReduceOnly' }
  // An order without a price has no value either; then the ring is around the price.
  if (summary.value === 0 && !summary.isTooLarge)
    return draft.hasTypedSize
      ? {
          kind: 'blocked',
          reason: 'insufficientOrderSize',
          field: summary.size === 0 ? 'size' : 'price',
        }
      : { kind: 'idle' }
  if (draft.isReduceOnly && summary.size > reducible!)
    return { kind: 'blocked', reason: 'invalidSize', field: 'size' }
  if (!draft.isReduceOnly && !summary.isCovered)
    return { kind: 'blocked', reason: 'insufficientBalance', field: 'size' }
  if (summary.isTooLarge) return { kind: 'blocked', reason: 'orderTooLarge', field: 'size' }
  const { price } = summary
  const isPriced = price !== undefined && isLimitPriceAllowed({ price, mark, isBuy: draft.isBuy })
  if (draft.type === 'LIMIT' && !isPriced)
    return { kind: 'blocked', reason: 'invalidLimitPrice', field: 'price' }
  const exit = faultyExit(draft, context)
  if (exit !== undefined)
    return {
      kind: 'blocked',
      reason: exit === 'takeProfit' ? 'invalidTpPrice' : 'invalidSlPrice',
      field: exit,
    }
  if (refused.length > 0) return { kind: 'blocked', reason: 'fieldRefused' }
  return { kind: 'ready' }
}
