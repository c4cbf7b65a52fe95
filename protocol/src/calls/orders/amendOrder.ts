import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { ORDERS } from '../access.ts'
import type { Call } from '../call.ts'

export const amendRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    id: z.string().max(80),
    size: z.string(),
    limitPrice: z.string(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type AmendRequest = z.infer<typeof amendRequest>

export const amendOrderCall = {
  group: 'Orders',
  method: 'POST',
  path: '/orders/amend',
  ...ORDERS,
  summary: 'Gives a resting LIMIT order another size or price; smaller at the same price, it keeps its turn.',
  body: amendRequest,
  answer: idResponse,
  refusals: [
    'INVALID_NONCE',
    'ACCOUNT_NOT_FOUND',
    'BAD_DECIMALS',
    'INVALID_ORDER_TYPE',
    'MARKET_CLOSED',
    'PRICE_CHECK_FAILED',
    'MARGIN_CHECK_FAILED',
    'PRICE_STALE',
    'ORDER_STALE',
    'INCREASE_WITH_SL_TP',
    'INCREASE_DURING_INSOLVENCY',
    'OI_CAP_EXCEEDED',
    'INVALID_LIMIT_PRICE',
    'HALTED_REDUCE_ONLY',
    'DUPLICATE',
    'ORDER_NOT_FOUND',
    'REDUCE_ONLY_INCREASES',
    'REDUCE_ONLY_EXCEEDS_SIZE',
    'TP_SL_PRICE_REJECTED',
    'SYMBOL_REJECTED',
    'MARKET_CLOSED_REJECTED',
    'CAPACITY_EXCEEDED',
    'POST_ONLY_WOULD_TAKE',
    'TOO_MANY_OPEN_ORDERS',
  ],
  example: {
    body: {
      order: {
        time: 1700000000000,
        nonce: 1700000000004,
        id: '0xabababababababababababababababababababababababababababababababab',
        size: '0.0500',
        limitPrice: '60000.00',
      },
      recvWindow: 10000,
      signature:
        '0xa0002e46f173d80acdf108896139a8a09c845e01daafddd603bd28ca78f6b58558272875b60243f52cc3e079992585f9edd068bc2ef4729596a66f6cf24ea3621b',
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
