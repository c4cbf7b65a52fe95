/**
 * The SIM domain: evaluation and funded accounts trade by the same code on books of their own, with virtual money. A
 * SIM market mirrors its REAL market: index, mark, mode, funding and ladder are read from it and never written. SIM
 * orders meet that ladder alone, and nobody's order but SIM_HOUSE, which holds the opposite of every SIM position.
 *
 * Each account meets the mirrored ladder where the pool's inventory would be if what the account holds stood against
 * the pool, and never where REAL has made that side cheap:
 *
 *   buyer:  inventory = min(P, 0) − own position        seller:  inventory = max(P, 0) − own position
 *
 * So a flat account is quoted the prices of REAL or those of a pool without inventory, whichever are worse for it; splitting an
 * order changes nothing, and no account, of SIM or of REAL, moves the prices of another to its gain.
 */
import type { MarketId } from '../api/index.ts'
import { inventoryLimit } from '../pool/index.ts'
import {
  createMarket,
  type Exchange,
  inventoryOf,
  type Market,
  noteSimStirred,
  signedPosition,
} from '../state/index.ts'
import { inventoryLimitLots } from '@vest/formulas'
import { LEVERAGE_MAX_CAPITAL, lots, mulDivFloor, usd6 } from '@vest/protocol'

/** Share of the inventory limit that one order may take, percent. */
const ROOM_PERCENT = 20

/** The SIM market of a REAL one, made on first use. */
export function simMarketOf(exchange: Exchange, marketId: MarketId): Market {
  const known = exchange.sim.markets[marketId]
  if (known !== undefined) return known
  const real = exchange.markets[marketId]!
  const market = createMarket({
    id: marketId,
    spec: real.spec,
    listTimeMs: real.listTimeMs,
    scale: real.scale,
    orders: exchange.orderRows,
    sim: {
      houseInventory: 0,
      houseQuote: 0,
      inventoryToBuy: 0,
      inventoryToSell: 0,
      room: 0,
      heldLots: 0,
      seenLadder: undefined,
      seenInventory: 0,
    },
  })
  exchange.sim.markets[marketId] = market
  return market
}

/**
 * The SIM market as an account meets it now: everything that REAL says, and where the account stands on the ladder.
 * It holds until the next one is asked for or something fills. Closing by force has all the room there is.
 */
export function mirrorMarket(
  exchange: Exchange,
  marketId: MarketId,
  accountId: number,
  hasAllRoom = false,
): Market {
  const market = mirrorPrices(exchange, marketId)
  const { ladder } = market
  const side = market.sim!
  const pool = inventoryOf(exchange.markets[marketId]!)
  const own = signedPosition(exchange, accountId, marketId)
  side.inventoryToBuy = inventoryMet(pool, own, true)
  side.inventoryToSell = inventoryMet(pool, own, false)
  side.room = ladder !== undefined && hasAllRoom ? Infinity : orderRoom(exchange, market)
  return market
}

/**
 * The same for an order of the account. One that only reduces has all the room: with a price that rises the
 * limit falls, and what one order had opened none could close.
 */
export const marketToTrade = (
  exchange: Exchange,
  marketId: MarketId,
  accountId: number,
  isReducing: boolean,
): Market => mirrorMarket(exchange, marketId, accountId, isReducing)

/** Where on the ladder an order of this side begins, of an account that holds `own` lots, while the pool holds `pool`. */
export function inventoryMet(pool: number, own: number, isBuy: boolean): number {
  return (isBuy ? Math.min(pool, 0) : Math.max(pool, 0)) - own
}

/** Lots that one order may take; while nobody quotes, of the limit that the pool would have at the last index. */
function orderRoom(exchange: Exchange, market: Market): number {
  const { index, ladder, scale } = market
  if (index === undefined) return 0
  const limit =
    ladder?.limit ?? Math.max(1, inventoryLimitLots(inventoryLimit(exchange, market), index, scale))
  return mulDivFloor(limit, ROOM_PERCENT, 100)
}

/** The SIM market with everything that REAL says now. */
export function mirrorPrices(exchange: Exchange, marketId: MarketId): Market {
  const real = exchange.markets[marketId]!
  const market = simMarketOf(exchange, marketId)
  market.spec = real.spec
  market.maxLeverage = Math.min(real.maxLeverage, LEVERAGE_MAX_CAPITAL)
  market.makerFeeRate = real.makerFeeRate
  market.offHoursProfitPercent = real.offHoursProfitPercent
  market.openInterestCapUsd6 = real.openInterestCapUsd6
  market.fillBandBps = real.fillBandBps
  market.softStaleMs = real.softStaleMs
  market.hardStaleMs = real.hardStaleMs
  market.operatorMode = real.operatorMode
  market.session = real.session
  market.mode = real.mode
  market.reopenedAtMs = real.reopenedAtMs
  market.index = real.index
  market.indexTimeMs = real.indexTimeMs
  market.freshness = real.freshness
  market.mark = real.mark
  market.ladder = real.ladder
  market.cumFunding = real.cumFunding
  market.fundingEpoch = real.fundingEpoch
  market.rate = real.rate
  market.lastAppliedRate = real.lastAppliedRate
  // Nothing is measured by them here; they only must not grow.
  market.longOi = lots(0)
  market.shortOi = lots(0)
  return market
}

/** SIM_HOUSE holds so much of a market now, and its quote side has changed by so much. */
export function setHouse(exchange: Exchange, market: Market, inventory: number, change: number): void {
  const { sim } = exchange
  const side = market.sim!
  side.houseInventory = inventory
  side.houseQuote = usd6(side.houseQuote + change)
  if (inventory !== 0) return
  sim.houseUsd6 = usd6(sim.houseUsd6 + side.houseQuote)
  side.houseQuote = 0
}

/** Does the same to the SIM market, if there is one, as REAL says now. */
export function alsoInSim(exchange: Exchange, marketId: MarketId, act: (market: Market) => void): void {
  if (exchange.sim.markets[marketId] !== undefined) act(mirrorPrices(exchange, marketId))
}

/** SIM_HOUSE's side of a fill: no fee, no tape; what it holds of a market that is flat again is cash. */
export function fillHouse(
  exchange: Exchange,
  market: Market,
  takerIsBuy: boolean,
  size: number,
  value: number,
): void {
  const inventory = market.sim!.houseInventory + (takerIsBuy ? -size : size)
  setHouse(exchange, market, inventory, takerIsBuy ? value : -value)
  // Who filled stands elsewhere on the ladder now.
  market.isCrossPending = true
  noteSimStirred(exchange)
}
