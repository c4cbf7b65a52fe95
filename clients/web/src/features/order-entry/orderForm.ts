/**
 * The order ticket without React: what the user has typed (draft), what it would do (summary), and what the
 * button says (state). Keystrokes change the draft through `reduceOrder`; `summarizeOrder` runs the exchange's
 * own formulas over the account as it would be after the fill; `orderState` goes through the refusals in the
 * order of the product ([5.4]) and the first one is the button's text.
 */
import {
  accountSummary,
  defaultLimitPrice,
  initMargin,
  isLimitPriceAllowed,
  takerFee,
  valueOf,
  type AccountFacts,
  type AccountSummary,
  type SummaryPosition,
} from '@vest/formulas'
import {
  divFloor,
  formatDecimalShort,
  lots,
  mulDivFloor,
  ORDER_VALUE_MAX_USD6,
  ticks,
  usd6,
  type Lots,
  type Ratio4,
  type Ticks,
  type TimeInForce,
  type Usd6,
} from '@vest/protocol'
import { readNumeric, writeNumeric } from '../../shared/format/index.ts'
import type { Book, Market } from '../../live/index.ts'
import { estimateFill, simulateFill } from '../../entities/order/simulateFill.ts'
import { positionLiquidation } from '../../entities/account/portfolio.ts'

export type TicketType = 'MARKET' | 'LIMIT'
export type SizeUnit = 'base' | 'usd'

export interface OrderDraft {
  readonly type: TicketType
  readonly isBuy: boolean
  readonly priceText: string
  readonly sizeText: string
  readonly sizeUnit: SizeUnit
  /** Where the slider was put; undefined once a size was typed. */
  readonly percent: number | undefined
  /** A size was typed, so an insufficient one is worth saying ([5.4]). */
  readonly hasTypedSize: boolean
  readonly isReduceOnly: boolean
  /** Limit orders only. */
  readonly timeInForce: TimeInForce | undefined
  /** Percent with 2 decimals, as typed. */
  readonly slippageText: string
}

/** What the ticket knows of the world around it. */
export interface OrderContext {
  readonly market: Market
  readonly mark: Ticks | undefined
  readonly isHalted: boolean
  readonly isSignedIn: boolean
  readonly book: Book | undefined
  /** Undefined while the account is pending. */
  readonly facts: AccountFacts | undefined
  readonly summary: AccountSummary | undefined
  readonly position: SummaryPosition | undefined
  /** Margin ratio of the leverage that is set for this market. */
  readonly initMarginRatio: Ratio4
}

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
  | { readonly kind: 'percent'; readonly percent: number; readonly context: OrderContext }
  | { readonly kind: 'unit'; readonly context: OrderContext }
  | { readonly kind: 'reduceOnly'; readonly isOn: boolean; readonly position: SummaryPosition | undefined }
  | { readonly kind: 'position'; readonly position: SummaryPosition | undefined }
  | { readonly kind: 'timeInForce'; readonly timeInForce: TimeInForce }
  | { readonly kind: 'slippage'; readonly text: string }
  | { readonly kind: 'submitted' }

/** Percent with two decimals from basis points: 30 -> "0.3". */
export const slippageText = (bps: number): string => formatDecimalShort(bps, 2)

export const emptyDraft = (input: {
  readonly slippageBps: number
  readonly sizeUnit: SizeUnit
}): OrderDraft => ({
  type: 'MARKET',
  isBuy: true,
  priceText: '',
  sizeText: '',
  sizeUnit: input.sizeUnit,
  percent: 0,
  hasTypedSize: false,
  isReduceOnly: false,
  timeInForce: undefined,
  slippageText: slippageText(input.slippageBps),
})

