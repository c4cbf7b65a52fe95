import { describe, expect, it } from 'vitest'
import { orderIntent } from './orderIntent.ts'
import { summarizeOrder } from './orderSummary.ts'
import { contextOf, draftOf, toLimit, typed } from './testing/ticketContext.ts'
import type { OrderDraft } from './orderDraft.ts'

const intentOf = (draft: OrderDraft, ratio?: number) => {
  const context = contextOf(ratio === undefined ? {} : { ratio })
  return orderIntent(draft, summarizeOrder(draft, context), context)
}

describe('what the ticket sends', () => {
  it('[3.8] the payload of a limit order, with the margin ratio of the leverage that is set', () => {
    const draft = draftOf(
      toLimit,
      typed('2'),
      { kind: 'exit', of: 'takeProfit', exit: { priceText: '330' } },
      { kind: 'exit', of: 'stopLoss', exit: { priceText: '290' } },
    )
    expect(intentOf(draft, 500)).toEqual({
      symbol: 'COIN-USD-PERP',
      isBuy: true,
      size: '2.0000',
      orderType: 'LIMIT',
      limitPrice: '300.00',
      reduceOnly: false,
      timeInForce: 'GTC',
      initMarginRatio: '0.0500',
      tpPrice: '330.00',
      slPrice: '290.00',
    })
  })

  it('[3.8] of a market order no time in force and no exits: they are orders of their own', () => {
    const draft = draftOf(typed('2'), { kind: 'exit', of: 'stopLoss', exit: { priceText: '290' } })
    expect(intentOf(draft)).toEqual({
      symbol: 'COIN-USD-PERP',
      isBuy: true,
      size: '2.0000',
      orderType: 'MARKET',
      limitPrice: '315.00',
      reduceOnly: false,
      initMarginRatio: '0.1000',
    })
  })
})
