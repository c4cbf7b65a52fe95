import { idsResponse } from '../../wire/accountAnswers.ts'
import { ORDERS } from '../access.ts'
import type { Call } from '../call.ts'
import { bulkRequest } from './cancelAllOrders.ts'

export const closeAllPositionsCall = {
  group: 'Orders',
  method: 'POST',
  path: '/positions/closeAll',
  ...ORDERS,
  summary: 'Closes all positions, or that of one market, by a reduce-only MARKET order each.',
  body: bulkRequest,
  answer: idsResponse,
  refusals: ['INVALID_NONCE', 'ACCOUNT_NOT_FOUND', 'BAD_SYMBOL', 'ORDER_STALE', 'DUPLICATE'],
} as const satisfies Call
