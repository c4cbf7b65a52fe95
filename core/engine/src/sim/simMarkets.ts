/**
 * The SIM domain: evaluation and funded accounts trade by the same code on separate books, with virtual money. A SIM
 * market mirrors its REAL market: index, mark, mode, funding and ladder are read from it and never written. SIM orders
 * fill against that ladder only, with SIM_HOUSE as counterparty, which holds the opposite of every SIM position.
 *
 * Each account is quoted at the inventory that the pool would have with the account's position opposite to it, and
 * never at an inventory at which REAL has made that side cheap:
 *
 *   buyer:  inventory = min(P, 0) − own position        seller:  inventory = max(P, 0) − own position
 *
 * A flat account is therefore quoted the prices of REAL or those of a pool without inventory, whichever are worse for
 * it; splitting an order changes nothing, and no account, of SIM or of REAL, moves the prices of another to its own
 * gain.
 */
import { inventoryLimitLots } from '@vest/formulas'
import { LEVERAGE_MAX_CAPITAL, lots, mulDivFloor, usd6 } from '@vest/protocol'
import type { MarketId } from '../api/index.ts'
import { inventoryLimit } from '../pool/index.ts'
import {
  createMarket,
  type Exchange,
  inventoryOf,
  type Market,
  scheduleSimSync,
  signedPosition,
} from '../state/index.ts'

/** Percentage of the inventory limit that one order may take. */
const ROOM_PERCENT = 20

/** The SIM market of a REAL one, created at the first use. */
export function simMarketOf(exchange: Exchange, marketId: MarketId): Market {
  const known = exchange.sim.markets[marketId]
  if (known !== undefined) return known
  const real = exchange.market(marketId)
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
 * The SIM market as an account sees it now: the data of REAL, and the account's position on the ladder. It is valid
 * until the next call or fill. A forced close has the full capacity.
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
  const pool = inventoryOf(exchange.market(marketId))
  const own = signedPosition(exchange, accountId, marketId)
  side.inventoryToBuy = inventoryMet(pool, own, true)
  side.inventoryToSell = inventoryMet(pool, own, false)
  side.room = ladder !== undefined && hasAllRoom ? Infinity : orderRoom(exchange, market)
  return market
}

/**
 * The same for an order of the account. A reducing order has the full capacity: the limit falls when the price rises,
 * and otherwise one order could not close what one order had opened.
 */
export const marketToTrade = (
  exchange: Exchange,
  marketId: MarketId,
  accountId: number,
  isReducing: boolean,
): Market => mirrorMarket(exchange, marketId, accountId, isReducing)

/**
 * Inventory at which an order of this side is quoted, for an account that holds `own` lots, while the pool holds
 * `pool`.
 */
export function inventoryMet(pool: number, own: number, isBuy: boolean): number {
  return (isBuy ? Math.min(pool, 0) : Math.max(pool, 0)) - own
}

/** Lots that one order may take; without quotes, of the limit that the pool would have at the last index price. */
function orderRoom(exchange: Exchange, market: Market): number {
  const { index, ladder, scale } = market
  if (index === undefined) return 0
  const limit =
    ladder?.limit ?? Math.max(1, inventoryLimitLots(inventoryLimit(exchange, market), index, scale))
  return mulDivFloor(limit, ROOM_PERCENT, 100)
}

/** The SIM market with the present data of REAL. */
export function mirrorPrices(exchange: Exchange, marketId: MarketId): Market {
  const real = exchange.market(marketId)
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
  // Open interest is not limited by these here; they only must not grow.
  market.longOi = lots(0)
  market.shortOi = lots(0)
  return market
}

/** Sets SIM_HOUSE's position in a market and adds the change of its quote balance. */
export function setHouse(exchange: Exchange, market: Market, inventory: number, change: number): void {
  const { sim } = exchange
  const side = market.sim!
  side.houseInventory = inventory
  side.houseQuote = usd6(side.houseQuote + change)
  if (inventory !== 0) return
  sim.houseUsd6 = usd6(sim.houseUsd6 + side.houseQuote)
  side.houseQuote = 0
}

/** Applies the same action to the SIM market, if there is one, after mirroring REAL. */
export function alsoInSim(exchange: Exchange, marketId: MarketId, act: (market: Market) => void): void {
  if (exchange.sim.markets[marketId] !== undefined) act(mirrorPrices(exchange, marketId))
}

/** SIM_HOUSE's side of a fill: no fee, no tape; its balance in a market that is flat again becomes cash. */
export function fillHouse(
  exchange: Exchange,
  market: Market,
  takerIsBuy: boolean,
  size: number,
  value: number,
): void {
  const inventory = market.sim!.houseInventory + (takerIsBuy ? -size : size)
  setHouse(exchange, market, inventory, takerIsBuy ? value : -value)
  // The account that filled is at another position on the ladder now.
  market.isCrossPending = true
  scheduleSimSync(exchange)
}
