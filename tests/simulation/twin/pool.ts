/**
 * The pool's quotes, listed cell by cell from the definition: the ladder is a function of inventory cut into fixed
 * cells, each priced at its worse edge with every rounding in the pool's favour. Caps that span markets only
 * shorten a side.
 */
import { abs, ceilDiv, clamp, floorDiv, max, min } from './arithmetic.ts'
import { fundingOwed } from './margin.ts'
import { inventoryOf, sleeveOf, type TwinLadder, type TwinMarket, type World } from './world.ts'

const MILLION = 1_000_000n
const CELLS = 40n
const SESSION_PERCENT = { REGULAR: 100n, EXTENDED: 200n, OVERNIGHT: 400n, CLOSED: 400n } as const

export type PoolLevel = readonly [price: bigint, size: bigint]

/** What the pool's position is worth beyond its cost at a price, funding owed included. */
const poolProfit = (market: TwinMarket, price: bigint): bigint => {
  if (market.pool === undefined) return 0n
  const { isLong, size, cost } = market.pool
  const value = price * size * market.scale
  return (isLong ? value - cost : cost - value) - fundingOwed(market, market.pool)
}

/** NAV = cash + Σ profit of the sleeve's positions at the index. */
export function appraise(world: World): void {
  for (const name of ['POOL', 'POOL_ISO'] as const) {
    world.nav[name] = world.money[name]
    for (const market of world.markets)
      if (sleeveOf(market) === name && market.index !== undefined)
        world.nav[name] += poolProfit(market, market.index)
  }
}

/** Share of open interest cap and room that the session allows, percent. */
export const roomPercent = (market: TwinMarket): bigint =>
  market.session === 'EXTENDED' || market.session === 'OVERNIGHT'
    ? BigInt(market.spec.risk.sessionOpenInterestPercent[market.session])
    : 100n

/** ×1, ×2, ×4 by session; after a reopening ×3, going down to the session's value in a straight line over 60 s. */
function sessionPercent(world: World, market: TwinMarket): bigint {
  const own = SESSION_PERCENT[market.session]
  if (market.reopenedAtMs === undefined) return own
  const left = 60_000n - BigInt(world.nowMs - market.reopenedAtMs)
  return left <= 0n ? own : max(own, own + ceilDiv((300n - own) * left, 60_000n))
}

function statePercent(world: World, market: TwinMarket): bigint {
  if (world.solvency === 'STRESSED' && !market.spec.isolated) return 300n
  if (market.freshness === 'SOFT' || market.isHeld) return 300n
  return world.nowMs < market.coolDownUntilMs ? 200n : 100n
}

/** Takes the quotes anew: (1.1) and (1.4). */
export function refreshLadder(world: World, market: TwinMarket): void {
  market.ladder = undefined
  const { index, spec } = market
  if (index === undefined || market.mode === 'HALT' || market.freshness === 'HARD') return
  if (market.operatorMode === 'CANCEL_ONLY') return
  const { risk } = spec
  const multiplier = sessionPercent(world, market) * statePercent(world, market)
  const share = floorDiv(max(0n, world.nav[sleeveOf(market)]) * BigInt(risk.inventorySharePpm), MILLION)
  const limit = floorDiv(min(BigInt(risk.inventoryLimitUsd6), share), index * market.scale)
  if (limit === 0n) return
  const low = BigInt(risk.halfSpreadMinPpm)
  const calm = low + floorDiv(BigInt(risk.volMultiplierPermille) * market.volatility, MILLION)
  market.ladder = {
    index,
    limit,
    cell: max(1n, floorDiv(limit, CELLS)),
    halfSpread: ceilDiv(clamp(calm, low, BigInt(risk.halfSpreadMaxPpm)) * multiplier, 10_000n),
    skewMax: ceilDiv(BigInt(risk.skewMaxPpm) * multiplier, 10_000n),
    room: floorDiv(limit * roomPercent(market), 100n),
  }
}

const grossCap = (world: World, market: TwinMarket): bigint => {
  const { grossCapPercent, grossCapStressedPercent } = world.parameters
  const isStressed = world.solvency === 'STRESSED' && !market.spec.isolated
  const percent = BigInt(isStressed ? grossCapStressedPercent : grossCapPercent)
  return floorDiv(max(0n, world.nav[sleeveOf(market)]) * percent, 100n)
}

