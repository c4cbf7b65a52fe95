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
} as const satisfies Call
