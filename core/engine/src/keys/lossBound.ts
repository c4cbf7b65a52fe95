/**
 * What a program's key may give away in a day (UTC). A key that may trade can be stolen, and whoever has it can trade with
 * himself at prices that only the account loses by; the fill band bounds one print, this bounds all of them together:
 *
 *   cost of a fill = max(0, what it is worse than the mark of that moment) · size
 *   lost           = Σ over the fills of the day of (cost + fee)
 *   reserved       = Σ over its resting orders of max(0, what their limit is worse than the mark) · what is left of them
 *
 * An order with which lost + reserved + what it would cost exceeds the bound is refused (3033), also one that reduces.
 * Where the mark goes afterwards is the trader's own.
 */
import {
  ACCOUNT_ID,
  accountRow,
  asPlace,
  BUY_BIT,
  dayOf,
  type Exchange,
  FILLED_SIZE,
  isTriggerType,
  LIMIT_PRICE,
  LOSS_DAY,
  LOSS_MAX,
  LOST,
  type Market,
  MARKET_ID,
  NONE,
  OLDEST_ORDER,
  placeOfRow,
  SIGNER_INDEX,
  SIGNER_ROW,
  SIZE,
  typeIn,
  WORDS,
  YOUNGER_OF_ACCOUNT,
} from '../state/index.ts'
import type { Address } from '@vest/protocol'

/** The place of the bound of the key that signed an order; NONE = there is none. */
function boundOf({ signerRows, orderRows }: Exchange, order: number): number {
  const signer = orderRows.halves[2 * asPlace(order) + SIGNER_INDEX]!
  if (signer === NONE) return NONE
  const at = placeOfRow(signer, SIGNER_ROW)
  return signerRows.numbers[at + LOSS_MAX] === Infinity ? NONE : at
}

export const isLossBounded = (exchange: Exchange, order: number): boolean => boundOf(exchange, order) !== NONE

/** What so many lots at a price are worse than the mark. */
export function costAgainstMark(market: Market, isBuy: boolean, price: number, size: number): number {
  const mark = market.mark
  if (mark === undefined) return 0
  const worse = isBuy ? price - mark : mark - price
  return worse > 0 ? worse * size * market.scale : 0
}

/** A fill of an order is settled: what it cost its key, with the fee. */
export function noteLoss(
  exchange: Exchange,
  market: Market,
  order: number,
  price: number,
  size: number,
  fee: number,
): void {
  const at = boundOf(exchange, order)
  if (at === NONE) return
  const { numbers } = exchange.signerRows
  const day = dayOf(exchange.timeMs)
  if (numbers[at + LOSS_DAY] !== day) {
    numbers[at + LOSS_DAY] = day
    numbers[at + LOST] = 0
  }
  const isBuy = (exchange.orderRows.halves[2 * asPlace(order) + WORDS]! & BUY_BIT) !== 0
  numbers[at + LOST] = numbers[at + LOST]! + costAgainstMark(market, isBuy, price, size) + fee
}

/** Would the key of an order give away too much if this cost as well? */
export function isBeyondLossBound(exchange: Exchange, order: number, cost: number): boolean {
  const at = boundOf(exchange, order)
  if (at === NONE) return false
  const { numbers } = exchange.signerRows
  const lost = numbers[at + LOSS_DAY] === dayOf(exchange.timeMs) ? numbers[at + LOST]! : 0
  return lost + reservedLoss(exchange, order) + cost > numbers[at + LOSS_MAX]!
}

/** What this signing key has given away today. */
export function lostOf({ nonces, timeMs }: Exchange, signer: Address): number {
  const entry = nonces.get(signer)
  return entry === undefined || entry.lossDay !== dayOf(timeMs) ? 0 : entry.lost
}

/** Of the other resting orders of the same key and account, each against the mark of now. */
function reservedLoss(exchange: Exchange, order: number): number {
  const { numbers, halves } = exchange.orderRows
  order = asPlace(order)
  const signer = halves[2 * order + SIGNER_INDEX]!
  const accountId = halves[2 * order + ACCOUNT_ID]!
  const { markets } = exchange
  let sum = 0
  let next = exchange.accountRows.halves[2 * accountRow(accountId) + OLDEST_ORDER]!
  while (next !== NONE) {
    const at = asPlace(next)
    const words = halves[2 * at + WORDS]!
    const isOther = halves[2 * at + SIGNER_INDEX] === signer && at !== order
    if (isOther && !isTriggerType(typeIn(words))) {
      const left = numbers[at + SIZE]! - numbers[at + FILLED_SIZE]!
      const market = markets[halves[2 * at + MARKET_ID]!]!
      sum += costAgainstMark(market, (words & BUY_BIT) !== 0, numbers[at + LIMIT_PRICE]!, left)
    }
    next = halves[2 * at + YOUNGER_OF_ACCOUNT]!
  }
  return sum
}
