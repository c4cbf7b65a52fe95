/**
 * Every quantity of an account at the mark, in one pass. Cross positions share the collateral; a position in an
 * isolated market is secured by its own margin and counts in the totals only. Server and browser both call this.
 */
import { mulDivCeil, mulDivFloor, type Ratio4, type Usd6, usd6 } from '@vest/protocol'
import { fundingOwed } from './funding.ts'
import { initMargin, maintMargin, maintMarginRatio, orderMargin, type ReservingOrder } from './margin.ts'
import { type CostedPosition, type MarketMoment, unrealizedPnl } from './unrealizedPnl.ts'
import { type MarketDecimals, valueOf, valueScale } from './valueOf.ts'

export interface SummaryPosition extends CostedPosition {
  readonly initMarginRatio: Ratio4
  /** Present on a position in an isolated market. */
  readonly isolatedMargin?: Usd6
  readonly market: SummaryMarket
}

export interface SummaryMarket extends MarketMoment {
  readonly maintMarginRatio: Ratio4
  /** Share of a profit that secures new orders, in percent; 100 where absent, 50 for stocks off-hours. */
  readonly profitPercent?: number
}

/** A resting LIMIT order that is not reduce-only. Reduce-only, TP and SL orders reserve nothing. */
export interface SummaryOrder extends ReservingOrder {
  readonly market: MarketDecimals
}

export interface AccountFacts {
  readonly collateral: Usd6
  /** Deposits that are tradable but not yet final. */
  readonly softCredit: Usd6
  readonly positions: readonly SummaryPosition[]
  readonly orders: readonly SummaryOrder[]
}

export interface AccountSummary {
  /** collateral + Σ unrealizedPnl, isolated positions with their margin included. */
  readonly equity: Usd6
  /** The part of the equity that secures cross positions. */
  readonly crossEquity: Usd6
  readonly unrealizedPnl: Usd6
  readonly initMargin: Usd6
  readonly maintMargin: Usd6
  readonly crossInitMargin: Usd6
  readonly crossMaintMargin: Usd6
  readonly openOrderMargin: Usd6
  readonly available: Usd6
  /** The equity against which new orders are checked, negative values included. */
  readonly spare: Usd6
  /** The equity from which an isolated margin may be taken, negative values included. */
  readonly movable: Usd6
  readonly withdrawable: Usd6
  readonly isolatedMargin: Usd6
  readonly health: Health
}

/**
 *   E            = collateral + Σ unrealizedPnl
 *   spare        = E − IM − OM                  profits of stocks off-hours counted in part
 *   available    = max(0, spare)
 *   movable      = min(E, settled) − IM − OM    as in spare
 *   withdrawable = max(0, settled + min(0, Σ uPnlPrice) − IM − OM − softCredit)
 *   settled      = collateral − Σ fundingOwed
 *
 * over cross positions. Unrealised profit opens cross positions, but can be neither moved into isolated ones nor
 * withdrawn, and owed funding is not offset against it.
 */
export function accountSummary(account: AccountFacts): AccountSummary {
  let crossPnl = 0
  let crossOwed = 0
  let countedPnl = 0
  let crossInitMargin = 0
  let crossMaintMargin = 0
  let isolatedMargin = 0
  let isolatedPnl = 0
  let isolatedInitMargin = 0
  let isolatedMaintMargin = 0
  for (const position of account.positions) {
    const { market } = position
    const value = valueOf(market.mark, position.size, valueScale(market))
    const pnl = unrealizedPnl(position, market)
    const init = initMargin(value, position.initMarginRatio)
    const maint = maintMargin(value, maintMarginRatio(position.initMarginRatio, market.maintMarginRatio))
    if (position.isolatedMargin === undefined) {
      crossPnl += pnl
      crossOwed += fundingOwed(position, market.cumFunding, market.sizeDecimals)
      countedPnl += countedProfit(pnl, market.profitPercent)
      crossInitMargin += init
      crossMaintMargin += maint
    } else {
      isolatedMargin += position.isolatedMargin
      isolatedPnl += pnl
      isolatedInitMargin += init
      isolatedMaintMargin += maint
    }
  }
  let openOrderMargin = 0
  for (const order of account.orders) openOrderMargin += orderMargin(order, valueScale(order.market))

  const reserved = crossInitMargin + openOrderMargin
  const settled = account.collateral - crossOwed
  const realised = Math.min(settled, account.collateral + crossPnl)
  const spare = account.collateral + countedPnl - reserved
  const equity = usd6(account.collateral + crossPnl + isolatedMargin + isolatedPnl)
  const totalMaintMargin = usd6(crossMaintMargin + isolatedMaintMargin)
  return {
    equity,
    crossEquity: usd6(account.collateral + crossPnl),
    unrealizedPnl: usd6(crossPnl + isolatedPnl),
    initMargin: usd6(crossInitMargin + isolatedInitMargin),
    maintMargin: totalMaintMargin,
    crossInitMargin: usd6(crossInitMargin),
    crossMaintMargin: usd6(crossMaintMargin),
    openOrderMargin: usd6(openOrderMargin),
    available: usd6(Math.max(0, spare)),
    spare: usd6(spare),
    movable: usd6(Math.min(spare, settled - reserved)),
    withdrawable: usd6(Math.max(0, realised - reserved - account.softCredit)),
    isolatedMargin: usd6(isolatedMargin),
    health: accountHealth({
      equity,
      maintMargin: totalMaintMargin,
      hasPositions: account.positions.length > 0,
    }),
  }
}

/** The part of an unrealised profit that secures new orders: ⌊pnl · percent / 100⌋; losses count in full. */
export const countedProfit = (pnl: Usd6, percent = 100): number =>
  pnl <= 0 || percent === 100 ? pnl : mulDivFloor(pnl, percent, 100)

/** Exact health as a fraction, and its printed figure. Colours depend on the fraction. */
export interface Health {
  readonly numerator: number
  readonly denominator: number
  /** Percent with 2 decimals, rounded down: 9654 = 96.54 %. */
  readonly basisPoints: number
}

/**
 *   health = no positions ? 100 % : E <= 0 ? 0 : clamp( (E − MM) / E, 0, 1 )
 */
export function accountHealth(input: { equity: Usd6; maintMargin: Usd6; hasPositions: boolean }): Health {
  const { equity, maintMargin: margin } = input
  if (!input.hasPositions) return { numerator: 1, denominator: 1, basisPoints: 10_000 }
  if (equity <= 0 || equity <= margin) return { numerator: 0, denominator: 1, basisPoints: 0 }
  const numerator = equity - margin
  return { numerator, denominator: equity, basisPoints: mulDivFloor(numerator, 10_000, equity) }
}

/** Returns whether the exact health is at least (or above) this percentage. */
export const isHealthAtLeast = (health: Health, percent: number): boolean =>
  mulDivFloor(health.numerator, 100, health.denominator) >= percent
export const isHealthAbove = (health: Health, percent: number): boolean =>
  mulDivCeil(health.numerator, 100, health.denominator) > percent
