import { z } from 'zod'
import { idsResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { CANCELS } from '../access.ts'
import type { Call } from '../call.ts'

/** Of POST /orders/cancelAll and POST /positions/closeAll: everything that is open, or in one market. */
export const bulkRequest = z.object({
  order: z.object({ time: z.number(), nonce: integerInput, symbol: z.string().max(32).nullish() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type BulkRequest = z.infer<typeof bulkRequest>

export const cancelAllOrdersCall = {
  group: 'Orders',
  method: 'POST',
  path: '/orders/cancelAll',
  ...CANCELS,
  summary: 'Cancels all open orders, or those of one market.',
  body: bulkRequest,
  answer: idsResponse,
  refusals: ['INVALID_NONCE', 'ACCOUNT_NOT_FOUND', 'BAD_SYMBOL', 'ORDER_STALE', 'DUPLICATE'],
  example: {
    body: {
      order: { time: 1700000000000, nonce: 1700000000005 },
      recvWindow: 10000,
      signature:
        '0x93cc652c7f88143bd3b86bf3670b6c44b80c82406596cb0c7c0ecbaab68a815c3aab67b34eca1d5f99318593293b2cc38a5c9ab189fa4125b8f5bac15113c4731c',
    },
    answer: { ids: ['0xabababababababababababababababababababababababababababababababab'] },
  },
} as const satisfies Call
