/**
 * The close dialog without React ([2.40], [5.5]): size in base or USD, market or limit, what it would realise,
 * and why the button may be blocked. A close is a reduce-only order on the other side.
 */
import { isLimitPriceAllowed, sizeOfValue, valueOf } from '@vest/formulas'
import { divFloor, lots, mulDivFloor, ticks, usd6, type Lots, type Ticks, type Usd6 } from '@vest/protocol'
import type { AccountFacts, SummaryPosition } from '@vest/formulas'
import { simulateFill, takeWhole } from '../../entities/order/simulateFill.ts'
import type { Book, Market } from '../../live/index.ts'
import { readNumeric, writeNumeric, writePrice } from '../../shared/numeric/index.ts'

export interface CloseDraft {
  readonly type: 'MARKET' | 'LIMIT'
  readonly priceText: string
  /** As typed; empty while a percentage stands. */
  readonly sizeText: string
  readonly sizeUnit: 'base' | 'usd'
  /**
   * So much of the position, as long as the slider was the last to say: 100 is all of it, in whatever unit, at whatever
   * price, and of whatever the position has become by then. Undefined once a size was typed.
   */
  readonly percent: number | undefined
}

export interface CloseContext {
  readonly market: Market
  readonly mark: Ticks
  readonly position: SummaryPosition
  readonly facts: AccountFacts
  readonly book: Book | undefined
  readonly isHalted: boolean
}

/** The whole position, at the market: what most people came for. */
export const FULL_CLOSE: CloseDraft = {
  type: 'MARKET',
  priceText: '',
  sizeText: '',
  sizeUnit: 'base',
  percent: 100,
}

export const chooseType = (
  draft: CloseDraft,
  type: CloseDraft['type'],
  context: CloseContext,
): CloseDraft => ({
  ...draft,
  type,
  priceText: type === 'LIMIT' ? writePrice(context.mark, context.market.priceDecimals) : '',
})

export const closePrice = (draft: CloseDraft, context: CloseContext): Ticks | undefined => {
  if (draft.type === 'MARKET') return context.mark
  const price = readNumeric(draft.priceText, context.market.priceDecimals)
  return price === undefined || price <= 0 ? undefined : ticks(price)
}

export function closeSize(draft: CloseDraft, context: CloseContext): Lots {
  const { market, position } = context
  if (draft.percent !== undefined) return lots(mulDivFloor(position.size, draft.percent, 100))
  if (draft.sizeUnit === 'base') return lots(readNumeric(draft.sizeText, market.sizeDecimals) ?? 0)
  const cents = readNumeric(draft.sizeText, 2)
  const price = closePrice(draft, context)
  if (cents === undefined || price === undefined || !Number.isSafeInteger(cents * 10_000)) return lots(0)
  // The value of the whole position, to the cent, means the whole position.
  if (draft.sizeText === usdText(draft, context, position.size)) return position.size
  return sizeOfValue(usd6(cents * 10_000), price, market.scale)
}

function usdText(draft: CloseDraft, context: CloseContext, size: Lots): string {
  const price = closePrice(draft, context)
  return price === undefined
    ? ''
    : writeNumeric(divFloor(valueOf(price, size, context.market.scale), 10_000), 2)
}

export const typeSize = (draft: CloseDraft, sizeText: string): CloseDraft => ({
  ...draft,
  sizeText,
  percent: undefined,
})

export const choosePercent = (draft: CloseDraft, percent: number): CloseDraft => ({
  ...draft,
  sizeText: '',
  percent,
})

/** What the size field shows: what was typed, or `size`, to which the percentage comes now. */
export const shownSize = (draft: CloseDraft, context: CloseContext, size: Lots): string =>
  draft.percent === undefined ? draft.sizeText : sizeTextOf(draft, context, size)

const sizeTextOf = (draft: CloseDraft, context: CloseContext, size: Lots): string =>
  size === 0
    ? ''
    : draft.sizeUnit === 'base'
      ? writeNumeric(size, context.market.sizeDecimals)
      : usdText(draft, context, size)

export function switchUnit(draft: CloseDraft, context: CloseContext): CloseDraft {
  const next: CloseDraft = { ...draft, sizeUnit: draft.sizeUnit === 'base' ? 'usd' : 'base' }
  if (draft.percent !== undefined) return next
  return { ...next, sizeText: sizeTextOf(next, context, closeSize(draft, context)) }
}

export interface CloseSummary {
  readonly size: Lots
  readonly percent: number
  readonly value: Usd6
  /** Realised by the close, before its fee. */
  readonly pnl: Usd6
  readonly positionAfter: SummaryPosition | undefined
}

export function summarizeClose(draft: CloseDraft, context: CloseContext): CloseSummary {
  const { market, position, facts, mark, book } = context
  const size = closeSize(draft, context)
  const price = closePrice(draft, context)
  const percent = draft.percent ?? Math.min(100, mulDivFloor(size, 100, position.size))
  if (size === 0 || size > position.size || price === undefined)
    return { size, percent, value: usd6(0), pnl: usd6(0), positionAfter: position }
  const isBuy = !position.isLong
  const parts =
    draft.type === 'LIMIT'
      ? [{ price, size }]
      : takeWhole({ levels: (isBuy ? book?.asks : book?.bids) ?? [], size, fallback: mark, isBuy })
  const after = simulateFill(
    facts,
    { market, mark, position },
    { isBuy, parts, initMarginRatio: position.initMarginRatio },
  )
  return { size, percent, value: after.value, pnl: after.pnl, positionAfter: after.position }
}

/** A numeric field of the dialog. */
export type CloseField = 'price' | 'size'

export type CloseState =
  | { readonly kind: 'ready' }
  /** Nothing is taken in a halted market, closes neither. */
  | { readonly kind: 'marketClosed' }
  /** Zero or above the position: disabled with the normal label. */
  | { readonly kind: 'idle'; readonly isTooLarge: boolean }
  /** A field says that it did not take what was typed. */
  | { readonly kind: 'fieldRefused' }
  | { readonly kind: 'invalidPrice'; readonly hint: 'halfLong' | 'outOfRange' }

/** Disabled if the size is zero or above the position; a limit price out of its band is named ([5.5]). */
export function closeState(
  draft: CloseDraft,
  context: CloseContext,
  summary: CloseSummary,
  refused: readonly CloseField[] = [],
): CloseState {
  const { mark, position, isHalted } = context
  if (isHalted) return { kind: 'marketClosed' }
  if (draft.type === 'LIMIT') {
    const price = closePrice(draft, context)
    if (price === undefined) return { kind: 'invalidPrice', hint: 'outOfRange' }
    if (!isLimitPriceAllowed({ price, mark, isBuy: !position.isLong })) {
      const isBandBroken = price >= 10 * mark || 10 * price <= mark
      return { kind: 'invalidPrice', hint: isBandBroken ? 'outOfRange' : 'halfLong' }
    }
  }
  if (summary.size === 0 || summary.size > position.size)
    return { kind: 'idle', isTooLarge: summary.size > position.size }
  return refused.length > 0 ? { kind: 'fieldRefused' } : { kind: 'ready' }
}