export function reduceOrder(draft: OrderDraft, action: OrderAction): OrderDraft {
  switch (action.kind) {
    case 'type':
      // Limit presets the mark price and GTC; market has neither ([4.17]).
      return action.type === 'LIMIT'
        ? {
            ...draft,
            type: 'LIMIT',
            priceText: writeNumeric(action.mark, action.market.priceDecimals),
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
    case 'percent': {
      const size = sizeOfPercent(draft, action.context, action.percent)
      return {
        ...draft,
        percent: action.percent,
        sizeText: sizeTextOf(draft, action.context, size),
        hasTypedSize: action.percent > 0,
      }
    }
    case 'unit': {
      const size = sizeOf(draft, action.context)
      const next: OrderDraft = { ...draft, sizeUnit: draft.sizeUnit === 'base' ? 'usd' : 'base' }
      return { ...next, sizeText: draft.sizeText === '' ? '' : sizeTextOf(next, action.context, size) }
    }
    case 'reduceOnly':
      // Reduce-only takes the side that closes the open position ([4.17]).
      return action.isOn && action.position !== undefined
        ? { ...draft, isReduceOnly: true, isBuy: !action.position.isLong }
        : { ...draft, isReduceOnly: action.isOn }
    case 'position':
      return draft.isReduceOnly && action.position === undefined ? { ...draft, isReduceOnly: false } : draft
    case 'timeInForce':
      return { ...draft, timeInForce: action.timeInForce }
    case 'slippage':
      return { ...draft, slippageText: action.text }
    case 'submitted':
      // Side and type stay, size returns to zero ([4.17]).
      return { ...draft, sizeText: '', percent: 0, hasTypedSize: false, isReduceOnly: false }
  }
}

// ---------------------------------------------------------------- sizes

/** Basis points, clamped to 0 … 10 000 ([5.1], [5.7]); empty counts as 0. */
export function slippageBps(draft: OrderDraft): number {
  return Math.min(10_000, Math.max(0, readNumeric(draft.slippageText, 2) ?? 0))
}

/** The price at which the order is valued: its limit, or the mark. */
export function referencePrice(draft: OrderDraft, context: OrderContext): Ticks | undefined {
  if (draft.type === 'MARKET') return context.mark
  const price = readNumeric(draft.priceText, context.market.priceDecimals)
  return price === undefined || price <= 0 ? undefined : ticks(price)
}

/** Lots of what was typed; a USD amount buys the lots it suffices for. Zero where nothing valid was typed. */
export function sizeOf(draft: OrderDraft, context: OrderContext): Lots {
  const { market } = context
  if (draft.sizeUnit === 'base') return lots(readNumeric(draft.sizeText, market.sizeDecimals) ?? 0)
  const price = referencePrice(draft, context) ?? context.mark
  const cents = readNumeric(draft.sizeText, 2)
  if (price === undefined || cents === undefined) return lots(0)
  const money = cents * 10_000
  return Number.isSafeInteger(money) ? lots(divFloor(money, price * market.scale)) : lots(0)
}

function sizeTextOf(draft: OrderDraft, context: OrderContext, size: Lots): string {
  const { market } = context
  if (size === 0) return ''
  if (draft.sizeUnit === 'base') return writeNumeric(size, market.sizeDecimals)
  const price = referencePrice(draft, context) ?? context.mark
  // Up to the next cent, so that the lots come back whole.
  return price === undefined ? '' : writeNumeric(-divFloor(-valueOf(price, size, market.scale), 10_000), 2)
}

const sizeOfPercent = (draft: OrderDraft, context: OrderContext, percent: number): Lots =>
  lots(mulDivFloor(maxSize(draft, context), percent, 100))

/** The largest size that the exchange would take as things stand; for reduce-only the position. */
export function maxSize(draft: OrderDraft, context: OrderContext): Lots {
  const { market, position } = context
  if (draft.isReduceOnly)
    return position !== undefined && position.isLong !== draft.isBuy ? position.size : lots(0)
  const price = referencePrice(draft, context) ?? context.mark
  if (price === undefined || context.facts === undefined) return lots(0)
  let low = 0
  let high = divFloor(ORDER_VALUE_MAX_USD6, price * market.scale)
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2)
    if (isCovered(draft, context, lots(middle))) low = middle
    else high = middle - 1
  }
  return lots(low)
}

// ---------------------------------------------------------------- summary

export interface OrderSummary {
  readonly price: Ticks | undefined
  readonly size: Lots
  readonly value: Usd6
  readonly marginRequired: Usd6
  readonly fee: Usd6
  readonly available: Usd6 | undefined
  readonly isCovered: boolean
  readonly positionAfter: SummaryPosition | undefined
  readonly liquidationBefore: Ticks | undefined
  readonly liquidationAfter: Ticks | undefined
  /** The limit that travels with the order: its price, or the worst price of a market order. */
  readonly limitPrice: Ticks | undefined
}

