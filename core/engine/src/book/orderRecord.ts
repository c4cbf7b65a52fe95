/** The record of an order for external readers: a copy, because the order goes on changing. */
import { entryPrice } from '@vest/formulas'
import type { OrderRecord, RecordMarket } from '../api/index.ts'
import type { Order } from '../state/index.ts'

/** The fields that change in the life of an order: as they are now, or as an event reported them. */
export type OrderState = Pick<
  Order,
  | 'status'
  | 'code'
  | 'filledSize'
  | 'filledValue'
  | 'fees'
  | 'lastFilledSize'
  | 'lastFilledPrice'
  | 'lastFilledTimeMs'
  | 'realizedPnl'
  | 'settledFunding'
  | 'cumFunding'
  | 'isTriggered'
>

export function orderRecord(order: Order, market: RecordMarket, state: OrderState = order): OrderRecord {
  const { markPrice } = order
  const { code, filledSize, filledValue } = state
  const record: { -readonly [Key in keyof OrderRecord]: OrderRecord[Key] } = {
    id: order.id,
    account: order.account,
    signer: order.signer,
    nonce: order.nonce,
    marketId: order.marketId,
    symbol: market.spec.symbol,
    isBuy: order.isBuy,
    orderType: order.orderType,
    size: order.size,
    limitPrice: order.limitPrice,
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    initMarginRatio: order.initMarginRatio,
    status: state.status,
    filledSize,
    filledValue,
    fees: state.fees,
    orderTimeMs: order.orderTimeMs,
    postTimeMs: order.postTimeMs,
  }
  if (markPrice !== undefined) record.markPrice = markPrice
  if (code !== undefined) record.code = code
  if (filledSize > 0) {
    record.lastFilledSize = state.lastFilledSize!
    record.lastFilledPrice = state.lastFilledPrice!
    record.lastFilledTimeMs = state.lastFilledTimeMs!
    record.avgFilledPrice = entryPrice(filledValue, filledSize, market.scale)
    record.realizedPnl = state.realizedPnl!
    record.settledFunding = state.settledFunding!
    record.cumFunding = state.cumFunding!
  }
  const { extras } = order
  if (extras !== undefined) {
    const { parentId, takeProfit, stopLoss, clientId } = extras
    if (parentId !== undefined) record.parentId = parentId
    if (takeProfit !== undefined) record.tpPrice = takeProfit.price
    if (stopLoss !== undefined) record.slPrice = stopLoss.price
    if (clientId !== undefined) record.clientId = clientId
  }
  if (state.isTriggered) record.isTriggered = true
  return record
}
