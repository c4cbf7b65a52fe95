/** LIQUIDATION orders: made by the exchange itself for what it closes, reduce-only, never resting. */
import {
  beginOrder,
  CODE,
  type Exchange,
  ID_WORDS,
  IOC,
  LIQUIDATION,
  type Market,
  nextSystemId,
  NONE,
  wordsOf,
  writeHex,
} from '../state/index.ts'
import { emitOrder, forgetUnrested, newOrder } from './openOrders.ts'

/** Noted on the order of a user whose position was closed for another's loss. */
const DELEVERAGED = 3008

export function makeLiquidation(
  exchange: Exchange,
  accountId: number,
  market: Market,
  input: { readonly isBuy: boolean; readonly size: number; readonly limitPrice: number },
): number {
  const order = newOrder(exchange)
  writeHex(nextSystemId(exchange), systemId, 0, ID_WORDS)
  beginOrder(
    exchange.orderRows,
    order,
    0,
    market.id,
    wordsOf(input.isBuy, true, LIQUIDATION, IOC),
    input.size,
    input.limitPrice,
    market.spec.initMarginRatio,
    market.mark!,
    exchange.timeMs,
    exchange.timeMs,
    accountId,
    NONE,
    systemId,
    0,
  )
  return order
}

/** The last word on a liquidation order. */
export function tellLiquidation(exchange: Exchange, order: number): void {
  emitOrder(exchange, order)
  forgetUnrested(exchange, order)
}

/** The same for a user who was deleveraged. */
export function tellDeleveraged(exchange: Exchange, order: number): void {
  exchange.orderRows.numbers[order + CODE] = DELEVERAGED
  tellLiquidation(exchange, order)
}

const systemId = new Int32Array(ID_WORDS)
