/** LIQUIDATION orders: made by the exchange for positions that it closes, reduce-only, never resting. */
import { REFUSAL } from '@vest/protocol'
import {
  beginOrder,
  type Exchange,
  ID_WORDS,
  IOC,
  LIQUIDATION,
  type Market,
  nextSystemId,
  NONE,
  termsOf,
  writeHex,
} from '../state/index.ts'
import { newOrder } from './openOrders.ts'

const DELEVERAGED = REFUSAL.DELETED_BY_LIQ

export function makeLiquidation(
  exchange: Exchange,
  accountId: number,
  market: Market,
  input: { readonly isBuy: boolean; readonly size: number; readonly limitPrice: number },
): number {
  const order = newOrder(exchange)
  const { idWords } = exchange.scratch
  writeHex(nextSystemId(exchange), idWords, 0, ID_WORDS)
  beginOrder(exchange.orderRows, order, {
    nonce: 0,
    marketId: market.id,
    terms: termsOf(input.isBuy, true, LIQUIDATION, IOC),
    size: input.size,
    limitPrice: input.limitPrice,
    initMarginRatio: market.spec.initMarginRatio,
    markPrice: market.mark!,
    orderTimeMs: exchange.timeMs,
    postTimeMs: exchange.timeMs,
    accountId,
    signerIndex: NONE,
    idWords,
    idAt: 0,
  })
  return order
}

/** Marks the order of a user whose position is deleveraged: its record shows it. */
export function markDeleveraged({ orderRows }: Exchange, order: number): void {
  orderRows.setCode(order, DELEVERAGED)
}