/** The highest and lowest inventory that market room and the caps over markets allow. */
function bounds(world: World, market: TwinMarket, ladder: TwinLadder): { lowest: bigint; highest: bigint } {
  const held = inventoryOf(market)
  const lotValue = ladder.index * market.scale
  let gross = 0n
  let exposure = 0n
  for (const other of world.markets) {
    if (sleeveOf(other) !== sleeveOf(market) || other.index === undefined) continue
    const value = inventoryOf(other) * other.index * other.scale
    gross += abs(value)
    if (other.spec.asset === market.spec.asset) exposure += value
  }
  const classPercent = BigInt(world.parameters.classCapPercent[market.spec.asset])
  const classCap = floorDiv(max(0n, world.nav[sleeveOf(market)]) * classPercent, 100n)
  const reduceOnly = world.solvency === 'INSOLVENT' && !market.spec.isolated
  const byGross = reduceOnly ? 0n : abs(held) + floorDiv(max(0n, grossCap(world, market) - gross), lotValue)
  const up = held + floorDiv(max(0n, classCap - exposure), lotValue)
  const down = held - floorDiv(max(0n, classCap + exposure), lotValue)
  // Going to zero is always allowed.
  return {
    highest: min(ladder.room, max(max(held, 0n), min(up, byGross))),
    lowest: max(-ladder.room, min(min(held, 0n), max(down, -byGross))),
  }
}

/** What the pool sells to a buyer (asks) or buys from a seller (bids), best first: (1.2) and (1.3). */
export function poolLevels(world: World, market: TwinMarket, isAsk: boolean, most = 1_000_000): PoolLevel[] {
  const { ladder } = market
  if (ladder === undefined) return []
  const { index, limit, cell, halfSpread, skewMax } = ladder
  const { lowest, highest } = bounds(world, market, ladder)
  const levels: PoolLevel[] = []
  let at = inventoryOf(market)
  if (isAsk) {
    for (let j = ceilDiv(at, cell) - 1n; at > lowest && levels.length < most; j -= 1n) {
      const x = floorDiv(clamp(j * cell, -limit, limit) * MILLION, limit)
      const skew = ceilDiv(-skewMax * x, MILLION)
      const end = max(j * cell, lowest)
      levels.push([ceilDiv(index * (MILLION + halfSpread + skew), MILLION), at - end])
      at = end
    }
  } else {
    for (let j = floorDiv(at, cell); at < highest && levels.length < most; j += 1n) {
      const x = ceilDiv(clamp((j + 1n) * cell, -limit, limit) * MILLION, limit)
      const skew = floorDiv(-skewMax * x, MILLION)
      const price = floorDiv(index * (MILLION - halfSpread + skew), MILLION)
      if (price < 1n) break
      const end = min((j + 1n) * cell, highest)
      levels.push([price, end - at])
      at = end
    }
  }
  return levels
}

/** STRESSED and INSOLVENT by 7.7; INSOLVENT is left after a minute above 150 %. */
export function judgeSolvency(world: World): void {
  let atIndex = world.money.POOL
  let atMark = world.money.POOL
  let maint = 0n
  for (const market of world.markets) {
    if (market.pool === undefined || market.index === undefined || market.spec.isolated) continue
    atIndex += poolProfit(market, market.index)
    atMark += poolProfit(market, market.mark ?? market.index)
    maint += ceilDiv(
      market.pool.size * market.index * market.scale * BigInt(market.spec.maintMarginRatio),
      10_000n,
    )
  }
  const nav = min(atIndex, atMark)
  const before = world.solvency
  if (nav + world.money.INSURANCE < maint) {
    world.solvency = 'INSOLVENT'
    world.soundSinceMs = undefined
  } else if (before === 'INSOLVENT') {
    if (2n * nav < 3n * maint) world.soundSinceMs = undefined
    else {
      world.soundSinceMs ??= world.nowMs
      if (world.nowMs - world.soundSinceMs >= 60_000) {
        world.soundSinceMs = undefined
        world.solvency = nav < 2n * maint ? 'STRESSED' : 'SOUND'
      }
    }
  } else world.solvency = nav < 2n * maint ? 'STRESSED' : 'SOUND'
  if (world.solvency !== before)
    for (const market of world.markets) if (!market.spec.isolated) refreshLadder(world, market)
}
