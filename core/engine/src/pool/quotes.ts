/**
 * The ladder that the pool quotes in a market. A ladder is taken when an index record, a session, a mode or a staleness
 * threshold changes it; between those moments it is a fixed function of inventory, so trading needs no refresh.
 */
import { type Ladder, halfSpread, ladderOf, scaledPpm } from '@vest/formulas'
import { PPM_ONE, type Usd6, divFloor, mulDivCeil, mulDivFloor, usd6 } from '@vest/protocol'
import {
  type Exchange,
  type Freshness,
  freshnessOf,
  inventoryOf,
  type Market,
  markBookChanged,
  scheduleCross,
  sleeveOf,
} from '../state/index.ts'
import { classCap, grossCap, isStressed } from './exposure.ts'

/** By how much the half spread widens, in percent: by session, by staleness of the index, in a stressed pool, and after halts. */
const SESSION_PERCENT = { REGULAR: 100, EXTENDED: 200, OVERNIGHT: 400, CLOSED: 400 } as const
const SOFT_STALE_PERCENT = 300
const STRESSED_STATE_PERCENT = 300
const COOL_DOWN_PERCENT = 200
/** At the reopening; it falls to the width of the market's state within the time below. */
const REOPEN_PERCENT = 300
export const REOPEN_DECAY_MS = 60_000

/** Computes the ladder from the present index, volatility, session and state. */
export function refreshLadder(exchange: Exchange, market: Market): void {
  const before = market.ladder
  const after = quotedLadder(exchange, market)
  market.ladder = after
  if (isSameLadder(before, after)) return
  markBookChanged(exchange, market)
  scheduleCross(exchange, market.id)
}

/** The pool's maximum position in a market: a fixed sum, and a share of the net asset value of its sleeve. */
export function inventoryLimit({ sleeves }: Exchange, market: Market): Usd6 {
  const { inventoryLimitUsd6, inventorySharePpm } = market.spec.risk
  const share = mulDivFloor(Math.max(0, sleeves[sleeveOf(market)].nav), inventorySharePpm, PPM_ONE)
  return usd6(Math.min(inventoryLimitUsd6, share))
}

function quotedLadder(exchange: Exchange, market: Market): Ladder | undefined {
  const { index, spec } = market
  const freshness = freshnessOf(exchange, market)
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
    // With a skew that grows with the session, the seller of the inventory could buy it back for less an hour later.
    skewToReducePpm: risk.skewMaxPpm,
    roomPercent: sessionRoomPercent(market),
  })
}

/** Percentage of the open interest cap and of the pool's capacity that this session allows. */
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
    a.inventoryMin === b.inventoryMin
  )
}

/**
 * The ladder within all caps that span markets: gross value, class delta, solvency. Caps shorten the ladder and never
 * change a price, so splitting an order stays neutral.
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
  // Reducing the inventory to zero is always allowed; beyond zero it grows again and counts towards the caps.
  const max = Math.max(inventory, 0, Math.min(inventory + upRoom, increaseEnd(inventory, increase)))
  const min = Math.min(inventory, 0, Math.max(inventory - downRoom, -increaseEnd(-inventory, increase)))
  if (max >= ladder.inventoryMax && min <= ladder.inventoryMin) return ladder
  return {
    ...ladder,
    inventoryMax: Math.min(ladder.inventoryMax, max),
    inventoryMin: Math.max(ladder.inventoryMin, min),
  }
}

/** Lots within a capacity, or as many as there are. */
const lotsIn = (room: number, lotValue: number): number =>
  divFloor(Math.min(Math.max(0, room), Number.MAX_SAFE_INTEGER), lotValue)

/** End of an inventory that increases from `inventory` with this additional gross capacity. */
const increaseEnd = (inventory: number, room: number): number =>
  inventory >= 0 ? inventory + room : -inventory + room
