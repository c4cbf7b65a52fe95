/**
 * The pool as a market maker: its net asset value, its solvency, and the ladder it quotes in a market. A ladder is
 * taken when an index record, a session, a mode or a staleness threshold changes it; between those moments it is a
 * fixed function of inventory, so trading needs no refresh.
 */
import { halfSpread, type Ladder, ladderOf, scaledPpm, valueOf } from '@vest/formulas'
import { divFloor, mulDivCeil, mulDivFloor, PPM_ONE, type Usd6, usd6 } from '@vest/protocol'
import { appraisePool, poolCash, pnlOf } from './poolNav.ts'
import { freshnessOf } from './staleness.ts'
import {
  type Exchange,
  type Freshness,
  inventoryOf,
  type Market,
  noteBookChanged,
  noteCapsMoved,
  noteToCross,
  type Sleeve,
  sleeveOf,
  type Solvency,
} from './state.ts'

const SOUND_AGAIN_MS = 60_000
const STRESSED_STATE_PERCENT = 300
const REOPEN_PERCENT = 300
export const REOPEN_DECAY_MS = 60_000
const SESSION_PERCENT = { REGULAR: 100, EXTENDED: 200, OVERNIGHT: 400, CLOSED: 400 } as const
const SOFT_STALE_PERCENT = 300
const COOL_DOWN_PERCENT = 200

/** Net asset value of a sleeve at the index, its gross value and its value by class. */
export function appraiseSleeves(exchange: Exchange): void {
  for (const name of ['POOL', 'POOL_ISO'] as const) {
    const sleeve = exchange.sleeves[name]
    let nav: number = name === 'POOL' ? poolCash(exchange) : exchange.money[name]
    let largestShare = 0
    sleeve.grossValue = usd6(0)
    sleeve.classValue.stock = sleeve.classValue.crypto = sleeve.classValue.forex = 0
    for (const market of exchange.markets) {
      if (sleeveOf(market) !== name) continue
      largestShare = Math.max(largestShare, market.spec.risk.inventorySharePpm)
      if (market.index === undefined) continue
      if (market.backstop !== undefined) nav += pnlOf(market.backstop, market, market.index)
      if (market.pool === undefined) continue
      nav += pnlOf(market.pool, market, market.index)
      const value = valueOf(market.index, market.pool.size, market.scale)
      sleeve.grossValue = usd6(sleeve.grossValue + value)
      sleeve.classValue[market.spec.asset] += market.pool.isLong ? value : -value
    }
    sleeve.nav = usd6(nav)
    sleeve.largestRoom = usd6(partOf(2 * Math.max(0, nav), largestShare, PPM_ONE))
  }
  noteCapsMoved(exchange)
}

/** Follows a change of inventory, so that the caps hold between two appraisals. */
export function noteInventory(exchange: Exchange, market: Market, before: number): void {
  if (market.index === undefined) return
  const after = inventoryOf(market)
  const sleeve = exchange.sleeves[sleeveOf(market)]
  const lotValue = market.index * market.scale
  if (isNearCap(exchange, market, sleeve)) noteCapsMoved(exchange)
  sleeve.grossValue = usd6(sleeve.grossValue + (Math.abs(after) - Math.abs(before)) * lotValue)
  sleeve.classValue[market.spec.asset] += (after - before) * lotValue
}

/** May any ladder of the sleeve be shortened by the caps? Only then can a fill give room back to another market. */
function isNearCap(exchange: Exchange, market: Market, sleeve: Sleeve): boolean {
  if (exchange.solvency !== 'SOUND') return true
  const { asset } = market.spec
  const gross = grossCap(exchange, market, sleeve) - sleeve.grossValue
  const byClass = classCap(exchange, market, sleeve) - Math.abs(sleeve.classValue[asset])
  return gross < sleeve.largestRoom || byClass < sleeve.largestRoom
}

function grossCap(exchange: Exchange, market: Market, sleeve: Sleeve): number {
  const isStressed = exchange.solvency === 'STRESSED' && !market.spec.isolated
  const { grossCapPercent, grossCapStressedPercent } = exchange.parameters
  return partOf(Math.max(0, sleeve.nav), isStressed ? grossCapStressedPercent : grossCapPercent, 100)
}

