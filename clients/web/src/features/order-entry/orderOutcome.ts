/**
 * What the order of a draft would do to the account as things stand: what it takes from the visible book, what it
 * leaves resting, and whether the exchange would let the account end like that.
 */
import {
  accountSummary,
  isAllowedEnd,
  valueOf,
  type AccountFacts,
  type AccountSummary,
  type FillPart,
  type SummaryOrder,
  type SummaryPosition,
} from '@vest/formulas'
import { lots, ORDER_VALUE_MAX_USD6, ticks, usd6, type Lots, type Ticks, type Usd6 } from '@vest/protocol'
import { positionLiquidation } from '../../entities/account/portfolio.ts'
import { simulateFill, takeLevels, takeWhole } from '../../entities/order/simulateFill.ts'
import type { Market } from '../../live/index.ts'
import { bandEdge, isBeyondBand, referencePrice, type OrderContext, type OrderDraft } from './orderDraft.ts'

export interface OrderOutcome {
  readonly isCovered: boolean
  readonly marginRequired: Usd6
  /** The account once the exchange has taken the order. */
  readonly account: AccountSummary
  /** What the position then stands among. */
  readonly facts: AccountFacts
  /** The position then; of an order that only rests, once it has filled at its price. */
  readonly position: SummaryPosition | undefined
  readonly liquidation: Ticks | undefined
}

export const isInRange = (price: Ticks, size: Lots, market: Market): boolean =>
  price * size * market.scale <= ORDER_VALUE_MAX_USD6

export function outcomeOf(draft: OrderDraft, context: OrderContext, size: Lots): OrderOutcome | undefined {
  const { facts, summary, market, mark, position: held, initMarginRatio, profitPercent } = context
  const price = referencePrice(draft, context)
  if (facts === undefined || summary === undefined || price === undefined || mark === undefined)
    return undefined
  const fillContext = { market, mark, position: held, profitPercent }
  const { parts, left } = takingOf(draft, context, price, size)
  const resting = left > 0 && !draft.isReduceOnly ? restingOrder(context, price, left) : undefined
  const order = { isBuy: draft.isBuy, initMarginRatio }
  const after = simulateFill(facts, fillContext, { ...order, parts, resting })
  const next = accountSummary(after.facts)
  const needed = next.initMargin + next.openOrderMargin - summary.initMargin - summary.openOrderMargin
  const filled =
    parts.length > 0
      ? { position: after.position, facts: after.facts, account: next }
      : whenFilled(simulateFill(facts, fillContext, { ...order, parts: [{ price, size }] }))
  return {
    isCovered: isAllowedEnd({
      before: facts,
      held,
      after,
      isReducing: draft.isReduceOnly || after.isReducing,
      isIsolated: market.isIsolated,
    }),
    marginRequired: usd6(Math.max(0, needed)),
    account: next,
    facts: filled.facts,
    position: filled.position,
    liquidation:
      filled.position === undefined ? undefined : positionLiquidation(filled.position, filled.account),
  }
}

const whenFilled = ({ position, facts }: ReturnType<typeof simulateFill>) => ({
  position,
  facts,
  account: accountSummary(facts),
})

/**
 * What is taken at once and what would rest: only of a GTC or post-only order does anything rest, and nothing is taken or
 * rests beyond the fill band.
 */
function takingOf(
  draft: OrderDraft,
  context: OrderContext,
  price: Ticks,
  size: Lots,
): { readonly parts: readonly FillPart[]; readonly left: Lots } {
  const { book, mark, bandBps } = context
  const { isBuy } = draft
  const edge = bandEdge(isBuy, mark ?? price, bandBps)
  const levels = ((isBuy ? book?.asks : book?.bids) ?? []).filter((level) =>
    isBuy ? level.price <= edge : level.price >= edge,
  )
  if (draft.type === 'MARKET')
    return { parts: takeWhole({ levels, size, isBuy, fallback: mark ?? price }), left: lots(0) }
  const isBeyond = isBeyondBand(draft, context, price)
  const limit = isBeyond ? edge : price
  switch (draft.timeInForce) {
    case 'FOK':
      return { parts: takeWhole({ levels, size, isBuy, limit, fallback: limit }), left: lots(0) }
    case 'IOC':
      return { parts: takeLevels({ levels, size, isBuy, limit }).parts, left: lots(0) }
    case 'POST_ONLY':
      return { parts: [], left: isBeyond ? lots(0) : size }
    default: {
      const taking = takeLevels({ levels, size, isBuy, limit })
      return isBeyond ? { ...taking, left: lots(0) } : taking
    }
  }
}

const restingOrder = (
  { market, initMarginRatio }: OrderContext,
  limitPrice: Ticks,
  remaining: Lots,
): SummaryOrder => ({ limitPrice, remaining, initMarginRatio, market })

/** Would the exchange take it, as far as value and margin go? */
export function isCovered(draft: OrderDraft, context: OrderContext, size: Lots): boolean {
  const price = referencePrice(draft, context) ?? context.mark
  if (orderValue(price, size, context) === 0) return false
  return outcomeOf(draft, context, size)?.isCovered ?? false
}

/** Beyond the largest order, at its price or at the mark: bought far below the mark, it is worth more there. */
export const isTooLarge = (price: Ticks | undefined, size: Lots, { market, mark }: OrderContext): boolean =>
  price !== undefined && !isInRange(ticks(Math.max(price, mark ?? 0)), size, market)

/** Zero for what is too large. */
export const orderValue = (price: Ticks | undefined, size: Lots, context: OrderContext): Usd6 =>
  price === undefined || isTooLarge(price, size, context)
    ? usd6(0)
    : valueOf(price, size, context.market.scale)
