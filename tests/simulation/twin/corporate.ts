/** 2.6: splits, dividends, delistings and new symbols. */
import { REFUSAL } from '@vest/protocol'
import type { AnnounceDelisting, ApplySplit, DelistMarket, PayDividend, RenameMarket } from '@vest/engine'
import { abs, ceilDiv, floorDiv, max, min, roundDiv, truncDiv } from './arithmetic.ts'
import { sweepDust } from './dust.ts'
import { coverShortfall, fillBackstop, fillPool, payShortfall, settleFunding } from './ledger.ts'
import { fundingOwed } from './margin.ts'
import { appraise } from './pool.ts'
import { setMode } from './mode.ts'
import { takeOver } from './sim/simDomain.ts'
import {
  dropDelayed,
  marketBySymbol,
  sleeveOf,
  type TwinAccount,
  type TwinMarket,
  type TwinPosition,
  type World,
} from './world/index.ts'

/** A market that there is and that has not ended. */
function living(world: World, marketId: number): TwinMarket | undefined {
  const market = world.markets[marketId]
  return market?.haltCause === 'DELISTED' ? undefined : market
}

const holdersOf = (world: World, market: TwinMarket): (readonly [TwinAccount, TwinPosition])[] =>
  world.accounts.flatMap((account) => {
    const position = account.positions.get(market.id)
    return position === undefined ? [] : [[account, position] as const]
  })

function settleAll(world: World, market: TwinMarket): void {
  for (const [account] of holdersOf(world, market)) settleFunding(account, market)
  // In SIM the pool is only looked at.
  if (world.isSim) return
  const own = [[market.pool, sleeveOf(market)] as const, [market.backstop, 'BACKSTOP'] as const]
  for (const [held, cash] of own) {
    if (held === undefined) continue
    const pay = fundingOwed(market, held)
    world.money[cash] -= pay
    market.clearing += pay
    held.settledFunding -= pay
    held.entryFunding = market.cumFunding
  }
}

/** What the backstop holds passes to the pool at the last index. */
function handOver(world: World, market: TwinMarket): void {
  const { backstop, index } = market
  if (backstop === undefined || index === undefined) return
  const { isLong, size } = backstop
  fillBackstop(world, market, { isBuy: !isLong, size, price: index })
  fillPool(world, market, { isBuy: isLong, size, price: index })
}

/** Ends a position; an isolated loss ends at its own margin. */
function endPosition(world: World, account: TwinAccount, market: TwinMarket, pnl: bigint): void {
  const home = account.positions.get(market.id)!.isolatedMargin + pnl
  account.positions.delete(market.id)
  account.collateral += market.spec.isolated ? max(0n, home) : home
  if (market.spec.isolated && home < 0n) payShortfall(world, -home, 'POOL_ISO')
  if (account.capital !== undefined) account.isDue = true
}

export function applySplit(world: World, command: ApplySplit): number | undefined {
  const market = living(world, command.marketId)
  if (market === undefined) return REFUSAL.BAD_SYMBOL
  const { newShares, oldShares } = command
  const isCount = (count: number): boolean => Number.isSafeInteger(count) && count >= 1 && count <= 10_000
  if (market.mode !== 'HALT' || !isCount(newShares) || !isCount(oldShares) || newShares === oldShares)
    return REFUSAL.INVALID_PARAMETER
  const [a, b] = [BigInt(newShares), BigInt(oldShares)]
  if (market.index !== undefined && (market.index * b < a || market.index * b > 10n ** 12n * a))
    return REFUSAL.INVALID_PARAMETER
  const sim = takeOver(world)
  splitWorld(sim, sim.markets[market.id]!, a, b)
  handOver(world, market)
  splitWorld(world, market, a, b)
  market.pendingDividend = truncDiv(market.pendingDividend * b, a)
  rescalePrices(market, a, b)
  appraise(world)
  return undefined
}

function splitWorld(world: World, market: TwinMarket, a: bigint, b: bigint): void {
  settleAll(world, market)
  world.orders = world.orders.filter((order) => order.marketId !== market.id)
  dropDelayed(world, (one) => one.marketId === market.id)
  splitPositions(world, market, a, b)
  market.cumFunding = truncDiv(market.cumFunding * b, a)
  for (const [, position] of holdersOf(world, market)) position.entryFunding = market.cumFunding
  if (market.pool !== undefined) market.pool.entryFunding = market.cumFunding
}