const classCap = (exchange: Exchange, market: Market, sleeve: Sleeve): number =>
  partOf(Math.max(0, sleeve.nav), exchange.parameters.classCapPercent[market.spec.asset], 100)

/** ⌊ value · part / whole ⌋. A cap that is beyond the numbers is as good as none: nothing that is held reaches it. */
const partOf = (value: number, part: number, whole: number): number =>
  (value * part) / whole < Number.MAX_SAFE_INTEGER ? mulDivFloor(value, part, whole) : Number.MAX_SAFE_INTEGER

/**
 *   poolMM = Σ ⌈ |P| · I · K · maintMarginRatio / 10⁴ ⌉ over the positions of the pool and of its backstop
 *   STRESSED: NAV < 200 % poolMM · INSOLVENT: NAV + INSURANCE < poolMM, left when NAV >= 150 % poolMM for 60 s
 *
 * NAV is the smaller of the values at mark and at index.
 */
export function judgeSolvency(exchange: Exchange): void {
  const before = exchange.solvency
  exchange.solvency = judgedSolvency(exchange)
  if (exchange.solvency === before) return
  // Spread and caps of every quote of the pool follow its state at once.
  noteCapsMoved(exchange)
  for (const market of exchange.markets) if (!market.spec.isolated) refreshLadder(exchange, market)
}

function judgedSolvency(exchange: Exchange): Solvency {
  const { low: nav, maintMargin: maint } = appraisePool(exchange)
  if (nav + exchange.money.INSURANCE < maint) {
    exchange.soundSinceMs = undefined
    return 'INSOLVENT'
  }
  if (exchange.solvency === 'INSOLVENT') {
    if (2 * nav < 3 * maint) {
      exchange.soundSinceMs = undefined
      return 'INSOLVENT'
    }
    exchange.soundSinceMs ??= exchange.timeMs
    if (exchange.timeMs - exchange.soundSinceMs < SOUND_AGAIN_MS) return 'INSOLVENT'
  }
  exchange.soundSinceMs = undefined
  return nav < 2 * maint ? 'STRESSED' : 'SOUND'
}

/** Takes the ladder anew from the present index, volatility, session and state. */
export function refreshLadder(exchange: Exchange, market: Market): void {
  const before = market.ladder
  const after = quotedLadder(exchange, market)
  market.ladder = after
  if (isSameLadder(before, after)) return
  noteBookChanged(exchange, market)
  noteToCross(exchange, market.id)
}

/** What the pool may hold of a market at most: so much, and such a share of the net asset value of its sleeve. */
export function inventoryLimit({ sleeves }: Exchange, market: Market): Usd6 {
  const { inventoryLimitUsd6, inventorySharePpm } = market.spec.risk
  const share = mulDivFloor(Math.max(0, sleeves[sleeveOf(market)].nav), inventorySharePpm, PPM_ONE)
  return usd6(Math.min(inventoryLimitUsd6, share))
}

function quotedLadder(exchange: Exchange, market: Market): Ladder | undefined {
  const { index, spec } = market
  const freshness = quotedFreshness(exchange, market)
  if (index === undefined || market.mode === 'HALT' || freshness === 'HARD') return undefined
  if (market.operatorMode === 'CANCEL_ONLY') return undefined
  const { risk } = spec
  const by = {
    sessionPercent: sessionPercent(exchange, market),
    statePercent: statePercent(exchange, market, freshness),
  }
  return ladderOf({
    index,
    scale: market.scale,
    inventoryLimit: inventoryLimit(exchange, market),
    halfSpreadPpm: halfSpread({
      minPpm: risk.halfSpreadMinPpm,
      maxPpm: risk.halfSpreadMaxPpm,
      volMultiplierPermille: risk.volMultiplierPermille,
      volatilityPpb: market.volatilityPpb,
      ...by,
    }),
    skewMaxPpm: scaledPpm(risk.skewMaxPpm, by),
    // A skew that grows with the session would let whoever brought the inventory an hour ago take it back for less.
    ...(exchange.features.fifthReading ? { skewToReducePpm: risk.skewMaxPpm } : {}),
    roomPercent: sessionRoomPercent(market),
    isToReduce: exchange.features.secondReading,
  })
}

