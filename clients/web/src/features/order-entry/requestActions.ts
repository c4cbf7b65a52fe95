/** What other parts of the page ask of the ticket, as actions of its form. What a request does not name stays. */
import type { Ticks } from '@vest/protocol'
import { exitAt } from '../../entities/order/exitDraft.ts'
import type { OrderRequest, TicketRequest } from '../../entities/order/ticketRequests.ts'
import { writePrice } from '../../shared/numeric/index.ts'
import type { OrderContext } from './orderDraft.ts'
import type { OrderAction } from './orderForm.ts'

export function requestActions(request: TicketRequest, context: OrderContext): readonly OrderAction[] {
  switch (request.kind) {
    case 'side':
      return [{ kind: 'side', isBuy: request.isBuy }]
    case 'type':
      return [typeAction(request.type, context)]
    case 'price':
      return limitAt(request.price, context)
    case 'order':
      return orderActions(request, context)
    case 'percent':
      return [{ kind: 'percent', percent: request.percent }]
    case 'submit':
      // Nothing to fill: who listens sends.
      return []
  }
}

/** Without a price it is a market order. */
function orderActions(request: OrderRequest, context: OrderContext): readonly OrderAction[] {
  const { isBuy, price, size } = request
  const exits = (['takeProfit', 'stopLoss'] as const).flatMap((of): OrderAction[] => {
    const exit = request[of]
    return exit === undefined ? [] : [{ kind: 'exit', of, exit: exitAt(exit, context.market.priceDecimals) }]
  })
  return [
    { kind: 'side', isBuy },
    ...(price === undefined ? [typeAction('MARKET', context)] : limitAt(price, context)),
    ...(size === undefined ? [] : [{ kind: 'lots', size, context } as const]),
    ...exits,
  ]
}

const typeAction = (type: 'MARKET' | 'LIMIT', { mark, market }: OrderContext): OrderAction => ({
  kind: 'type',
  type,
  mark,
  market,
})

const limitAt = (price: Ticks, context: OrderContext): readonly OrderAction[] => [
  typeAction('LIMIT', context),
  { kind: 'price', text: writePrice(price, context.market.priceDecimals) },
]
