/**
 * What SIM does because REAL has moved: at the end of a command, when all of REAL is done, the ladder that SIM orders
 * rest against has its last form. Then, as in REAL and in its order: resting orders that the ladder has reached fill,
 * triggers fire, evaluation and funded accounts are held against their limits, accounts below their maintenance margin are
 * closed, and what has moved by that is looked at again.
 * Nothing here writes anything of REAL.
 */
import { type Ladder, highestBid, lowestAsk } from '@vest/formulas'
import type { MarketId } from '../api/index.ts'
import { liquidateAccounts } from '../liquidation/index.ts'
import { bestPoolPrice, CROSS_FILLS_MAX, fillFromPool, poolPriceAt } from '../matching/index.ts'
import { fireTriggers } from '../orders/index.ts'
import { inventoryMet, mirrorMarket, mirrorPrices } from '../sim/index.ts'
import {
  bestLevel,
  type BookSide,
  type Exchange,
  holdersInAny,
  holdersOf,
  inventoryOf,
  levelPrice,
  type Market,
  NONE,
  signedPosition,
  worseLevel,
} from '../state/index.ts'
import { judgeCapital } from './evaluateAccounts.ts'

/** The end of every command after which a ladder, a mark or a SIM position is another. */
export function followReal(exchange: Exchange): void {
  const { sim, work } = exchange
  work.isSimSyncDue = false
  if (sim.accountCount === 0) return
  work.crossFills = 0
  crossSim(exchange)
  for (const marketId of work.simMarked)
    if (sim.markets[marketId] !== undefined) fireTriggers(exchange, mirrorPrices(exchange, marketId))
  judgeCapital(exchange, holdersToJudge(exchange))
  liquidateAccounts(exchange, holdersToJudge(exchange))
  work.simMarked = []
  work.isSimJudged = false
  // Accounts that were filled meanwhile are judged as well, until none ends.
  do crossSim(exchange)
  while (judgeCapital(exchange, []))
  work.simMarksBefore.clear()
  work.fundingBefore.clear()
  work.isSimSyncDue = false
}

/** The accounts that a new mark or funding may have endangered. */
function holdersToJudge({ accountRows, work }: Exchange): number[] {
  if (work.isSimJudged) return holdersOf(accountRows, true)
  return work.simMarked.length === 0 ? [] : holdersInAny(accountRows, work.simMarked, true)
}

function crossSim(exchange: Exchange): void {
  for (const market of exchange.sim.markets) if (market !== undefined) crossIfMoved(exchange, market)
}

/** Looks at a book again when its ladder, the pool's inventory or a position of its own accounts has moved. */
function crossIfMoved(exchange: Exchange, market: Market): void {
  const real = exchange.market(market.id)
  const side = market.sim!
  const inventory = inventoryOf(real)
  if (!market.isCrossPending && side.seenLadder === real.ladder && side.seenInventory === inventory) return
  side.seenLadder = real.ladder
  side.seenInventory = inventory
  market.isCrossPending = false
  if (real.ladder === undefined) return
  // A fill moves its account along the ladder, perhaps onto an order of its other side.
  while (crossSides(exchange, market, real.ladder));
}

function crossSides(exchange: Exchange, market: Market, ladder: Ladder): boolean {
  const { work } = exchange
  let hasFilled = false
  for (const isBuy of [true, false]) {
    const priceFor = pricesMet(exchange, market.id, ladder, isBuy)
    for (const order of reachable(market, ladder, isBuy))
      while (isCrossed(exchange, market.id, order, isBuy, priceFor)) {
        if (work.crossFills >= CROSS_FILLS_MAX) {
          market.isCrossPending = true
          return false
        }
        fillFromPool(exchange, market, order)
        hasFilled = true
      }
  }
  market.isCrossPending = false
  return hasFilled
}

/** Orders of a side, best price first, the older first, that the ladder could reach for some account. */
function reachable(market: Market, ladder: Ladder, isBuy: boolean): number[] {
  const side: BookSide = isBuy ? market.bids : market.asks
  const bound = isBuy ? lowestAsk(ladder) : highestBid(ladder)
  const found: number[] = []
  for (let level = bestLevel(side); level !== NONE; level = worseLevel(side, level)) {
    const price = levelPrice(side, level)
    if (isBuy ? price < bound : price > bound) break
    for (let order = side.oldest(level); order !== NONE; order = side.orders.younger(order)) found.push(order)
  }
  return found
}

/** The price that the ladder has for an account: most hold nothing, and meet the same. */
function pricesMet(
  exchange: Exchange,
  marketId: MarketId,
  ladder: Ladder,
  isBuy: boolean,
): (accountId: number) => number {
  const pool = inventoryOf(exchange.market(marketId))
  let ownBefore = 0
  let price = poolPriceAt(ladder, inventoryMet(pool, 0, isBuy), isBuy)
  return (accountId) => {
    const own = signedPosition(exchange, accountId, marketId)
    if (own === ownBefore) return price
    ownBefore = own
    price = poolPriceAt(ladder, inventoryMet(pool, own, isBuy), isBuy)
    return price
  }
}

/**
 * Has the ladder, from where the order's account stands, reached it? Every trade of the pool asks this of many orders, so
 * the price alone is asked first.
 */
function isCrossed(
  exchange: Exchange,
  marketId: MarketId,
  order: number,
  isBuy: boolean,
  priceFor: (accountId: number) => number,
): boolean {
  const orders = exchange.orderRows
  if (!orders.isLive(order)) return false
  const price = orders.limitPrice(order)
  const accountId = orders.accountId(order)
  const met = priceFor(accountId)
  if (isBuy ? price < met : price > met) return false
  const market = mirrorMarket(exchange, marketId, accountId)
  const pool = bestPoolPrice(exchange, market, isBuy)
  return pool !== undefined && (isBuy ? price >= pool : price <= pool)
}