function splitPositions(world: World, market: TwinMarket, a: bigint, b: bigint): void {
  const lot = (market.index ?? 0n) * market.scale
  /** What the fractions of all users are worth together, longs less shorts. */
  let bought = 0n
  let net = 0n
  for (const [account, position] of holdersOf(world, market)) {
    const { isLong, size, cost } = position
    const newSize = floorDiv(size * a, b)
    const rem = size * a - newSize * b
    const cash = isLong ? floorDiv(lot * rem, a) : ceilDiv(lot * rem, a)
    const released = isLong ? ceilDiv(cost * rem, size * a) : floorDiv(cost * rem, size * a)
    const pnl = isLong ? cash - released : released - cash
    bought += isLong ? cash : -cash
    net += isLong ? newSize : -newSize
    if (newSize === 0n) endPosition(world, account, market, pnl)
    else {
      position.size = newSize
      position.cost -= released
      if (market.spec.isolated) position.isolatedMargin += pnl
      else account.collateral += pnl
    }
    coverShortfall(world, account)
  }
  splitPool(world, market, { a, b, lot, bought, inventory: -net })
}

/** The pool has taken over the fractions: a fill of `traded` a-th parts of an old lot at the last index. */
function splitPool(
  world: World,
  market: TwinMarket,
  input: { a: bigint; b: bigint; lot: bigint; bought: bigint; inventory: bigint },
): void {
  const { a, b, lot, bought, inventory } = input
  if (market.house !== undefined) {
    market.house.inventory = inventory
    market.house.quote -= bought
    return
  }
  const { pool } = market
  const quoteOf = (held: { isLong: boolean; cost: bigint } | undefined): bigint =>
    held === undefined ? 0n : held.isLong ? -held.cost : held.cost
  const before = quoteOf(pool)
  if (inventory === 0n) market.pool = undefined
  else {
    const isLong = inventory > 0n
    const parts = abs(inventory) * b
    let cost: bigint
    if (pool === undefined || pool.isLong !== isLong) cost = floorDiv(parts * lot, a)
    else {
      const traded = parts - pool.size * a
      const share = pool.cost * abs(traded)
      if (traded >= 0n) cost = pool.cost + floorDiv(traded * lot, a)
      else cost = pool.cost - (isLong ? ceilDiv(share, pool.size * a) : floorDiv(share, pool.size * a))
    }
    market.pool = {
      isLong,
      size: abs(inventory),
      cost,
      initMarginRatio: pool?.initMarginRatio ?? BigInt(market.spec.initMarginRatio),
      entryFunding: market.cumFunding,
      settledFunding: pool?.isLong === isLong ? pool.settledFunding : 0n,
      isolatedMargin: 0n,
    }
  }
  world.money[sleeveOf(market)] += before - quoteOf(market.pool) - bought
}

function rescalePrices(market: TwinMarket, a: bigint, b: bigint): void {
  const scaled = (price: bigint | undefined): bigint | undefined =>
    price === undefined ? undefined : max(1n, roundDiv(price * b, a))
  const { risk } = market.spec
  market.index = scaled(market.index)
  market.mark = scaled(market.mark)
  if (market.index !== undefined && market.mark !== undefined) {
    const widest = max(market.markClamp, BigInt(Math.max(...Object.values(risk.markClampBps))))
    const away = floorDiv(market.index * widest, 10_000n)
    market.mark = max(market.index - away, min(market.mark, market.index + away))
  }
  market.impactBid = scaled(market.impactBid)
  market.impactAsk = scaled(market.impactAsk)
  market.volatilityIndex = scaled(market.volatilityIndex)
  market.conf = roundDiv(market.conf * b, a)
  market.premiumMilli = roundDiv(market.premiumMilli * b, a)
  market.trail = market.trail.map((price) => scaled(price)!)
  market.reopenPrices = []
}

