/**
 * What a fill would do to the account, computed on its facts: the same position effects, fee and funding
 * settlement as the exchange's own. Used by the ticket and by the close dialog for every "after" figure.
 */
import {
  applyFill,
  fundingOwed,
  initMargin,
  takerFee,
  valueOf,
  type AccountFacts,
  type SummaryPosition,
} from '@vest/formulas'
import {
  funding12,
  mulDivFloor,
  ticks,
  usd6,
  type Lots,
  type Ratio4,
  type Ticks,
  type Usd6,
} from '@vest/protocol'
import type { BookLevel, Market } from '../../live/index.ts'

/**
 * Average price of taking `size` from the visible levels, against the taker: up for a buy, down for a sell.
 * What the levels do not hold is taken at the last of them, or at `fallback` where there is none; nothing is
 * paid beyond `limit`.
 */
export function estimateFill(input: {
  readonly levels: readonly BookLevel[]
  readonly size: Lots
  readonly fallback: Ticks
  readonly isBuy: boolean
  readonly limit?: Ticks | undefined
}): Ticks {
  const { levels, size, fallback, isBuy, limit } = input
  if (size <= 0) return fallback
  const isAllowed = (price: Ticks): boolean =>
    limit === undefined || (isBuy ? price <= limit : price >= limit)
  let left: number = size
  let sum = 0n
  let last = limit ?? fallback
  for (const level of levels) {
    if (left === 0 || !isAllowed(level.price)) break
    const taken = Math.min(left, level.size)
    sum += BigInt(taken) * BigInt(level.price)
    left -= taken
    last = level.price
  }
  sum += BigInt(left) * BigInt(last)
  const whole = sum / BigInt(size)
  const isExact = whole * BigInt(size) === sum
  return ticks(Number(isBuy && !isExact ? whole + 1n : whole))
}

export interface FillMarket {
  readonly market: Market
  readonly mark: Ticks
  readonly position: SummaryPosition | undefined
  readonly initMarginRatio: Ratio4
}

export interface SimulatedFill {
  readonly facts: AccountFacts
  readonly position: SummaryPosition | undefined
  /** The position only shrinks or ends: always allowed. */
  readonly isReducing: boolean
  /** Profit of the closed part, before fee and funding. */
  readonly pnl: Usd6
  readonly fee: Usd6
}

export function simulateFill(
  facts: AccountFacts,
  context: FillMarket,
  fill: { readonly isBuy: boolean; readonly size: Lots; readonly price: Ticks },
): SimulatedFill {
  const { market, position: held } = context
  const fee = takerFee(valueOf(fill.price, fill.size, market.scale), market.takerFeeRate)
  const funding = held === undefined ? 0 : fundingOwed(held, held.market.cumFunding, market.sizeDecimals)
  const result = applyFill(held, { ...fill, initMarginRatio: context.initMarginRatio }, market.scale)
  const isolated = market.isIsolated ? isolatedAfter(held, result, fill, context) : undefined
  const position =
    result.position === undefined ? undefined : nextPosition(result.position, context, held, isolated?.margin)
  const others = facts.positions.filter((other) => other !== held)
  return {
    facts: {
      ...facts,
      collateral: usd6(facts.collateral - funding - fee + result.pnl - (isolated?.moved ?? 0)),
      positions: position === undefined ? others : [...others, position],
    },
    position,
    isReducing: result.effect === 'reduced' || result.effect === 'closed',
    pnl: result.pnl,
    fee,
  }
}

function nextPosition(
  after: NonNullable<ReturnType<typeof applyFill>['position']>,
  context: FillMarket,
  held: SummaryPosition | undefined,
  isolatedMargin: Usd6 | undefined,
): SummaryPosition {
  const { market, mark } = context
  const moment = held?.market ?? {
    mark,
    // A new position owes nothing: any accumulator will do, as long as it is its own entry.
    cumFunding: funding12(0n),
    sizeDecimals: market.sizeDecimals,
    priceDecimals: market.priceDecimals,
    maintMarginRatio: market.maintMarginRatio,
  }
  return {
    ...after,
    entryFunding: moment.cumFunding,
    market: moment,
    ...(isolatedMargin === undefined ? {} : { isolatedMargin }),
  }
}

/** Margin of an isolated position: an increase brings its initial margin, a decrease takes its share out. */
function isolatedAfter(
  held: SummaryPosition | undefined,
  result: ReturnType<typeof applyFill>,
  fill: { readonly price: Ticks },
  context: FillMarket,
): { readonly margin: Usd6; readonly moved: number } {
  const before = held?.isolatedMargin ?? 0
  const released = held === undefined ? 0 : mulDivFloor(before, result.closedSize, held.size)
  const added = initMargin(
    valueOf(fill.price, result.openedSize, context.market.scale),
    context.initMarginRatio,
  )
  return { margin: usd6(before - released + added), moved: added - released }
}
