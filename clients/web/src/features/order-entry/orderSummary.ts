/**
 * What the order of a draft would cost and change, by the exchange's own formulas: the figures of the receipt, and
 * whether the margin suffices.
 */
import { defaultLimitPrice, takerFee, type Health, type SummaryPosition } from '@vest/formulas'
import { ticks, type Lots, type Ticks, type Usd6 } from '@vest/protocol'
import { positionLiquidation } from '../../entities/account/portfolio.ts'
import { referencePrice, slippageWithinBand, type OrderContext, type OrderDraft } from './orderDraft.ts'
import { isTooLarge, orderValue, outcomeOf } from './orderOutcome.ts'
import { sizeOf } from './orderSize.ts'

export interface OrderSummary {
  readonly price: Ticks | undefined
  readonly size: Lots
  readonly value: Usd6
  /** Undefined without an account, which has no margin at all. */
  readonly marginRequired: Usd6 | undefined
  readonly fee: Usd6
  readonly available: Usd6 | undefined
  readonly availableAfter: Usd6 | undefined
  readonly health: Health | undefined
  readonly healthAfter: Health | undefined
  readonly isCovered: boolean
  /** Worth more than any order may be. */
  readonly isTooLarge: boolean
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
  const value = orderValue(price, size, context)
  const tooLarge = isTooLarge(price, size, context)
  const outcome = value > 0 ? outcomeOf(draft, context, size) : undefined
  return {
    price,
    size,
    value,
    marginRequired: outcome?.marginRequired,
    fee: takerFee(value, market.takerFeeRate),
    available: summary?.available,
    availableAfter: outcome?.account.available,
    health: summary?.health,
    healthAfter: outcome?.account.health,
    isCovered: outcome?.isCovered ?? !(tooLarge && isBeyondMargin(price!, size, context)),
    isTooLarge: tooLarge,
    positionAfter: outcome === undefined ? position : outcome.position,
    liquidationBefore:
      position === undefined || summary === undefined ? undefined : positionLiquidation(position, summary),
    liquidationAfter: outcome?.liquidation,
    limitPrice:
      draft.type === 'LIMIT' || mark === undefined
        ? price
        : worstPrice({ mark, isBuy: draft.isBuy, bps: slippageWithinBand(draft, context) }),
  }
}

const worstPrice = (input: { readonly mark: Ticks; readonly isBuy: boolean; readonly bps: number }): Ticks =>
  ticks(Math.max(1, defaultLimitPrice({ mark: input.mark, isBuy: input.isBuy, slippageBps: input.bps })))

/** Of an order too large to be simulated: price · size · K · ratio / 10⁴ > available. */
const isBeyondMargin = (price: Ticks, size: Lots, context: OrderContext): boolean =>
  BigInt(price) * BigInt(size) * BigInt(context.market.scale) * BigInt(context.initMarginRatio) >
  BigInt(context.summary?.available ?? 0) * 10_000n
