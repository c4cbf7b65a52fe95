/** Fills and funding of the pool and of the exchange's own inventory. */
import { applyFill, fundingOwed } from '@vest/formulas'
import { type Lots, type Ticks, usd6 } from '@vest/protocol'
import type { SystemAccountName } from '../api/index.ts'
import {
  credit,
  type Exchange,
  inventoryOf,
  type Market,
  scheduleCross,
  type Position,
  sleeveOf,
} from '../state/index.ts'
import { recordInventory } from './exposure.ts'

/** The pool's side of a fill: an ordinary party that pays no fee. Funding is settled before. */
export function fillPool(
  exchange: Exchange,
  market: Market,
  fill: { readonly isBuy: boolean; readonly size: Lots; readonly price: Ticks },
): void {
  const before = inventoryOf(market)
  market.pool = fillOwn(exchange, market, market.pool, sleeveOf(market), fill)
  recordInventory(exchange, market, before)
  scheduleCross(exchange, market.id)
}

/**
 * Applies a fill to the exchange's own position: funding is settled, profit goes to its cash. Returns the new
 * position.
 */
export function fillOwn(
  exchange: Exchange,
  market: Market,
  held: Position | undefined,
  cash: SystemAccountName,
  fill: { readonly isBuy: boolean; readonly size: Lots; readonly price: Ticks },
): Position | undefined {
  if (held !== undefined) settleOwnFunding(exchange, market, held, cash)
  const result = applyFill(held, { ...fill, initMarginRatio: market.spec.initMarginRatio }, market.scale)
  credit(exchange, cash, result.pnl)
  if (result.position === undefined) return undefined
  const isNew = result.effect === 'opened' || result.effect === 'flipped'
  return {
    marketId: market.id,
    ...result.position,
    entryFunding: market.cumFunding,
    settledFunding: isNew ? usd6(0) : held!.settledFunding,
    isolatedMargin: usd6(0),
  }
}

/** Settles the funding of the pool and its backstop in a market. */
export function settlePoolFunding(exchange: Exchange, market: Market): void {
  const { pool, backstop } = market
  if (pool !== undefined) settleOwnFunding(exchange, market, pool, sleeveOf(market))
  if (backstop !== undefined) settleOwnFunding(exchange, market, backstop, 'BACKSTOP')
}

function settleOwnFunding(exchange: Exchange, market: Market, held: Position, cash: SystemAccountName): void {
  if (held.entryFunding === market.cumFunding) return
  const paid = fundingOwed(held, market.cumFunding, market.spec.sizeDecimals)
  credit(exchange, cash, -paid)
  market.fundingClearing = usd6(market.fundingClearing + paid)
  held.entryFunding = market.cumFunding
  held.settledFunding = usd6(held.settledFunding - paid)
}
