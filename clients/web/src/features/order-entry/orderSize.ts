/** The size of a draft: typed in base units or in USD, or a percentage of the largest that the exchange would take. */
import { sizeOfValue, valueOf } from '@vest/formulas'
import { divFloor, lots, mulDivFloor, ORDER_VALUE_MAX_USD6, usd6, type Lots } from '@vest/protocol'
import { readNumeric, writeNumeric } from '../../shared/numeric/index.ts'
import { referencePrice, type OrderContext, type OrderDraft } from './orderDraft.ts'
import { isCovered } from './orderOutcome.ts'

/**
 * Lots of what was typed, a USD amount buying those it suffices for; of a percentage so much of the largest size as
 * things stand now. Zero where nothing valid was said.
 */
export function sizeOf(draft: OrderDraft, context: OrderContext): Lots {
  const { market } = context
  if (draft.percent !== undefined) return sizeOfPercent(draft, context, draft.percent)
  if (draft.sizeUnit === 'base') return lots(readNumeric(draft.sizeText, market.sizeDecimals) ?? 0)
  const price = referencePrice(draft, context) ?? context.mark
  const cents = readNumeric(draft.sizeText, 2)
  if (price === undefined || cents === undefined) return lots(0)
  const money = cents * 10_000
  return Number.isSafeInteger(money) ? sizeOfValue(usd6(money), price, market.scale) : lots(0)
}

/** What the size field shows: what was typed, or `size`, to which the percentage comes now. */
export const shownSize = (draft: OrderDraft, context: OrderContext, size: Lots): string =>
  draft.percent === undefined ? draft.sizeText : sizeTextOf(draft, context, size)

/** Of lots in the unit of the draft. */
export function sizeTextOf(draft: OrderDraft, context: OrderContext, size: Lots): string {
  const { market } = context
  if (size === 0) return ''
  if (draft.sizeUnit === 'base') return writeNumeric(size, market.sizeDecimals)
  const price = referencePrice(draft, context) ?? context.mark
  // Up to the next cent, so that the lots come back whole.
  return price === undefined ? '' : writeNumeric(-divFloor(-valueOf(price, size, market.scale), 10_000), 2)
}

function sizeOfPercent(draft: OrderDraft, context: OrderContext, percent: number): Lots {
  if (percent === 0) return lots(0)
  const part = mulDivFloor(maxSize(draft, context), percent, 100)
  return draft.isReduceOnly ? lots(part) : coveredUpTo(draft, context, part)
}

/** What part of the largest size was typed, in whole percent; 100 for all of it and for more. */
export function percentOfSize(draft: OrderDraft, context: OrderContext): number {
  const size = sizeOf(draft, context)
  if (size === 0) return 0
  const largest = maxSize(draft, context)
  return size >= largest ? 100 : mulDivFloor(size, 100, largest)
}

/** The largest size that the exchange would take as things stand; for reduce-only the position. */
export function maxSize(draft: OrderDraft, context: OrderContext): Lots {
  const { market, position } = context
  if (draft.isReduceOnly)
    return position !== undefined && position.isLong !== draft.isBuy ? position.size : lots(0)
  const price = referencePrice(draft, context) ?? context.mark
  if (price === undefined || context.facts === undefined) return lots(0)
  return coveredUpTo(draft, context, sizeOfValue(usd6(ORDER_VALUE_MAX_USD6), price, market.scale))
}

/**
 * `most`, or a size below it that the exchange would take. What lies below a size that it takes is taken too, but for a few
 * lots: the margin ratio of what a position becomes is rounded up to a hundredth of a percent, in steps.
 */
function coveredUpTo(draft: OrderDraft, context: OrderContext, most: number): Lots {
  if (most === 0 || isCovered(draft, context, lots(most))) return lots(most)
  let low = 0
  let high = most - 1
  while (low < high) {
    const middle = low + Math.ceil((high - low) / 2)
    if (isCovered(draft, context, lots(middle))) low = middle
    else high = middle - 1
  }
  return lots(low)
}
