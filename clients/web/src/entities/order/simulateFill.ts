/**
 * What an order would take from the visible book, and what that would do to the account: the exchange's own formulas
 * over the account's facts. Used by the ticket and by the close dialog for every "after" figure.
 */
import {
  accountAfterFills,
  type AccountAfterFills,
  type AccountFacts,
  type FillPart,
  type OrderFills,
  type SummaryMarket,
  type SummaryPosition,
} from '@vest/formulas'
import { funding12, lots, type Lots, type Ticks } from '@vest/protocol'
import type { BookLevel, Market } from '../../live/index.ts'

export interface LevelsInput {
  readonly levels: readonly BookLevel[]
  readonly size: Lots
  readonly isBuy: boolean
  /** Nothing is paid beyond it. */
  readonly limit?: Ticks | undefined
}

export interface Taking {
  readonly parts: readonly FillPart[]
  /** What the visible levels do not hold within the limit. */
  readonly left: Lots
}

/** Best level first, as the exchange fills it. */
export function takeLevels({ levels, size, isBuy, limit }: LevelsInput): Taking {
  const parts: FillPart[] = []
  let left: number = size
  for (const { price, size: held } of levels) {
    const isBeyond = limit !== undefined && (isBuy ? price > limit : price < limit)
    if (left === 0 || isBeyond) break
    const taken = lots(Math.min(left, held))
    parts.push({ price, size: taken })
    left -= taken
  }
  return { parts, left: lots(left) }
}

/**
 * The same for an order that fills whole or not at all: what the levels do not hold is taken at the last of them, at
 * the limit where there is one, or at `fallback` where there is nothing to see.
 */
export function takeWhole(input: LevelsInput & { readonly fallback: Ticks }): readonly FillPart[] {
  const { parts, left } = takeLevels(input)
  if (left === 0) return parts
  return [...parts, { price: input.limit ?? parts.at(-1)?.price ?? input.fallback, size: left }]
}

export interface FillContext {
  readonly market: Market
  readonly mark: Ticks
  readonly position: SummaryPosition | undefined
  /** How much of a new position's profit counts, percent; all of it where absent. */
  readonly profitPercent?: number | undefined
}

export const simulateFill = (
  facts: AccountFacts,
  { market, mark, position, profitPercent }: FillContext,
  order: OrderFills,
): AccountAfterFills =>
  accountAfterFills(
    facts,
    position,
    {
      takerFeeRate: market.takerFeeRate,
      isIsolated: market.isIsolated,
      moment: position?.market ?? newMoment(market, mark, profitPercent),
    },
    order,
  )

const newMoment = (market: Market, mark: Ticks, profitPercent = 100): SummaryMarket => ({
  mark,
  // A new position owes nothing: any accumulator will do, as long as it is its own entry.
  cumFunding: funding12(0n),
  sizeDecimals: market.sizeDecimals,
  priceDecimals: market.priceDecimals,
  maintMarginRatio: market.maintMarginRatio,
  profitPercent,
})