export function announceDividend(world: World, { marketId, perShare }: PayDividend): number | undefined {
  const market = living(world, marketId)
  if (market === undefined) return REFUSAL.BAD_SYMBOL
  if (market.mode !== 'HALT' || perShare <= 0n || perShare > 10n ** 18n) return REFUSAL.INVALID_PARAMETER
  const pending = market.pendingDividend + perShare
  const { index, spec } = market
  // No share pays more than it is worth.
  const most = index === undefined ? 10n ** 18n : index * 10n ** BigInt(12 - spec.priceDecimals)
  if (pending > most) return REFUSAL.INVALID_PARAMETER
  market.pendingDividend = pending
  return undefined
}

function settleBoth(world: World, market: TwinMarket): void {
  settleAll(world, market)
  const sim = takeOver(world)
  settleAll(sim, sim.markets[market.id]!)
}

/** In the command in which the index first prints ex. */
export function payDividend(world: World, market: TwinMarket): void {
  if (market.pendingDividend === 0n) return
  settleBoth(world, market)
  market.cumFunding -= market.pendingDividend
  market.pendingDividend = 0n
  settleBoth(world, market)
}

export function announceDelisting(world: World, command: AnnounceDelisting): number | undefined {
  const market = living(world, command.marketId)
  if (market === undefined) return REFUSAL.BAD_SYMBOL
  const isWithdrawn = command.isWithdrawn ?? false
  if (isWithdrawn === (market.delistAnnouncedAtMs === undefined)) return REFUSAL.INVALID_PARAMETER
  market.delistAnnouncedAtMs = isWithdrawn ? undefined : world.nowMs
  if (isWithdrawn) return undefined
  market.isReducedByHand = true
  if (market.mode !== 'HALT') setMode(world, market, 'REDUCE_ONLY')
  return undefined
}

export function delistMarket(world: World, { marketId }: DelistMarket): number | undefined {
  const market = living(world, marketId)
  if (market === undefined) return REFUSAL.BAD_SYMBOL
  const announced = market.delistAnnouncedAtMs
  if (announced === undefined || world.nowMs < announced + 24 * 3_600_000) return REFUSAL.INVALID_PARAMETER
  market.halts = []
  market.operatorMode = undefined
  market.pendingDividend = 0n
  setMode(world, market, 'HALT', 'DELISTED')
  const sim = takeOver(world)
  endMarket(sim, sim.markets[market.id]!)
  handOver(world, market)
  endMarket(world, market)
  sweepDust(world, market)
  appraise(world)
  return undefined
}

function endMarket(world: World, market: TwinMarket): void {
  world.orders = world.orders.filter((order) => order.marketId !== market.id)
  dropDelayed(world, (one) => one.marketId === market.id)
  settleAll(world, market)
  const profit = ({ isLong, size, cost }: TwinPosition): bigint => {
    const value = market.index! * size * market.scale
    return isLong ? value - cost : cost - value
  }
  const holders = holdersOf(world, market)
  for (const [account, position] of holders) endPosition(world, account, market, profit(position))
  if (market.house !== undefined) {
    // SIM_HOUSE sells to the longs, and buys from the shorts, what it holds against them.
    market.house.quote += market.house.inventory * (market.index ?? 0n) * market.scale
    market.house.inventory = 0n
  } else if (market.pool !== undefined) world.money[sleeveOf(market)] += profit(market.pool)
  market.pool = undefined
  for (const [account] of holders) coverShortfall(world, account)
}

export function renameMarket(world: World, command: RenameMarket): number | undefined {
  const market = living(world, command.marketId)
  if (market === undefined) return REFUSAL.BAD_SYMBOL
  const { symbol, displayName } = command
  if (!/^[A-Za-z0-9.]{1,20}(-USD)?-PERP$/.test(symbol) || symbol === market.spec.symbol)
    return REFUSAL.INVALID_PARAMETER
  if (displayName !== undefined && displayName.length > 100) return REFUSAL.INVALID_PARAMETER
  const owner = marketBySymbol(world, symbol)
  if (owner !== undefined && owner !== market) return REFUSAL.BAD_SYMBOL
  market.formerSymbols = [...market.formerSymbols.filter((one) => one !== symbol), market.spec.symbol]
  market.spec = { ...market.spec, symbol, displayName: displayName ?? market.spec.displayName }
  return undefined
}