export function summarizeOrder(draft: OrderDraft, context: OrderContext): OrderSummary {
  const { market, summary, position, mark } = context
  const price = referencePrice(draft, context)
  const size = sizeOf(draft, context)
  const value =
    price === undefined || !isInRange(price, size, market) ? usd6(0) : valueOf(price, size, market.scale)
  const outcome = value > 0 ? outcomeOf(draft, context, size) : undefined
  return {
    price,
    size,
    value,
    marginRequired: outcome?.marginRequired ?? usd6(0),
    fee: takerFee(value, market.takerFeeRate),
    available: summary?.available,
    isCovered: outcome?.isCovered ?? true,
    positionAfter: outcome === undefined ? position : outcome.position,
    liquidationBefore:
      position === undefined || summary === undefined ? undefined : positionLiquidation(position, summary),
    liquidationAfter: outcome?.liquidation,
    limitPrice:
      draft.type === 'LIMIT' || mark === undefined
        ? price
        : worstPrice({ mark, isBuy: draft.isBuy, bps: slippageBps(draft) }),
  }
}

const worstPrice = (input: { readonly mark: Ticks; readonly isBuy: boolean; readonly bps: number }): Ticks =>
  ticks(Math.max(1, defaultLimitPrice({ mark: input.mark, isBuy: input.isBuy, slippageBps: input.bps })))

const isInRange = (price: Ticks, size: Lots, market: Market): boolean =>
  price * size * market.scale <= ORDER_VALUE_MAX_USD6

interface Outcome {
  readonly isCovered: boolean
  readonly marginRequired: Usd6
  readonly position: SummaryPosition | undefined
  readonly liquidation: Ticks | undefined
}

/** Would the order take from the book at once? Market orders do; a limit order does where it crosses. */
function isImmediate(draft: OrderDraft, context: OrderContext): boolean {
  if (draft.type === 'MARKET') return true
  const price = referencePrice(draft, context)
  const best = draft.isBuy ? context.book?.asks[0] : context.book?.bids[0]
  if (price === undefined || best === undefined || draft.timeInForce === 'POST_ONLY') return false
  return draft.isBuy ? price >= best.price : price <= best.price
}

/**
 * The account after the order ([4.5] of the mechanics: E' ≥ IM' + OM'; what only reduces is always allowed).
 * An order that takes is filled against the visible book; one that rests reserves its margin.
 */
function outcomeOf(draft: OrderDraft, context: OrderContext, size: Lots): Outcome | undefined {
  const { facts, summary, market, mark } = context
  const price = referencePrice(draft, context)
  if (facts === undefined || summary === undefined || price === undefined || mark === undefined)
    return undefined
  const fillMarket = { ...context, mark }
  if (!isImmediate(draft, context)) {
    const margin = draft.isReduceOnly
      ? usd6(0)
      : initMargin(valueOf(price, size, market.scale), context.initMarginRatio)
    const after = simulateFill(facts, fillMarket, { isBuy: draft.isBuy, size, price })
    const shown = accountSummary(after.facts)
    return {
      isCovered: margin <= summary.available,
      marginRequired: margin,
      position: after.position,
      liquidation: after.position === undefined ? undefined : positionLiquidation(after.position, shown),
    }
  }
  const levels = draft.isBuy ? context.book?.asks : context.book?.bids
  const limit = draft.type === 'LIMIT' ? price : undefined
  const fillPrice = estimateFill({ levels: levels ?? [], size, fallback: mark, isBuy: draft.isBuy, limit })
  const after = simulateFill(facts, fillMarket, { isBuy: draft.isBuy, size, price: fillPrice })
  const next = accountSummary(after.facts)
  const needed = next.initMargin + next.openOrderMargin - summary.initMargin - summary.openOrderMargin
  return {
    isCovered: after.isReducing || next.crossEquity >= next.crossInitMargin + next.openOrderMargin,
    marginRequired: usd6(Math.max(0, needed)),
    position: after.position,
    liquidation: after.position === undefined ? undefined : positionLiquidation(after.position, next),
  }
}

function isCovered(draft: OrderDraft, context: OrderContext, size: Lots): boolean {
  const price = referencePrice(draft, context) ?? context.mark
  if (price === undefined || !isInRange(price, size, context.market)) return false
  return outcomeOf(draft, context, size)?.isCovered ?? false
}

// ---------------------------------------------------------------- state of the button

export type BlockReason =
  | 'marketClosed'
  | 'invalidReduceOnly'
  | 'insufficientOrderSize'
  | 'invalidSize'
  | 'insufficientBalance'
  | 'invalidLimitPrice'

export type OrderState =
  /** Signed out or account pending: disabled, no text. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'blocked'; readonly reason: BlockReason; readonly field?: 'size' | 'price' }
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
  if (context.summary.available <= 0 && !draft.isReduceOnly) return { kind: 'deposit' }
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
  return { kind: 'ready' }
}
