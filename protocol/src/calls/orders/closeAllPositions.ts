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
  example: {
    body: {
      order: { time: 1700000000000, nonce: 1700000000007 },
      recvWindow: 10000,
      signature:
        '0x0287623369e31de4bc809a640752e0202feb7e28749e9e2df10e5abde56b75cc297090ffaaf3481a5b8ccd5c11b509a8b14a55d028ad0e596a854707ad5fd0ef1b',
    },
    answer: { ids: [] },
  },
} as const satisfies Call
