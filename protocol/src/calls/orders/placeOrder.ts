import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { ORDERS } from '../access.ts'
import type { Call } from '../call.ts'

export const orderRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    symbol: z.string().max(32),
    isBuy: z.boolean(),
    size: z.string(),
    orderType: z.string().max(32),
    limitPrice: z.string().nullish(),
    reduceOnly: z.boolean(),
    timeInForce: z.string().max(32).nullish(),
    initMarginRatio: z.string().nullish(),
    tpPrice: z.string().nullish(),
    tpSignature: z.string().max(256).nullish(),
    slPrice: z.string().nullish(),
    slSignature: z.string().max(256).nullish(),
    clientId: z.string().nullish(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type OrderRequest = z.infer<typeof orderRequest>

export const placeOrderCall = {
  group: 'Orders',
  method: 'POST',
  path: '/orders',
  ...ORDERS,
  summary:
    'Places an order. The answer means that it is recorded for good; what became of it is told by its record.',
  body: orderRequest,
  answer: idResponse,
  refusals: [
    'INVALID_NONCE',
    'ACCOUNT_NOT_FOUND',
    'BAD_DECIMALS',
    'INVALID_ORDER_TYPE',
    'BAD_SYMBOL',
    'INVALID_TIME_IN_FORCE',
    'INVALID_TP_SL_PRICE',
    'MARKET_CLOSED',
    'DUPLICATE',
  ],
  example: {
    body: {
      order: {
        time: 1700000000000,
        nonce: 1700000000000,
        symbol: 'BTC-PERP',
        isBuy: true,
        size: '0.1000',
        orderType: 'LIMIT',
        limitPrice: '60000.00',
        reduceOnly: false,
        timeInForce: 'GTC',
      },
      signature:
        '0x1c8859d0ddc228ec27d27ea33212ca2fb52f6089c82209bc7166c2cb9e4852233db5e627b8421400737925cb320429108b1501c8aa76966965a19b8e092399041c',
      recvWindow: 10000,
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
