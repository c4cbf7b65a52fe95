/** Profit or loss of an open position at the mark, funding owed included. */
import {
  type Funding12,
  type Lots,
  mulDivCeil,
  mulDivFloor,
  type Ratio4,
  RATIO4_ONE,
  type Ticks,
  type Usd6,
  usd6,
} from '@vest/protocol'
import { type FundedPosition, fundingOwed } from './funding.ts'
import { type MarketDecimals, valueOf, valueScale } from './valueOf.ts'

export interface CostedPosition extends FundedPosition {
  readonly cost: Usd6
}

/** The inputs of a formula from a market at one moment. */
export interface MarketMoment extends MarketDecimals {
  readonly mark: Ticks
  readonly cumFunding: Funding12
}

/**
 *   uPnlPrice     = s · (value − cost)
 *   unrealizedPnl = uPnlPrice − fundingOwed
 */
export function unrealizedPnl(position: CostedPosition, market: MarketMoment): Usd6 {
  return usd6(
    pricePnl(position, valueOf(market.mark, position.size, valueScale(market))) -
      fundingOwed(position, market.cumFunding, market.sizeDecimals),
  )
}

export interface PnlParts {
  readonly value: Usd6
  readonly pricePnl: Usd6
  /** −fundingOwed: > 0 = received. */
  readonly funding: Usd6
  /** unrealizedPnl = pricePnl + funding */
  readonly pnl: Usd6
}

/** The parts of {@link unrealizedPnl}, for display. */
export function pnlParts(position: CostedPosition, market: MarketMoment): PnlParts {
  const value = valueOf(market.mark, position.size, valueScale(market))
  const price = pricePnl(position, value)
  const funding = usd6(0 - fundingOwed(position, market.cumFunding, market.sizeDecimals))
  return { value, pricePnl: price, funding, pnl: usd6(price + funding) }
}

/** The part of the profit that comes from the price only. */
export const pricePnl = (position: { isLong: boolean; cost: Usd6 }, value: Usd6): Usd6 =>
  usd6(position.isLong ? value - position.cost : position.cost - value)

/**
 *   roe = ⌊ unrealizedPnl · 10⁴ / max(1, ⌈cost · initMarginRatio / 10⁴⌉) ⌋      percent, 2 decimals
 *
 * Rounded down.
 */
export const roePercent2 = (input: { unrealizedPnl: Usd6; cost: Usd6; initMarginRatio: Ratio4 }): number =>
  mulDivFloor(input.unrealizedPnl, 10_000, roeMargin(input.cost, input.initMarginRatio))

/** The margin to which a return is relative: max(1, ⌈cost · initMarginRatio / 10⁴⌉) */
export const roeMargin = (cost: Usd6, initMarginRatio: Ratio4): Usd6 =>
  usd6(Math.max(1, mulDivCeil(cost, initMarginRatio, RATIO4_ONE)))

/** Displayed open interest: the value of the larger side at the mark. */
export const openInterestValue = (input: { longOi: Lots; shortOi: Lots; mark: Ticks; scale: number }): Usd6 =>
  usd6(Math.max(input.longOi, input.shortOi) * input.mark * input.scale)
