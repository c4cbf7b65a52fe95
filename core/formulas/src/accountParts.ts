/**
 * The quantities of an account by position and order, so that a screen can show where a number comes from. Every sum
 * here is one of `accountSummary`, to the last micro-dollar.
 */
import { type Ratio4, type Usd6, usd6 } from '@vest/protocol'
import {
  accountHealth,
  type AccountFacts,
  countedProfit,
  type Health,
  type SummaryOrder,
  type SummaryPosition,
} from './accountSummary.ts'
import { initMargin, maintMargin, maintMarginRatio } from './margin.ts'
import { type PnlParts, pnlParts } from './unrealizedPnl.ts'
import { valueOf, valueScale } from './valueOf.ts'

export interface PositionParts extends PnlParts {
  /** Shares the collateral with all other cross positions. */
  readonly isCross: boolean
  /** The part of the profit that secures new orders. */
  readonly countedPnl: Usd6
  readonly initMarginRatio: Ratio4
  readonly initMargin: Usd6
  readonly maintMarginRatio: Ratio4
  readonly maintMargin: Usd6
}

export interface OrderParts {
  readonly value: Usd6
  readonly margin: Usd6
}

export interface AccountParts {
  /** In the order of the facts, like `orders`. */
  readonly positions: readonly PositionParts[]
  readonly orders: readonly OrderParts[]
  readonly pricePnl: Usd6
  readonly funding: Usd6
  /** unrealizedPnl = pricePnl + funding */
  readonly unrealizedPnl: Usd6
  readonly isolatedMargin: Usd6
  /** equity = collateral + isolatedMargin + unrealizedPnl */
  readonly equity: Usd6
  readonly initMargin: Usd6
  readonly maintMargin: Usd6
  readonly openOrderMargin: Usd6
  /** Of cross positions only. */
  readonly crossCountedPnl: Usd6
  readonly crossInitMargin: Usd6
  /** spare = collateral + crossCountedPnl − crossInitMargin − openOrderMargin */
  readonly spare: Usd6
  /** max(0, spare) */
  readonly available: Usd6
  /** cushion = equity − maintMargin */
  readonly cushion: Usd6
  readonly health: Health
}

export function accountParts(account: AccountFacts): AccountParts {
  const positions = account.positions.map(positionParts)
  const orders = account.orders.map(orderParts)
  const cross = positions.filter(({ isCross }) => isCross)
  const unrealizedPnl = sum(positions, ({ pnl }) => pnl)
  const isolatedMargin = sum(account.positions, (position) => position.isolatedMargin ?? 0)
  const equity = usd6(account.collateral + isolatedMargin + unrealizedPnl)
  const total = sum(positions, (position) => position.maintMargin)
  const crossCountedPnl = sum(cross, ({ countedPnl }) => countedPnl)
  const crossInitMargin = sum(cross, (position) => position.initMargin)
  const openOrderMargin = sum(orders, ({ margin }) => margin)
  const spare = usd6(account.collateral + crossCountedPnl - crossInitMargin - openOrderMargin)
  return {
    positions,
    orders,
    pricePnl: sum(positions, ({ pricePnl }) => pricePnl),
    funding: sum(positions, ({ funding }) => funding),
    unrealizedPnl,
    isolatedMargin,
    equity,
    initMargin: sum(positions, (position) => position.initMargin),
    maintMargin: total,
    openOrderMargin,
    crossCountedPnl,
    crossInitMargin,
    spare,
    available: usd6(Math.max(0, spare)),
    cushion: usd6(equity - total),
    health: accountHealth({ equity, maintMargin: total, hasPositions: positions.length > 0 }),
  }
}

function positionParts(position: SummaryPosition): PositionParts {
  const { market } = position
  const parts = pnlParts(position, market)
  const ratio = maintMarginRatio(position.initMarginRatio, market.maintMarginRatio)
  return {
    ...parts,
    isCross: position.isolatedMargin === undefined,
    countedPnl: usd6(countedProfit(parts.pnl, market.profitPercent)),
    initMarginRatio: position.initMarginRatio,
    initMargin: initMargin(parts.value, position.initMarginRatio),
    maintMarginRatio: ratio,
    maintMargin: maintMargin(parts.value, ratio),
  }
}

function orderParts(order: SummaryOrder): OrderParts {
  const value = valueOf(order.limitPrice, order.remaining, valueScale(order.market))
  return { value, margin: initMargin(value, order.initMarginRatio) }
}

const sum = <Part>(parts: readonly Part[], of: (part: Part) => number): Usd6 =>
  usd6(parts.reduce((total, part) => total + of(part), 0))
