/** Where system money moves: fee shares, the pools' side of a fill, and the cover of a shortfall. */
import { applyFill, fundingOwed, insuranceShare, treasuryShare } from '@vest/formulas'
import { type Lots, type Ticks, usd6 } from '@vest/protocol'
import { backstopCapital } from './backstop.ts'
import { noteInventory } from './pool.ts'
import {
  type Account,
  ACCOUNT_FLAGS,
  accountRow,
  FILL_WEIGHT,
  HAS_TRADED,
  IS_REFERRED,
} from './accountRows.ts'
import { pointsMultiplier } from './points.ts'
import type { Position } from './positionRows.ts'
import { accrueReferral } from './referrals.ts'
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

/**
 * Distributes a fee that an account was charged: whoever referred it, insurance, treasury, the pool of the market. It
 * weighs for the account's points. A fee of SIM is none of this.
 */
export function distributeFee(exchange: Exchange, market: Market, net: number, accountId: number): void {
  if (net === 0) return
  if (market.sim !== undefined) return creditHouse(exchange, net)
  const { money, accountRows } = exchange
  const row = accountRow(accountId)
  const flags = accountRows.halves[2 * row + ACCOUNT_FLAGS]!
  if ((flags & HAS_TRADED) === 0) accountRows.halves[2 * row + ACCOUNT_FLAGS] = flags | HAS_TRADED
  accountRows.numbers[row + FILL_WEIGHT] =
    accountRows.numbers[row + FILL_WEIGHT]! + net * pointsMultiplier(market)
  const fee = (flags & IS_REFERRED) === 0 ? net : accrueReferral(exchange, accountId, net)
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
  const before = inventoryOf(market)
  market.pool = fillOwn(exchange, market, market.pool, sleeveOf(market), fill)
  noteInventory(exchange, market, before)
  noteToCross(exchange, market.id)
}

/** A fill of what the exchange itself holds: funding is settled, profit goes to its cash. Returns what it then holds. */
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

/** Settles what the pool and its backstop owe or are owed in a market. */
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

/**
 * Collateral that secures no position never stays below zero: the waterfall pays. Isolated positions have margin of
 * their own and do not count.
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

/**
 * What an account cannot pay: first insurance, to its last micro-dollar, then the backstop within its allocation, then
 * the pool. A shortfall of an isolated market never reaches the money of the liquidity providers.
 */
export function payShortfall(exchange: Exchange, shortfall: number, sleeve: SleeveName): void {
  const insured = Math.min(shortfall, Math.max(0, exchange.money.INSURANCE))
  const uninsured = shortfall - insured
  const backed =
    sleeve === 'POOL' && uninsured > 0 ? Math.min(uninsured, Math.max(0, backstopCapital(exchange))) : 0
  credit(exchange, 'INSURANCE', -insured)
  credit(exchange, 'BACKSTOP', -backed)
  credit(exchange, sleeve, backed - uninsured)
}

/**
 * What others have paid because a deposit went missing is theirs again when money comes: most often it is the same deposit,
 * in another block, and whoever lost it meanwhile has lost it then as well.
 */
export function repayAdvance(exchange: Exchange, account: Account, size: number): void {
  const repaid = Math.min(account.advanced, size)
  account.advanced = usd6(account.advanced - repaid)
  account.collateral = usd6(account.collateral - repaid)
  credit(exchange, 'INSURANCE', repaid)
}

/** The same of money that comes from elsewhere than a chain, which before feature `fifthReading` repaid nothing. */
export function repayFromInside(exchange: Exchange, account: Account, size: number): void {
  if (account.advanced > 0 && exchange.features.fifthReading) repayAdvance(exchange, account, size)
}
