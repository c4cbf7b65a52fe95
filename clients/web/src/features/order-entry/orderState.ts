/**
 * What the button of the ticket says: the refusals in the order of the product ([5.4]), the first that holds is its
 * text, and the field at fault takes the ring.
 */
import { isLimitPriceAllowed } from '@vest/formulas'
import type { OrderContext, OrderDraft } from './orderDraft.ts'
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

export type OrderState =
  /** Signed out or account pending: disabled, no text. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'blocked'; readonly reason: BlockReason; readonly field?: FaultyField }
  /** No funds: the one blocked state with a way out. */
  | { readonly kind: 'deposit' }
  /** Nothing typed yet: disabled with the normal label. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'ready' }

/** The first refusal that holds, in the order of the product ([5.4]). */
export function orderState(draft: OrderDraft, context: OrderContext, summary: OrderSummary): OrderState {
  const { position, mark } = context
  if (context.isHalted) return { kind: 'blocked', reason: 'marketClosed' }
  if (!context.isSignedIn || context.summary === undefined || mark === undefined)
    return { kind: 'unavailable' }
  const { capitalStatus } = context
  if (capitalStatus !== undefined && capitalStatus !== 'active' && capitalStatus !== 'funded_active')
    return { kind: 'blocked', reason: 'accountNotActive' }
  if (capitalStatus === 'active' && !context.market.isEvalAllowed)
    return { kind: 'blocked', reason: 'notAllowedInEval' }
  if (context.summary.available <= 0 && !draft.isReduceOnly)
    return capitalStatus === undefined ? { kind: 'deposit' } : { kind: 'blocked', reason: 'noFundsCapital' }
  const reducible = position !== undefined && position.isLong !== draft.isBuy ? position.size : undefined
  if (draft.isReduceOnly && reducible === undefined) return { kind: 'blocked', reason: 'invalidReduceOnly' }
  // Without a valid price a limit order has no value; the price is at fault, not the size.
  const hasPrice =
    draft.type === 'MARKET' ||
    (summary.price !== undefined && isLimitPriceAllowed({ price: summary.price, mark, isBuy: draft.isBuy }))
  if (summary.size === 0 || (summary.value === 0 && summary.price !== undefined))
    return draft.hasTypedSize
      ? { kind: 'blocked', reason: 'insufficientOrderSize', field: 'size' }
      : { kind: 'idle' }
  if (draft.isReduceOnly && summary.size > reducible!)
    return { kind: 'blocked', reason: 'invalidSize', field: 'size' }
  if (hasPrice && !draft.isReduceOnly && !summary.isCovered)
    return { kind: 'blocked', reason: 'insufficientBalance', field: 'size' }
  if (!hasPrice) return { kind: 'blocked', reason: 'invalidLimitPrice', field: 'price' }
  const exit = faultyExit(draft, context)
  if (exit !== undefined)
    return {
      kind: 'blocked',
      reason: exit === 'takeProfit' ? 'invalidTpPrice' : 'invalidSlPrice',
      field: exit,
    }
  return { kind: 'ready' }
}
