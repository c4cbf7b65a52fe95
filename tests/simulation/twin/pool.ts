/**
 * The pool's quotes, listed cell by cell from the definition: the ladder is a function of inventory cut into fixed
 * cells, each priced at its worse edge with every rounding in the pool's favour. Caps that span markets only
 * shorten a side.
 */
import { abs, ceilDiv, clamp, floorDiv, max, min } from './arithmetic.ts'
import { fundingOwed } from './margin.ts'
import {
  inventoryOf,
  sleeveOf,
  type TwinLadder,
  type TwinMarket,
  type TwinPosition,
  type World,
} from './world/index.ts'

const MILLION = 1_000_000n
const CELLS = 40n
const SESSION_PERCENT = { REGULAR: 100n, EXTENDED: 200n, OVERNIGHT: 400n, CLOSED: 400n } as const

export type PoolLevel = readonly [price: bigint, size: bigint, party: 'pool' | 'backstop']

/** What a position of the pool or the backstop is worth beyond its cost at a price, funding owed included. */
export const ownProfit = (market: TwinMarket, held: TwinPosition | undefined, price: bigint): bigint => {
  if (held === undefined) return 0n
  const { isLong, size, cost } = held
  const value = price * size * market.scale
  return (isLong ? value - cost : cost - value) - fundingOwed(market, held)
}
const poolProfit = (market: TwinMarket, price: bigint): bigint =>
  ownProfit(market, market.pool, price) + ownProfit(market, market.backstop, price)

