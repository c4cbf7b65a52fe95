/** What the ticket sends: the payload of the form ([3.8]), in the texts that are signed. */
import { formatDecimal } from '@vest/protocol'
import { priceText, sizeText, type OrderIntent } from '@vest/sdk'
import type { Market } from '../../live/index.ts'
import type { OrderContext, OrderDraft } from './orderDraft.ts'
import { exitPrices } from './orderExits.ts'
import type { OrderSummary } from './orderSummary.ts'

export function orderIntent(
  draft: OrderDraft,
  summary: OrderSummary,
  { market, initMarginRatio }: OrderContext,
): OrderIntent {
  return {
    symbol: market.symbol,
    isBuy: draft.isBuy,
    size: sizeText(market, summary.size),
    orderType: draft.type,
    limitPrice:
      summary.limitPrice === undefined ? undefined : formatDecimal(summary.limitPrice, market.priceDecimals),
    reduceOnly: draft.isReduceOnly,
    timeInForce: draft.type === 'LIMIT' ? draft.timeInForce : undefined,
    initMarginRatio: formatDecimal(initMarginRatio, 4),
    ...(draft.type === 'LIMIT' ? ridingExits(draft, market) : {}),
  }
}

function ridingExits(draft: OrderDraft, market: Market): Pick<OrderIntent, 'tpPrice' | 'slPrice'> {
  const { takeProfit, stopLoss } = exitPrices(draft, market)
  return {
    ...(takeProfit === undefined ? {} : { tpPrice: priceText(market, takeProfit) }),
    ...(stopLoss === undefined ? {} : { slPrice: priceText(market, stopLoss) }),
  }
}
