/**
 * Detects during planning that an account cannot pay for a sweep. Planning a maker includes a check of the maker's
 * account, so a wide sweep is expensive, and an account that cannot pay should not cause it. The answer is given only
 * when it is certain: such an order is refused with 3002, however the sweep continues and wherever it stops.
 */
import { initMargin, valueOf } from '@vest/formulas'
import { type Lots, RATIO4_ONE, type Ratio4, mulDivFloor } from '@vest/protocol'
import { lacksRoom } from '../book/index.ts'
import {
  type Exchange,
  findPosition,
  GTC,
  IOC,
  LIMIT,
  type Market,
  NONE,
  orderRefsIn,
} from '../state/index.ts'
import { crossStatus, isolatedStatus } from './marginStatus.ts'

/**
 * With the lots that will certainly fill or rest (for an IOC order the planned ones, for any other its size):
 *
 *   opened = lots beyond a position on the other side ; low = the lowest of mark, limit and first price
 *   E + gain < IM + OM + ⌊low · opened · K · ratio / 10⁴⌋
 *
 * E and IM are the present ones at the mark: a fill changes E by its price against the mark, which the prices of the
 * sweep bound, and by a fee. IM excludes a position that is closed, OM excludes own orders that the sweep may reach.
 * In an isolated market the equity of its position may be returned as well.
 */
export function cannotAfford(exchange: Exchange, order: number, price: number): boolean {
  const { plan } = exchange.scratch
  const { market, accountId, isBuy, initMarginRatio: ratio } = plan
  const orders = exchange.orderRows
  const timeInForce = orders.type(order) === LIMIT ? orders.timeInForce(order) : NONE
  // Whether 3031 is the answer instead depends on all its fills.
  if (timeInForce === GTC && lacksRoom(exchange, accountId, market, order)) return false
  const filled = plan.filled
  const sure = timeInForce === IOC ? filled : plan.size
  const at = findPosition(exchange.accountRows, exchange.positionRows, accountId, market.id)
  const closed = at === NONE ? 0 : closedBy(exchange, at, isBuy)
  const opened = sure - closed
  if (opened <= 0) return false

  const mark = market.mark!
  const best = plan.fillCount === 0 ? price : plan.fillPrice(0)
  const low = Math.min(mark, orders.limitPrice(order), best) * market.scale
  // Prices only get worse from here on.
  const gainPerLot = gainAt(price, mark, isBuy) * market.scale
  if (gainPerLot * RATIO4_ONE > low * ratio) return false
  const gain = gainAt(best, mark, isBuy) * market.scale * filled + gainPerLot * (sure - filled)
  const needed = mulDivFloor(low * opened, ratio, RATIO4_ONE)
  return freeAtMost(exchange, accountId, market, at, closed, isBuy) + gain < needed
}

const gainAt = (price: number, mark: number, isBuy: boolean): number =>
  Math.max(0, isBuy ? mark - price : price - mark)

/** Lots of a position that an order of this side closes before it opens any. */
function closedBy({ positionRows: positions }: Exchange, at: number, isBuy: boolean): number {
  return positions.isLong(at) === isBuy ? 0 : positions.size(at)
}

/**
 * Upper bound of the free equity at the mark, without the closed position and without own orders that may be reached.
 */
function freeAtMost(
  exchange: Exchange,
  accountId: number,
  market: Market,
  at: number,
  closed: number,
  isBuy: boolean,
): number {
  const { marginStatus } = exchange.scratch
  const orders = exchange.orderRows
  crossStatus(exchange, accountId)
  let free = marginStatus.equity - marginStatus.initMargin - exchange.accountRows.openOrderMargin(accountId)
  for (const own of orderRefsIn(exchange, accountId, market.id))
    if (orders.isBuy(own) !== isBuy) free += orders.reservedMargin(own)
  if (at === NONE) return free
  if (market.spec.isolated) {
    isolatedStatus(exchange, market, NONE, at)
    return free + Math.max(0, marginStatus.equity)
  }
  if (closed === 0) return free
  const ratio = exchange.positionRows.initMarginRatio(at) as Ratio4
  return free + initMargin(valueOf(market.mark!, closed as Lots, market.scale), ratio)
}