/** (7.1): NAV = cash + Σ profit of the sleeve's positions at the index, the backstop's with the pool's. */
export function appraise(world: World): void {
  for (const name of ['POOL', 'POOL_ISO'] as const) {
    world.nav[name] = world.money[name] + (name === 'POOL' ? world.money.BACKSTOP : 0n)
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

/** 2.2, as of the moment in which the quotes are taken. */
function isOlder(world: World, market: TwinMarket, threshold: 'softStaleMs' | 'hardStaleMs'): boolean {
  return world.nowMs - market.indexTimeMs > market.spec.risk[threshold]
}

function statePercent(world: World, market: TwinMarket): bigint {
  if (['STRESSED', 'INSOLVENT'].includes(world.solvency) && !market.spec.isolated) return 300n
  if (isOlder(world, market, 'softStaleMs') || market.isHeld) return 300n
  return world.nowMs < market.coolDownUntilMs ? 200n : 100n
}

/** Lim of (1.1) at an index. */
export function limitLots(world: World, market: TwinMarket, index: bigint): bigint {
  const { inventoryLimitUsd6, inventorySharePpm } = market.spec.risk
  const share = floorDiv(max(0n, world.nav[sleeveOf(market)]) * BigInt(inventorySharePpm), MILLION)
  return floorDiv(min(BigInt(inventoryLimitUsd6), share), index * market.scale)
}

/** Takes the quotes anew: (1.1) and (1.4). */
export function refreshLadder(world: World, market: TwinMarket): void {
  market.ladder = undefined
  const { index, spec } = market
  if (index === undefined || market.mode === 'HALT' || isOlder(world, market, 'hardStaleMs')) return
  if (market.operatorMode === 'CANCEL_ONLY') return
  const { risk } = spec
  const multiplier = sessionPercent(world, market) * statePercent(world, market)
  const limit = limitLots(world, market, index)
  const skewMax = ceilDiv(BigInt(risk.skewMaxPpm) * multiplier, 10_000n)
  const low = BigInt(risk.halfSpreadMinPpm)
  const calm = low + floorDiv(BigInt(risk.volMultiplierPermille) * market.volatility, MILLION)
  market.ladder = {
    index,
    limit: max(1n, limit),
    cell: max(1n, floorDiv(limit, CELLS)),
    halfSpread: ceilDiv(clamp(calm, low, BigInt(risk.halfSpreadMaxPpm)) * multiplier, 10_000n),
    skewMax,
    // No multiplier makes it cheaper to take back what the pool was given without it.
    skewBack: BigInt(risk.skewMaxPpm),
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

/** The same by prices: a caller that only adds them up need not tell apart the cells beyond the limit, however many. */
export const poolPrices = (world: World, market: TwinMarket, isAsk: boolean): PoolLevel[] =>
  poolLevels(world, market, isAsk, Infinity)

/**
 * What the pool sells to a buyer (asks) or buys from a seller (bids), best first: (1.2) and (1.3). Beyond the limit the skew
 * no longer grows: one price, however small the cells are.
 */
export function poolLevels(world: World, market: TwinMarket, isAsk: boolean, most = 1_000_000): PoolLevel[] {
  const { ladder } = market
  if (ladder === undefined) return []
  const { index, limit, cell, halfSpread, skewMax, skewBack } = ladder
  const { lowest, highest } = bounds(world, market, ladder)
  const levels: PoolLevel[] = []
  let at = inventoryOf(market)
  const { backstop } = market
  const shown = backstop?.isLong === isAsk ? backstop.offered : 0n
  if (isAsk) {
    const askOf = (j: bigint): bigint => {
      const x = floorDiv(clamp(j * cell, -limit, limit) * MILLION, limit)
      const most = j >= 0n ? skewBack : skewMax
      return ceilDiv(index * (MILLION + halfSpread + ceilDiv(-most * x, MILLION)), MILLION)
    }
    // 5.5: what the backstop shows stands first, at the first price of the side.
    if (shown > 0n) levels.push([askOf(ceilDiv(at, cell) - 1n), shown, 'backstop'])
    while (at > lowest && levels.length < most) {
      const j = ceilDiv(at, cell) - 1n
      const edge = j * cell > limit ? ceilDiv(limit, cell) * cell : j * cell
      const end = max(edge, lowest)
      levels.push([askOf(j), at - end, 'pool'])
      at = end
    }
  } else {
    const bidOf = (j: bigint): bigint => {
      const x = ceilDiv(clamp((j + 1n) * cell, -limit, limit) * MILLION, limit)
      const most = j < 0n ? skewBack : skewMax
      return floorDiv(index * (MILLION - halfSpread + floorDiv(-most * x, MILLION)), MILLION)
    }
    const first = bidOf(floorDiv(at, cell))
    if (shown > 0n && first >= 1n) levels.push([first, shown, 'backstop'])
    while (at < highest && levels.length < most) {
      const j = floorDiv(at, cell)
      const price = bidOf(j)
      if (price < 1n) break
      const next = (j + 1n) * cell
      const edge = next < -limit ? -ceilDiv(limit, cell) * cell : next
      const end = min(edge, highest)
      levels.push([price, end - at, 'pool'])
      at = end
    }
  }
  return levels
}

/** What the pool and its backstop hold in a market of the main pool that has a price. */
export const ownPositions = ({ pool, backstop, spec, index }: TwinMarket): TwinPosition[] =>
  spec.isolated || index === undefined ? [] : [pool, backstop].filter((held) => held !== undefined)

export interface PoolValue {
  readonly low: bigint
  readonly high: bigint
  /** Σ ⌈ |P| · I · K · imr / 10⁴ ⌉, and the same with mmr. */
  readonly initMargin: bigint
  readonly maintMargin: bigint
}

/** NAV_lo and NAV_hi of 7.1, poolIM and poolMM of 7.3 and 7.7. */
export function poolValue(world: World): PoolValue {
  const held = world.markets.flatMap((market) =>
    ownPositions(market).map((position) => ({ market, position })),
  )
  const at = (priceOf: (market: TwinMarket) => bigint): bigint =>
    held.reduce(
      (sum, { market, position }) => sum + ownProfit(market, position, priceOf(market)),
      world.money.POOL + world.money.BACKSTOP,
    )
  const marginBy = (ratioOf: (market: TwinMarket) => number): bigint =>
    held.reduce((sum, { market, position }) => {
      const value = position.size * market.index! * market.scale
      return sum + ceilDiv(value * BigInt(ratioOf(market)), 10_000n)
    }, 0n)
  const [atIndex, atMark] = [at(({ index }) => index!), at(({ index, mark }) => mark ?? index!)]
  return {
    low: min(atIndex, atMark),
    high: max(atIndex, atMark),
    initMargin: marginBy(({ spec }) => spec.initMarginRatio),
    maintMargin: marginBy(({ spec }) => spec.maintMarginRatio),
  }
}

/** STRESSED and INSOLVENT by 7.7; INSOLVENT is left after a minute above 150 %. */
export function judgeSolvency(world: World): void {
  const { low: nav, maintMargin: maint } = poolValue(world)
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