/** Share of the open interest cap and of the pool's room that this session allows, percent. */
export function sessionRoomPercent(market: Market): number {
  const { session, spec } = market
  return session === 'EXTENDED' || session === 'OVERNIGHT'
    ? spec.risk.sessionOpenInterestPercent[session]
    : 100
}

/** ×1 to ×4 by session; for a minute after a (re)open ×3, decaying linearly to the session's value. */
function sessionPercent(exchange: Exchange, market: Market): number {
  const base = SESSION_PERCENT[market.session]
  if (market.reopenedAtMs === undefined || base >= REOPEN_PERCENT) return base
  const left = REOPEN_DECAY_MS - (exchange.timeMs - market.reopenedAtMs)
  return left <= 0 ? base : base + mulDivCeil(REOPEN_PERCENT - base, left, REOPEN_DECAY_MS)
}

/** A pool that is insolvent is stressed all the more: it does not quote closer for it. */
const isStressed = (exchange: Exchange): boolean =>
  exchange.solvency === 'STRESSED' || (exchange.solvency === 'INSOLVENT' && exchange.features.secondReading)

/** How old the price is now. Before feature `fourthReading`: when the timer last asked. */
const quotedFreshness = (exchange: Exchange, market: Market): Freshness =>
  exchange.features.fourthReading ? freshnessOf(exchange, market) : market.freshness

function statePercent(exchange: Exchange, market: Market, freshness: Freshness): number {
  if (!market.spec.isolated && isStressed(exchange)) return STRESSED_STATE_PERCENT
  if (freshness === 'SOFT' || market.isHeld) return SOFT_STALE_PERCENT
  return exchange.timeMs < market.coolDownUntilMs ? COOL_DOWN_PERCENT : 100
}

function isSameLadder(a: Ladder | undefined, b: Ladder | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return (
    a.index === b.index &&
    a.limit === b.limit &&
    a.cell === b.cell &&
    a.halfSpreadPpm === b.halfSpreadPpm &&
    a.skewMaxPpm === b.skewMaxPpm &&
    a.skewToReducePpm === b.skewToReducePpm &&
    a.inventoryMax === b.inventoryMax &&
    a.inventoryMin === b.inventoryMin &&
    a.oneRunFrom === b.oneRunFrom
  )
}

/**
 * The ladder within all caps that span markets: gross value, class delta, solvency. Caps shorten the room, they
 * never move a price, so splitting an order stays neutral.
 */
export function quotingLadder(exchange: Exchange, market: Market): Ladder | undefined {
  const { ladder } = market
  if (ladder === undefined) return undefined
  const inventory = inventoryOf(market)
  const sleeve = exchange.sleeves[sleeveOf(market)]
  const lotValue = ladder.index * market.scale
  const isReducingOnly = exchange.solvency === 'INSOLVENT' && !market.spec.isolated
  const increase = isReducingOnly
    ? -Math.abs(inventory)
    : lotsIn(grossCap(exchange, market, sleeve) - sleeve.grossValue, lotValue)
  const delta = classCap(exchange, market, sleeve)
  const exposure = sleeve.classValue[market.spec.asset]
  const upRoom = lotsIn(delta - exposure, lotValue)
  const downRoom = lotsIn(delta + exposure, lotValue)
  // Reducing the inventory to zero is always allowed; beyond zero it grows again and counts against the caps.
  const max = Math.max(inventory, 0, Math.min(inventory + upRoom, increaseEnd(inventory, increase)))
  const min = Math.min(inventory, 0, Math.max(inventory - downRoom, -increaseEnd(-inventory, increase)))
  if (max >= ladder.inventoryMax && min <= ladder.inventoryMin) return ladder
  return {
    ...ladder,
    inventoryMax: Math.min(ladder.inventoryMax, max),
    inventoryMin: Math.max(ladder.inventoryMin, min),
  }
}

/** Lots that a room bears, or as many as there are. */
const lotsIn = (room: number, lotValue: number): number =>
  divFloor(Math.min(Math.max(0, room), Number.MAX_SAFE_INTEGER), lotValue)

/** Where an inventory may end that moves up from `inventory` with so many lots of additional gross room. */
const increaseEnd = (inventory: number, room: number): number =>
  inventory >= 0 ? inventory + room : -inventory + room
