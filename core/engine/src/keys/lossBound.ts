/**
 * What a program's key may lose in a day (UTC). A key that may trade can be stolen. A thief can then trade with an account
 * of their own at prices by which only the victim loses. The fill band bounds one fill, this rule bounds all of them:
 *
 *   cost of a fill = max(0, what it is worse than the mark of that moment) · size
 *   lost           = Σ over the fills of the day of (cost + fee)
 *   reserved       = Σ over its resting orders of max(0, what their limit is worse than the mark) · what is left of them
 *
 * An order with which lost + reserved + what it would cost exceeds the bound is refused (3033), also one that reduces.
 * Where the mark goes afterwards is the trader's own.
 */
import type { Address } from '@vest/protocol'
import { dayOf, type Exchange, type Market, NONE } from '../state/index.ts'

/** Index of the key that signed an order, if its losses are bounded; NONE = they are not. */
function boundedSigner({ signerRows, orderRows }: Exchange, order: number): number {
  const signer = orderRows.signerIndex(order)
  return signer === NONE || signerRows.lossMax(signer) === Infinity ? NONE : signer
}

export const isLossBounded = (exchange: Exchange, order: number): boolean =>
  boundedSigner(exchange, order) !== NONE

/** What so many lots at a price are worse than the mark. */
export function costAgainstMark(market: Market, isBuy: boolean, price: number, size: number): number {
  const mark = market.mark
  if (mark === undefined) return 0
  const worse = isBuy ? price - mark : mark - price
  return worse > 0 ? worse * size * market.scale : 0
}

/** A fill of an order is settled: what it cost its key, with the fee. */
export function recordLoss(
  exchange: Exchange,
  market: Market,
  order: number,
  price: number,
  size: number,
  fee: number,
): void {
  const signer = boundedSigner(exchange, order)
  if (signer === NONE) return
  const cost = costAgainstMark(market, exchange.orderRows.isBuy(order), price, size)
  exchange.signerRows.addLoss(signer, dayOf(exchange.timeMs), cost + fee)
}

/** Would the key of an order give away too much if this cost as well? */
export function isBeyondLossBound(exchange: Exchange, order: number, cost: number): boolean {
  const signer = boundedSigner(exchange, order)
  if (signer === NONE) return false
  const lost = exchange.signerRows.lostOn(signer, dayOf(exchange.timeMs))
  return lost + reservedLoss(exchange, order) + cost > exchange.signerRows.lossMax(signer)
}

/** What this signing key has given away today. */
export function lostOf({ nonces, timeMs }: Exchange, signer: Address): number {
  const entry = nonces.get(signer)
  return entry === undefined || entry.lossDay !== dayOf(timeMs) ? 0 : entry.lost
}

/** Of the other resting orders of the same key and account, each against the mark of now. */
function reservedLoss(exchange: Exchange, order: number): number {
  const { orderRows: orders, markets } = exchange
  const signer = orders.signerIndex(order)
  let sum = 0
  let other = exchange.accountRows.oldestOrder(orders.accountId(order))
  for (; other !== NONE; other = orders.youngerOfAccount(other)) {
    if (other === order || orders.signerIndex(other) !== signer || orders.isTrigger(other)) continue
    const market = markets[orders.marketId(other)]!
    sum += costAgainstMark(market, orders.isBuy(other), orders.limitPrice(other), orders.remaining(other))
  }
  return sum
}
