/** Where system money moves: fee shares, the pools' side of a fill, and the cover of a shortfall. */
import { applyFill, fundingOwed, insuranceShare, treasuryShare } from '@vest/formulas'
import { type Lots, type Ticks, usd6 } from '@vest/protocol'
import { noteInventory } from './pool.ts'
import type { Account } from './accountRows.ts'
import type { Position } from './positionRows.ts'
import {
  emit,
  type Exchange,
  inventoryOf,
  type Market,
  noteToCross,
  type SleeveName,
  sleeveOf,
  type SystemAccountName,
} from './state.ts'

export function credit(exchange: Exchange, name: SystemAccountName, amount: number): void {
  exchange.money[name] = usd6(exchange.money[name] + amount)
}

/** SIM_HOUSE takes what SIM accounts lose and gives what they win; it may owe any sum, for it is no money. */
export function creditHouse(exchange: Exchange, amount: number): void {
  const { sim } = exchange
  sim.houseUsd6 = usd6(sim.houseUsd6 + amount)
}

/** Distributes a charged fee: insurance, treasury, the pool of the market. */
export function distributeFee(exchange: Exchange, market: Market, fee: number): void {
  if (fee === 0) return
  if (market.sim !== undefined) return creditHouse(exchange, fee)
  const { money } = exchange
  const insurance = insuranceShare(fee)
  const treasury = treasuryShare(fee)
  const pool = sleeveOf(market)
  money.INSURANCE = usd6(money.INSURANCE + insurance)
  money.TREASURY = usd6(money.TREASURY + treasury)
  money[pool] = usd6(money[pool] + fee - insurance - treasury)
}

/** The pool's side of a fill: an ordinary party that pays no fee. Funding is settled before. */
export function fillPool(
  exchange: Exchange,
  market: Market,
  fill: { readonly isBuy: boolean; readonly size: Lots; readonly price: Ticks },
): void {
  settlePoolFunding(exchange, market)
  const before = inventoryOf(market)
  const result = applyFill(
    market.pool,
    { ...fill, initMarginRatio: market.spec.initMarginRatio },
    market.scale,
  )
  credit(exchange, sleeveOf(market), result.pnl)
  const isNew = result.effect === 'opened' || result.effect === 'flipped'
  market.pool =
    result.position === undefined
      ? undefined
      : ({
          marketId: market.id,
          ...result.position,
          entryFunding: market.cumFunding,
          settledFunding: isNew ? usd6(0) : market.pool!.settledFunding,
          isolatedMargin: usd6(0),
        } satisfies Position)
  noteInventory(exchange, market, before)
  noteToCross(exchange, market.id)
}

/** Settles what the pool's position owes or is owed. */
export function settlePoolFunding(exchange: Exchange, market: Market): void {
  const { pool } = market
  if (pool === undefined || pool.entryFunding === market.cumFunding) return
  const paid = fundingOwed(pool, market.cumFunding, market.spec.sizeDecimals)
  credit(exchange, sleeveOf(market), -paid)
  market.fundingClearing = usd6(market.fundingClearing + paid)
  pool.entryFunding = market.cumFunding
  pool.settledFunding = usd6(pool.settledFunding - paid)
}

/**
 * Collateral that secures no position never stays below zero: insurance pays, and what it cannot pay falls to the
 * pool. Isolated positions have margin of their own and do not count.
 */
export function coverShortfall(exchange: Exchange, account: Account): void {
  if (
    account.collateral >= 0 ||
    account.positions.some((held) => !exchange.markets[held.marketId]!.spec.isolated)
  )
    return
  if (account.isSim) creditHouse(exchange, account.collateral)
  else payShortfall(exchange, -account.collateral, 'POOL')
  account.collateral = usd6(0)
  emit(exchange, { kind: 'AccountChanged', account: account.address })
}

export function payShortfall(exchange: Exchange, shortfall: number, sleeve: SleeveName): void {
  const insured = Math.min(shortfall, Math.max(0, exchange.money.INSURANCE))
  credit(exchange, 'INSURANCE', -insured)
  credit(exchange, sleeve, insured - shortfall)
}
